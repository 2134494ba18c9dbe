// Withdraws credits of an identity and of a platform address to layer 1: docs/how-to/use-addresses-and-withdraw.md. Written for testnet.
import { CoreScript, EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openAddress, openIdentity } from './local-wallet.mjs';

const WITHDRAWALS = '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6';
const AMOUNT = 1_000_000n;

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

/** Layer 1 pays the hash of a public key, which is that of a wallet of yours. */
const outputScript = CoreScript.fromP2PKH(new Uint8Array(20).fill(0xab));

const { identity, id, sign } = await openIdentity(sdk, FIRST_MNEMONIC, 3);
const { signer } = await sign(KEYS.transfer);
const rest = await sdk.identities.creditWithdrawal({
  identity,
  amount: AMOUNT,
  toAddress: outputScript.toAddress('testnet'),
  coreFeePerByte: 1,
  signer,
});
console.log('withdrawn from the identity:', rest < identity.balance - AMOUNT);

const address = await openAddress(FIRST_MNEMONIC, 3);
await sdk.addresses.withdraw({
  inputs: [{ address: address.address, amount: AMOUNT }],
  coreFeePerByte: 1,
  pooling: 0,
  outputScript,
  signer: address.signer,
});

// A document of its payer says how far each withdrawal is: 0 queued, 1 pooled, 2 broadcasted, 3 complete, 4 expired.
const documents = await sdk.documents.query({
  dataContractId: WITHDRAWALS,
  documentTypeName: 'withdrawal',
  where: [['$ownerId', '==', id]],
  orderBy: [['$updatedAt', 'asc']],
});
for (const { properties } of documents.values()) console.log('document:', properties.amount, 'credits');
