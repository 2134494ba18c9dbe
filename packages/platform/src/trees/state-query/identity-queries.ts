import { findBalance } from '../../state/identity/credits.js';
import { findIdentity } from '../../state/identity/identity-store.js';
import { findKeyHolder } from '../../state/identity/key-hash-index.js';
import { findStoredNonce } from '../../state/identity/nonce-store.js';
import { PURPOSES, SECURITY_LEVELS, type PublicKey } from '../../state/identity/public-key.js';
import { findContractKeys, type ContractKeyQuery, type ContractKeys } from './contract-key-queries.js';
import type { StateContext } from './state-context.js';
import { identityBytes, keyBytes } from '../state-tree/wire-identity.js';

/** Selects keys of an identity. */
export type KeySelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'specific'; readonly ids: readonly number[] }
  | { readonly kind: 'search'; readonly wanted: readonly WantedKeys[] };

/** Selects keys by their purpose and level, by the official numbers. */
export interface WantedKeys {
  readonly purpose: number;
  readonly securityLevel: number;
  /** True if only the newest is wanted. */
  readonly newestOnly: boolean;
}

/** Selects a part of the selected keys. */
export interface KeyPage {
  readonly limit?: number;
  readonly offset?: number;
}

/** Queries identities of one state. Ids have 32 bytes, hashes of keys 20; identities and keys are bytes of the network. */
export interface IdentityQueries {
  identity(id: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns the identity with a key of a unique type. */
  identityByUniqueKeyHash(hash: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns the id of the identity with a key of a unique type. */
  uniqueKeyHolder(hash: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns the first identity with a key of another type, in the order of the ids. */
  identityByKeyHash(hash: Uint8Array, startAfter?: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns the id of that identity. */
  keyHolder(hash: Uint8Array, startAfter?: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns credits; nothing where there is no identity. */
  identityBalance(id: Uint8Array): Promise<bigint | undefined>;
  balanceAndRevision(
    id: Uint8Array,
  ): Promise<{ readonly balance: bigint; readonly revision: bigint } | undefined>;
  /** Returns the stored nonce: the highest used one in the lower 40 bits, and above them which ones before it were skipped. */
  identityNonce(id: Uint8Array): Promise<bigint>;
  /** Returns the stored nonce of an identity for a contract, as {@link IdentityQueries.identityNonce}. */
  identityContractNonce(id: Uint8Array, contractId: Uint8Array): Promise<bigint>;
  /** Returns keys by their ids; none where there is no identity. */
  identityKeys(id: Uint8Array, selection: KeySelection, page: KeyPage): Promise<readonly Uint8Array[]>;
  /** Returns the identities that have such keys, in the order of the ids. */
  contractKeys(query: ContractKeyQuery): Promise<readonly ContractKeys[]>;
}

/** Returns the queries of identities of a state. */
export function identityQueries(context: StateContext): IdentityQueries {
  const { view } = context;
  const bytesOfHolder = async (id: Uint8Array | undefined): Promise<Uint8Array | undefined> => {
    const found = id === undefined ? undefined : await findIdentity(view, id);
    return found && identityBytes(found);
  };
  return {
    identity: async (id) => bytesOfHolder(id),
    identityByUniqueKeyHash: async (hash) =>
      bytesOfHolder(await findKeyHolder(view, 'uniqueKeyHashes', hash)),
    uniqueKeyHolder: async (hash) => findKeyHolder(view, 'uniqueKeyHashes', hash),
    identityByKeyHash: async (hash, startAfter) =>
      bytesOfHolder(await findKeyHolder(view, 'sharedKeyHashes', hash, startAfter)),
    keyHolder: async (hash, startAfter) => findKeyHolder(view, 'sharedKeyHashes', hash, startAfter),
    identityBalance: async (id) => findBalance(view, id),
    balanceAndRevision: async (id) => {
      const found = await findIdentity(view, id);
      return found && { balance: found.balance, revision: found.revision };
    },
    identityNonce: async (id) => findStoredNonce(view, { identityId: id }),
    identityContractNonce: async (id, contractId) => findStoredNonce(view, { identityId: id, contractId }),
    identityKeys: async (id, selection, { limit, offset = 0 }) => {
      const found = await findIdentity(view, id);
      const selected = selectKeys(found?.keys ?? [], selection);
      return selected.slice(offset, limit === undefined ? undefined : offset + limit).map(keyBytes);
    },
    contractKeys: async (query) => findContractKeys(context, query),
  };
}

/** Returns the selected keys in the order of their ids. @param keys in that order. */
function selectKeys(keys: readonly PublicKey[], selection: KeySelection): readonly PublicKey[] {
  if (selection.kind === 'all') return keys;
  if (selection.kind === 'specific') return keys.filter(({ id }) => selection.ids.includes(id));
  return keys.filter((key) => {
    const isOfKind = (one: PublicKey): boolean =>
      one.purpose === key.purpose && one.securityLevel === key.securityLevel;
    const wanted = selection.wanted.find(
      ({ purpose, securityLevel }) =>
        PURPOSES[purpose] === key.purpose && SECURITY_LEVELS[securityLevel] === key.securityLevel,
    );
    return wanted !== undefined && (!wanted.newestOnly || keys.findLast(isOfKind) === key);
  });
}
