import { type EvoSDK, PrivateKey, wallet } from '@dashevo/evo-sdk';

/** Somebody who signs: the identity, and its private key in WIF. */
export interface User {
  identityId: string;
  privateKey: string;
}

/** Key 2, the critical one, of the first identity of a mnemonic on testnet. */
const PATH = "m/9'/1'/5'/0'/0'/0'/2'";

/** Finds the identity of a mnemonic. */
export async function signIn(sdk: EvoSDK, mnemonic: string): Promise<User> {
  const { privateKeyWif } = await wallet.deriveKeyFromSeedWithPath({
    mnemonic,
    path: PATH,
    network: 'testnet',
  });
  const publicKeyHash = PrivateKey.fromWIF(privateKeyWif).getPublicKeyHash();
  const identity = await sdk.identities.byPublicKeyHash(publicKeyHash);
  if (identity === undefined) throw new Error('The network has no identity of this mnemonic.');
  return { identityId: identity.id.toString(), privateKey: privateKeyWif };
}
