import { EvoSDK, IdentitySigner, type Identity, type IdentityPublicKey } from '@dashevo/evo-sdk';
import type { FundedKey } from '../platform/network-ready.js';
import type { DevNetwork } from './dev-network.js';

/** Names the keys of a funded identity by their ids: MASTER, HIGH, CRITICAL, TRANSFER, ENCRYPTION. */
const KEY_IDS = { master: 0, high: 1, critical: 2, transfer: 3, encryption: 4 } as const;

/** Names a key of a funded identity. */
export type KeyName = keyof typeof KEY_IDS;

/** Describes a funded identity that signs with evo-sdk. */
export interface FundedSigner {
  /** Base58. */
  readonly id: string;
  /** The identity as it was when the signer was opened. */
  readonly identity: Identity;
  readonly keys: readonly FundedKey[];
  /** Returns what calls of evo-sdk need to sign with a key: documents and tokens take `high` or `critical`, contracts `critical`, transfers of credits `transfer`. */
  sign(key: KeyName): { readonly identityKey: IdentityPublicKey; readonly signer: IdentitySigner };
}

/** Returns a client of evo-sdk that is connected to a network, and verifies its proofs. */
export async function connectEvoSdk({ url }: Pick<DevNetwork, 'url'>): Promise<EvoSDK> {
  const sdk = new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [url],
    quorumUrl: url,
    // There is one address: a client that bans it has none.
    settings: { banFailedAddress: false },
  });
  await sdk.connect();
  return sdk;
}

/** Returns funded identity number `index` of a network as a signer. @throws {RangeError} (rejects) where there is none */
export async function openSigner(
  sdk: EvoSDK,
  { identities }: Pick<DevNetwork, 'identities'>,
  index = 0,
): Promise<FundedSigner> {
  const funded = identities[index];
  if (funded === undefined)
    throw new RangeError(`there is no funded identity ${index}: use 0 to ${identities.length - 1}`);
  const { id, keys } = funded;
  const identity = await sdk.identities.fetch(id);
  if (identity === undefined)
    throw new RangeError(`identity ${id} is not registered: open the platform first`);
  return {
    id,
    identity,
    keys,
    sign: (name) => {
      const key = keys[KEY_IDS[name]];
      const identityKey = identity.getPublicKeyById(KEY_IDS[name]);
      if (key === undefined || identityKey === undefined)
        throw new RangeError(`identity ${id} has no key "${name}"`);
      const signer = new IdentitySigner();
      signer.addKeyFromWif(key.wif);
      return { identityKey, signer };
    },
  };
}
