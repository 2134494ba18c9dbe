import { PrivateKey, type EvoSDK, type IdentityPublicKey } from '@dashevo/evo-sdk';
import { identifier, identifierText } from '../document/identifier.js';
import { ClientError } from '../error/client-error.js';
import { fromSdk } from '../error/sdk-error.js';
import type { Signer } from './signer.js';

/** A key of an identity with its private key. */
export interface SigningKey {
  readonly identityId: string;
  readonly privateKey: PrivateKey;
  readonly publicKey: IdentityPublicKey;
}

/** The numbers of security levels by the names that evo-sdk gives them. */
const LEVELS: Readonly<Record<string, number>> = { master: 0, critical: 1, high: 2, medium: 3 };

/**
 * Finds the key of an identity that belongs to a private key.
 * @throws {ClientError} (rejects) when the identity is not registered, or the private key belongs to none of its keys for authentication.
 */
export async function findSigningKey(sdk: EvoSDK, signer: Signer): Promise<SigningKey> {
  const identityId = identifierText(identifier(signer.identityId));
  const privateKey = readPrivateKey(signer.privateKey);
  const identity = await fromSdk(sdk.identities.fetch(identityId));
  if (identity === undefined)
    throw new ClientError(`identity ${identityId} is not registered on this network`);
  const hash = privateKey.getPublicKeyHash();
  const publicKey = identity.publicKeys.find(
    (key) => key.getPublicKeyHash() === hash && key.disabledAt === undefined,
  );
  if (publicKey === undefined)
    throw new ClientError(`the private key belongs to no key of identity ${identityId} that is in use`);
  return { identityId, privateKey, publicKey };
}

/**
 * Checks that a key may sign transitions.
 * @param weakest number of the weakest security level: 1 critical, 2 high, 3 medium
 * @throws {ClientError} when it may not.
 */
export function checkLevel({ publicKey }: SigningKey, weakest: number, what: string): void {
  const level = LEVELS[publicKey.securityLevel.toLowerCase()];
  if (publicKey.purpose.toLowerCase() !== 'authentication')
    throw new ClientError(
      `a key for ${publicKey.purpose.toLowerCase()} does not sign ${what}: use one for authentication`,
    );
  if (level === undefined || level === 0 || level > weakest)
    throw new ClientError(
      `${what} are signed by a key of level ${allowedLevels(weakest)}, not ${publicKey.securityLevel.toLowerCase()}`,
    );
}

const allowedLevels = (weakest: number): string =>
  Object.entries(LEVELS)
    .filter(([, level]) => level > 0 && level <= weakest)
    .map(([name]) => name)
    .join(' or ');

/** Reads WIF. The text does not appear in the error. */
function readPrivateKey(wif: string): PrivateKey {
  try {
    return PrivateKey.fromWIF(wif);
  } catch {
    throw new ClientError('the private key is not in WIF');
  }
}
