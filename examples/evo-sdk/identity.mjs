// Chapter 1: reads an identity, sends credits to another, adds a key and disables it. Written for testnet; docs/how-to/run-a-testnet-program.md
// says how it runs locally.
import { EvoSDK, IdentityPublicKeyInCreation } from '@dashevo/evo-sdk';
import { deriveKey, FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const sender = await openIdentity(sdk, FIRST_MNEMONIC, 1);
const recipient = await openIdentity(sdk, SECOND_MNEMONIC, 1);
console.log('sender:', sender.id, 'with', sender.identity.publicKeys.length, 'keys');
console.log('recipient:', recipient.id);

const before = await sdk.identities.balance(recipient.id);
const { signer: transferSigner } = await sender.sign(KEYS.transfer);
await sdk.identities.creditTransfer({
  identity: sender.identity,
  recipientId: recipient.id,
  amount: 100_000_000n,
  signer: transferSigner,
});
console.log('received:', (await sdk.identities.balance(recipient.id)) - before, 'credits');

const keyId = sender.identity.publicKeys.length;
const newKey = await deriveKey(FIRST_MNEMONIC, 1, keyId);
const { signer: masterSigner } = await sender.sign(KEYS.master, newKey);
await sdk.identities.update({
  identity: sender.identity,
  addPublicKeys: [
    new IdentityPublicKeyInCreation({
      keyId,
      purpose: 'AUTHENTICATION',
      securityLevel: 'HIGH',
      keyType: 'ECDSA_SECP256K1',
      data: Uint8Array.from(Buffer.from(newKey.publicKey, 'hex')),
    }),
  ],
  signer: masterSigner,
});
let updated = await sdk.identities.fetch(sender.id);
console.log('revision', updated.revision, 'keys', updated.publicKeys.length);

await sdk.identities.update({ identity: updated, disablePublicKeys: [keyId], signer: masterSigner });
updated = await sdk.identities.fetch(sender.id);
const { disabledAt } = updated.getPublicKeyById(keyId);
console.log('revision', updated.revision, 'disabled:', disabledAt !== undefined);
