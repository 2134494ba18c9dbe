import { identityPublicKey, type IdentityPublicKey } from '@dapikit/protocol';
import { compareBytes } from '@dapikit/protocol/codec';
import type { ProvenElement } from '../grove-proof/verify-query.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemContent, itemInteger, sumItemAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProofReader,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { IDENTITY_KEYS, identityKeysPath, identityPath, rootPath } from '../drive/drive-paths.js';

/** Identity with its balance in credits and all its keys. */
export interface ProvenIdentity {
  readonly id: Uint8Array;
  readonly balance: bigint;
  readonly revision: bigint;
  readonly publicKeys: readonly IdentityPublicKey[];
}

/**
 * Returns the query for an identity: its balance, its revision and all its keys. Source: `full_identity_query` in
 * `packages/rs-drive/src/drive/identity/fetch/queries/mod.rs` of dashpay/platform.
 */
export const identityQuery = (identityId: Uint8Array): PathQuery =>
  mergePathQueries([
    { path: rootPath('balances'), query: { items: [{ type: 'key', key: identityId }] } },
    { path: identityPath(identityId), query: { items: [{ type: 'key', key: IDENTITY_KEYS.revision }] } },
    { path: identityKeysPath(identityId), query: { items: [{ type: 'rangeFull' }] } },
  ]);

const isAt = ({ path }: ProvenElement, length: number): boolean => path.length === length;

/** Reads an identity from a proof; undefined if it is proven not to exist. Throws DecodeError, ProofError. */
export function readIdentity(
  reader: ProofReader,
  identityId: Uint8Array,
  options?: Parameters<ProofReader['elements']>[1],
): ProvenIdentity | undefined {
  const found = reader.elements(identityQuery(identityId), options);
  if (found.length === 0) return undefined;
  const balance = found.find((element) => isAt(element, 1));
  const revision = found.find(
    (element) => isAt(element, 2) && compareBytes(element.key, IDENTITY_KEYS.revision) === 0,
  );
  const keys = found.filter((element) => isAt(element, 3));
  if (balance === undefined || revision === undefined || keys.length === 0 || keys.length + 2 < found.length)
    throw new ProofError(
      'unexpected-element',
      'the identity has no balance, no revision, no keys or other elements',
    );
  return {
    id: identityId,
    balance: sumItemAmount(balance.element),
    revision: itemInteger(revision.element, 8),
    publicKeys: keys.map(({ element }) => itemContent(identityPublicKey, element)),
  };
}

/**
 * Verifies the response of getIdentity: the identity, or undefined if there is none. Throws DecodeError, ProofError.
 * Source: `verify_full_identity_by_identity_id` in `packages/rs-drive/src/verify/identity` of dashpay/platform.
 *
 * @example
 * import { verifyIdentity } from '@dapikit/proof';
 * import { responseTo } from './recorded.js';
 *
 * const { response, quorumKey } = responseTo('IdentityRequest');
 * const { value: identity, metadata } = verifyIdentity(response, { identityId: new Uint8Array(32).fill(1), quorumKey });
 * identity.revision; // => 0n
 * identity.publicKeys.length; // => 4
 * metadata.height; // => 274n
 */
export const verifyIdentity = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array },
): Proven<ProvenIdentity | undefined> =>
  verifyResponse(response, options, (reader) => readIdentity(reader, options.identityId));
