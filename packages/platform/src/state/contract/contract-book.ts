import {
  firstProtocolWith,
  describeContract,
  documentValidator,
  type AggregatesDescription,
  type ContractDescription,
  type DocumentValidator,
} from '@dapikit/contract';
import { LRUCache } from 'lru-cache';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { identifierText } from '../../base/bytes/identifier.js';
import type { Collection, Preallocation } from '../document/collection.js';
import type { KeyOrder } from '@dapikit/proof/document-query';
import { asBuffer } from '../../base/bytes/as-buffer.js';
import type { StoreView } from '../../store/store.js';
import {
  findContractHash,
  findStoredContract,
  type FormerVersion,
  type StoredContract,
} from './contract-store.js';
import { listTokenExtensions, PLAIN_TOKEN, type TokenExtension } from './token-extension.js';
import { findUnexecuted } from './unexecuted-keyword.js';
import { protocolOf } from '../chain/protocol.js';

/** Describes the documents of a type by an earlier version of their contract. */
export interface FormerCollection extends Collection {
  readonly contractVersion: number;
}

/** Describes a contract that is registered. */
export interface RegisteredContract extends StoredContract {
  readonly description: ContractDescription;
  /** The documents of a type, or nothing when there is no such type. The same object at every call. */
  readonly collection: (documentType: string) => Collection | undefined;
  /** The documents of a type by earlier versions of the contract with other layouts, the newest first. */
  readonly formerCollections: (documentType: string) => readonly FormerCollection[];
  /** Returns a keyword of a document type that the local platform does not execute; `undefined` where there is none. */
  readonly unexecuted: (documentType: string) => string | undefined;
  /** Returns what the token at a position has beside one of format 0. */
  readonly tokenExtension: (position: number) => TokenExtension;
  /** Compiled at the first call. */
  readonly validator: (documentType: string) => DocumentValidator;
}

/** Describes the contracts of a store. What they mean is worked out once. */
export interface ContractBook {
  /** A contract by its id, as a state of the store has it, or nothing. */
  readonly findContract: (view: StoreView, id: Uint8Array) => Promise<RegisteredContract | undefined>;
}

/** Options of {@link createContractBook}. */
interface ContractBookOptions {
  readonly keyOrder: KeyOrder;
  readonly protocolVersion: number;
}

/** The first protocol with `$creatorId`. */
const CREATORS_SINCE = firstProtocolWith('creatorId');

/** Limits the cached contracts. */
const MAX_CACHED_CONTRACTS = 500;

/** Creates a book that caches compiled contracts for as long as the store has the same bytes of them. */
export function createContractBook(options: ContractBookOptions): ContractBook {
  const cache = new LRUCache<string, { readonly hash: Uint8Array; readonly contract: RegisteredContract }>({
    max: MAX_CACHED_CONTRACTS,
  });
  const findContract: ContractBook['findContract'] = async (view, id) => {
    const hash = await findContractHash(view, id);
    if (hash === undefined) return undefined;
    const name = bytesKey(id);
    const known = cache.get(name);
    if (known !== undefined && asBuffer(known.hash).equals(hash)) return known.contract;
    const stored = await findStoredContract(view, id);
    if (stored === undefined)
      throw new RangeError(`contract ${identifierText(id)} is missing beside its hash`);
    const contract = compileContract(stored, options);
    cache.set(name, { hash: Uint8Array.from(hash), contract });
    return contract;
  };
  return { findContract };
}

const NO_AGGREGATES: AggregatesDescription = {
  countable: 'notCountable',
  rangeCountable: false,
  rangeSummable: false,
};

/** Returns a contract of which some types count and sum nothing; their indices do not either, as the network rejected that before. */
function withoutAggregates(contract: ContractDescription, typeNames: readonly string[]): ContractDescription {
  if (typeNames.length === 0) return contract;
  return {
    ...contract,
    documentTypes: contract.documentTypes.map((type) =>
      typeNames.includes(type.name) ? { ...type, aggregates: NO_AGGREGATES } : type,
    ),
  };
}

/**
 * Returns the protocol version by whose rules a stored contract is read: that of its registration or last update. Protocol 10 has the rules
 * of 9 for contracts; from it on documents record who created them, whenever their contract came.
 */
export const protocolOfContract = (
  { protocolVersion }: Pick<StoredContract, 'protocolVersion'>,
  present: number,
): number => Math.max(protocolVersion, Math.min(present, CREATORS_SINCE));

/** Version of a contract, which its documents are read by. */
type ContractVersion = FormerVersion & Pick<StoredContract, 'id'>;

/**
 * Describes a version of a contract. @param present the protocol version of the platform
 * @throws {RangeError} when it cannot have been registered.
 */
export function describeVersion(
  stored: ContractVersion,
  present: number,
): { readonly description: ContractDescription; readonly protocolVersion: number } {
  const { text } = stored;
  const protocolVersion = protocolOfContract(stored, present);
  const described = describeContract(text, {
    protocolVersion,
    transition: stored.version === 1 ? 'create' : 'update',
    network: 'regtest',
  });
  if (!described.ok)
    throw new RangeError(
      `protocol ${protocolVersion} rejects the stored contract ${identifierText(stored.id)}: ${described.diagnostics[0]?.message ?? 'unknown reason'}`,
    );
  return {
    description: withoutAggregates(described.description, stored.uncountedTypes ?? []),
    protocolVersion,
  };
}

/** Returns the documents of each type of a contract. */
function collectionsOf(
  { documentTypes }: ContractDescription,
  contractId: Uint8Array,
  order: KeyOrder,
): ReadonlyMap<string, Collection> {
  const related = (documentType: string): Collection | undefined => collections.get(documentType);
  const preallocating = (target: string): readonly Preallocation[] =>
    [...collections.values()].flatMap((collection) =>
      [...collection.type.indices, ...(collection.type.counters ?? [])].flatMap((index) =>
        (index.preallocated ?? [])
          .filter(({ documentType }) => documentType === target)
          .map(({ values }) => ({ collection, index, values })),
      ),
    );
  const targets = new Set(
    documentTypes
      .flatMap(({ indices, counters = [] }) => [...indices, ...counters])
      .flatMap(({ preallocated = [] }) => preallocated.map(({ documentType }) => documentType)),
  );
  const collections: ReadonlyMap<string, Collection> = new Map(
    documentTypes.map((type) => [
      type.name,
      {
        location: { contractId, documentType: type.name },
        type,
        order,
        ...(type.derived !== undefined && { related }),
        ...(targets.has(type.name) && {
          preallocations: () => preallocating(type.name),
        }),
      },
    ]),
  );
  return collections;
}

/** Compiles a stored contract. @throws {RangeError} when it cannot have been registered. */
function compileContract(
  stored: StoredContract,
  { keyOrder, protocolVersion: present }: ContractBookOptions,
): RegisteredContract {
  const { id, text, former = [] } = stored;
  const { description, protocolVersion } = describeVersion(stored, present);
  const collections = collectionsOf(description, id, keyOrder);
  const formerVersions = former.map((one) => ({
    version: one.version,
    collections: collectionsOf(describeVersion({ ...one, id }, present).description, id, keyOrder),
  }));
  const formerCollections = (documentType: string): readonly FormerCollection[] =>
    formerVersions.flatMap(({ version, collections: found }) => {
      const collection = found.get(documentType);
      return collection === undefined ? [] : [{ ...collection, contractVersion: version }];
    });
  const validators = new Map<string, DocumentValidator>();
  const isExtended = protocolOf(protocolVersion).constraints;
  const unexecuted = new Map<string, string | undefined>();
  let ofTokens: ReturnType<typeof listTokenExtensions> | undefined;
  return {
    ...stored,
    description,
    collection: (documentType) => collections.get(documentType),
    formerCollections,
    unexecuted: (documentType) => {
      if (!isExtended) return undefined;
      if (!unexecuted.has(documentType)) unexecuted.set(documentType, findUnexecuted(text, documentType));
      return unexecuted.get(documentType);
    },
    tokenExtension: (position) => {
      if (!isExtended) return PLAIN_TOKEN;
      ofTokens ??= listTokenExtensions(text);
      return ofTokens.get(position) ?? PLAIN_TOKEN;
    },
    validator: (documentType) => {
      const known = validators.get(documentType);
      if (known !== undefined) return known;
      const validator = documentValidator(text, documentType, { protocolVersion });
      if (collections.has(documentType)) validators.set(documentType, validator);
      return validator;
    },
  };
}
