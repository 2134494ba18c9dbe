// Chapter 1: sends credits of a platform address, and tops up an identity from it. Written for testnet.
import { EvoSDK, PlatformAddressSigner, PrivateKey, wallet } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const AMOUNT = 1_000_000n;

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

/** Derives address number `index` of a mnemonic, with a signer for it. */
async function openAddress(mnemonic, index) {
  const path = `m/44'/1'/0'/0/${index}`;
  const derived = await wallet.deriveKeyFromSeedWithPath({ mnemonic, path, network: 'testnet' });
  const signer = new PlatformAddressSigner();
  const address = signer.addKey(PrivateKey.fromWIF(derived.toObject().privateKeyWif));
  return { address: address.toBech32m('testnet'), signer };
}
const balanceOf = async ({ address }) => (await sdk.addresses.get(address)).balance;

const sender = await openAddress(FIRST_MNEMONIC, 1);
const recipient = await openAddress(SECOND_MNEMONIC, 1);
console.log('sender:', sender.address);
const before = await balanceOf(recipient);
await sdk.addresses.transfer({
  inputs: [{ address: sender.address, amount: AMOUNT }],
  outputs: [{ address: recipient.address, amount: AMOUNT }],
  signer: sender.signer,
});
const after = await balanceOf(recipient);
console.log('received:', after - before, 'credits');

const { identity } = await openIdentity(sdk, FIRST_MNEMONIC, 6);
const { newBalance } = await sdk.addresses.topUpIdentity({
  identity,
  inputs: [{ address: sender.address, amount: AMOUNT }],
  signer: sender.signer,
});
console.log('topped up:', newBalance - identity.balance, 'credits');
