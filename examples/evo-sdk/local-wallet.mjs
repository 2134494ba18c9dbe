// The keys of the identities and platform addresses of the wallets that `npm start` prints, on the paths of testnet.
import { IdentitySigner, PlatformAddressSigner, PrivateKey, wallet } from '@dashevo/evo-sdk';

/** The first mnemonic that `npm start` prints. */
export const FIRST_MNEMONIC = 'test test test test test test test test test test test junk';
/** The second one. */
export const SECOND_MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** The ids of the keys of each identity. */
export const KEYS = { master: 0, high: 1, critical: 2, transfer: 3, encryption: 4 };

/** Derives key number `keyId` of identity number `index` of a mnemonic. */
export async function deriveKey(mnemonic, index, keyId) {
  const path = `m/9'/1'/5'/0'/0'/${index}'/${keyId}'`;
  const derived = await wallet.deriveKeyFromSeedWithPath({ mnemonic, path, network: 'testnet' });
  return derived.toObject();
}

/** Finds identity number `index` of a mnemonic by its first key, and returns it with functions that sign for it. */
export async function openIdentity(sdk, mnemonic, index = 0) {
  const { privateKeyWif } = await deriveKey(mnemonic, index, KEYS.master);
  const identity = await sdk.identities.byPublicKeyHash(PrivateKey.fromWIF(privateKeyWif).getPublicKeyHash());
  if (identity === undefined) throw new Error(`identity ${index} of "${mnemonic}" is not registered`);
  /** Returns what the calls of evo-sdk need to sign with one key. */
  const sign = async (keyId, ...otherKeys) => {
    const signer = new IdentitySigner();
    for (const key of [await deriveKey(mnemonic, index, keyId), ...otherKeys])
      signer.addKeyFromWif(key.privateKeyWif);
    return { identityKey: identity.getPublicKeyById(keyId), signer };
  };
  return { identity, id: identity.id.toString(), sign };
}

/** Derives platform address number `index` of a mnemonic, with a signer for it. */
export async function openAddress(mnemonic, index) {
  const path = `m/44'/1'/0'/0/${index}`;
  const derived = await wallet.deriveKeyFromSeedWithPath({ mnemonic, path, network: 'testnet' });
  const signer = new PlatformAddressSigner();
  const address = signer.addKey(PrivateKey.fromWIF(derived.toObject().privateKeyWif));
  return { address: address.toBech32m('testnet'), signer };
}
