// Registers an identity with coins of layer 1 that an asset lock gives to Dash Platform: docs/how-to/register-with-an-asset-lock.md. For `npm start`.
import { EvoSDK, Identity, IdentityPublicKey, IdentitySigner, wallet } from '@dashevo/evo-sdk';
import { GATEWAY_URL, lockCoins } from './lock-coins.mjs';

const sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [GATEWAY_URL], quorumUrl: GATEWAY_URL });
await sdk.connect();
const { assetLockProof, assetLockPrivateKey } = await lockCoins(100_000_000n);

// The id of the identity follows from the outpoint of the lock, and each key signs.
const identity = new Identity(assetLockProof.createIdentityId());
const signer = new IdentitySigner();
for (const [keyId, securityLevel] of ['MASTER', 'HIGH', 'CRITICAL'].entries()) {
  const { publicKey, privateKeyWif } = await wallet.generateKeyPair('regtest');
  signer.addKeyFromWif(privateKeyWif);
  const data = Uint8Array.from(Buffer.from(publicKey, 'hex'));
  const keyType = 'ECDSA_SECP256K1';
  identity.addPublicKey(
    new IdentityPublicKey({
      keyId,
      purpose: 'AUTHENTICATION',
      securityLevel,
      keyType,
      isReadOnly: false,
      data,
    }),
  );
}
await sdk.identities.create({ identity, assetLockProof, assetLockPrivateKey, signer });

const registered = await sdk.identities.fetch(identity.id);
console.log('keys:', registered.publicKeys.length);
console.log('balance:', Number(registered.balance / 10_000_000_000n) / 10, 'DASH');
