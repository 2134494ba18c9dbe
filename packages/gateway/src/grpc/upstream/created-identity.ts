import { isDeepStrictEqual } from 'node:util';
import {
  identityPublicKey,
  type IdentityPublicKey,
  type IdentityPublicKeyInCreation,
} from '@dapikit/protocol';

/** Returns whether the stored keys of an identity are those that a transition registers it with: none was added or disabled since. */
export const hasSameKeys = (
  stored: readonly IdentityPublicKey[],
  sent: readonly IdentityPublicKeyInCreation[],
): boolean =>
  stored.length === sent.length &&
  isDeepStrictEqual(byId(stored), byId(sent.map((key) => ({ ...key, disabledAt: undefined }))));

const byId = (keys: readonly IdentityPublicKey[]): ReadonlyMap<number, unknown> =>
  new Map(keys.map((key) => [key.id, identityPublicKey.toJson(key)]));
