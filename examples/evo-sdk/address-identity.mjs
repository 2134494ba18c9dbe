// Chapter 1: registers an identity with credits of a platform address, and sends credits of an identity to an address. Written for testnet.
import { EvoSDK, Identifier, Identity, IdentityPublicKey, IdentitySigner, wallet } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openAddress, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

// The id of the identity follows from the addresses that pay for it and their nonces: any id will do before.
const newIdentity = new Identity(Identifier.fromBytes(new Uint8Array(32)));
const identitySigner = new IdentitySigner();
for (const [keyId, securityLevel] of ['MASTER', 'HIGH', 'CRITICAL'].entries()) {
  const { publicKey, privateKeyWif } = await wallet.generateKeyPair('testnet');
  identitySigner.addKeyFromWif(privateKeyWif);
  newIdentity.addPublicKey(
    new IdentityPublicKey({
      keyId,
      purpose: 'AUTHENTICATION',
      securityLevel,
      keyType: 'ECDSA_SECP256K1',
      isReadOnly: false,
      data: Uint8Array.from(Buffer.from(publicKey, 'hex')),
    }),
  );
}
const payer = await openAddress(FIRST_MNEMONIC, 2);
const created = await sdk.addresses.createIdentity({
  identity: newIdentity,
  inputs: [{ address: payer.address, amount: 50_000_000n }],
  identitySigner,
  addressSigner: payer.signer,
});
const registered = await sdk.identities.fetch(created.identity.id);
console.log('registered with', registered.balance, 'credits and', registered.publicKeys.length, 'keys');

const { identity, sign } = await openIdentity(sdk, SECOND_MNEMONIC, 2);
const recipient = await openAddress(SECOND_MNEMONIC, 2);
const balance = async () => (await sdk.addresses.get(recipient.address)).balance;
const before = await balance();
const { signer } = await sign(KEYS.transfer);
await sdk.addresses.transferFromIdentity({
  identity,
  outputs: [{ address: recipient.address, amount: 10_000_000n }],
  signer,
});
console.log('received:', (await balance()) - before, 'credits');
