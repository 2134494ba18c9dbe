import { canonicalText } from '../source/canonical-text.js';
import { decodeIdentifier } from '../model/identifier.js';
import { readValue } from '../source/read-value.js';
import { toComparable } from '../expression/document-values.js';
import { getMembers, isEqual, type Data } from './data.js';
import type { DocumentQuery, OutsideContract, OutsideDocument, OutsideFacts } from './outside-facts.js';

/** Describes a total that is assumed: `countOf` or `sumOf` as the rule writes it, and its value. */
export interface AssumedTotal {
  readonly countOf?: unknown;
  readonly sumOf?: unknown;
  readonly is: number | bigint;
}

/** Describes a document that is assumed to be in the state. */
export interface AssumedDocument {
  readonly type: string;
  /** Base58 text, as are the other identifiers. */
  readonly id: string;
  readonly ownerId: string;
  readonly creatorId?: string;
  /** Contract of the document; that of the judged document when absent. */
  readonly contractId?: string;
  readonly data: unknown;
  /** Times and heights by name. */
  readonly system?: Readonly<Record<string, number>>;
  /** True for the record that remains of a document that moderators deleted. */
  readonly isRemoved?: boolean;
}

/** Describes a contract that is assumed to be in the state, with what references require of it. */
export interface AssumedContract {
  /** Base58 text, as is the owner. */
  readonly id: string;
  readonly ownerId?: string;
  /** Milliseconds. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly readonly?: boolean;
  readonly keepsHistory?: boolean;
  /** Its elected moderation: the delay of the election in seconds, and if the owner is protected. */
  readonly elected?: { readonly electionDelay?: number; readonly ownerProtected?: boolean };
}

/**
 * Describes what is assumed about the state. Members that are absent are unknown: what depends on them is not judged. A list that is
 * present is complete: what it does not have does not exist.
 */
export interface AssumedState {
  readonly identities?: readonly string[];
  readonly contracts?: readonly (string | AssumedContract)[];
  readonly tokens?: readonly string[];
  readonly documents?: readonly AssumedDocument[];
  readonly totals?: readonly AssumedTotal[];
  readonly moderators?: readonly string[];
  readonly keys?: readonly {
    readonly identityId: string;
    readonly keyId: number;
    readonly isDisabled?: boolean;
    readonly purpose?: string;
    readonly boundTo?: string;
  }[];
  readonly blockHeight?: number;
  /** Milliseconds. */
  readonly blockTime?: number;
}

/** Reads the properties of a document of a type of the contract: text becomes bytes where the schema says so. */
export type ReadProperties = (documentType: string, data: unknown) => ReadonlyMap<string, Data>;

/** Answers questions about the state by assumptions. */
export function createAssumedFacts(state: AssumedState, readProperties: ReadProperties): OutsideFacts {
  const { identities, contracts, tokens, moderators, keys, blockHeight, blockTime } = state;
  const documents = state.documents?.map((document) => ({
    document,
    found: readDocument(document, readProperties),
  }));
  return {
    hasIdentity: isListed(identities),
    hasContract: isListed(contracts?.map((one) => (typeof one === 'string' ? one : one.id))),
    findContract: (id) => findContract(contracts, id),
    hasToken: isListed(tokens),
    isModerator: isListed(moderators),
    findDocument: (query) => {
      if (documents === undefined) return undefined;
      return documents.find(({ document, found }) => matches(query, document, found))?.found ?? null;
    },
    findKey: (identity, keyId) => {
      if (keys === undefined) return undefined;
      const key = keys.find((one) => isSameId(one.identityId, identity) && BigInt(one.keyId) === keyId);
      if (key === undefined) return null;
      return { isDisabled: key.isDisabled ?? false, purpose: key.purpose, boundTo: key.boundTo };
    },
    totalOf: ({ expression }) => findTotal(state.totals, expression),
    blockHeight: blockHeight === undefined ? undefined : BigInt(blockHeight),
    blockTime: blockTime === undefined ? undefined : BigInt(blockTime),
  };
}

function isListed(list: readonly string[] | undefined): (id: Uint8Array) => boolean | undefined {
  const known = list?.map((text) => toComparable(text, 'identifier'));
  return (id) => known?.includes(toComparable(id, 'identifier'));
}

/** Returns a contract; undefined where only its id, or not its owner, is known. */
function findContract(
  contracts: AssumedState['contracts'],
  id: Uint8Array,
): OutsideContract | null | undefined {
  if (contracts === undefined) return undefined;
  const found = contracts.find((one) => isSameId(typeof one === 'string' ? one : one.id, id));
  if (found === undefined) return null;
  if (typeof found === 'string' || found.ownerId === undefined) return undefined;
  const {
    ownerId,
    createdAt,
    updatedAt,
    readonly: isReadonly = false,
    keepsHistory = false,
    elected,
  } = found;
  return {
    ownerId: toBytes(ownerId),
    createdAt: createdAt === undefined ? undefined : BigInt(createdAt),
    updatedAt: updatedAt === undefined ? undefined : BigInt(updatedAt),
    isReadonly,
    keepsHistory,
    election: elected && {
      delay: BigInt(elected.electionDelay ?? 0),
      isOwnerProtected: elected.ownerProtected ?? false,
    },
  };
}

const isSameId = (text: string, id: Uint8Array): boolean =>
  toComparable(text, 'identifier') === toComparable(id, 'identifier');

function readDocument(document: AssumedDocument, readProperties: ReadProperties): OutsideDocument {
  const { type, id, ownerId, creatorId, data, system = {}, contractId, isRemoved } = document;
  const times = Object.entries(system).map(([name, value]) => [name, BigInt(value)] as const);
  return {
    id: toBytes(id),
    ownerId: toBytes(ownerId),
    creatorId: creatorId === undefined ? undefined : toBytes(creatorId),
    values: readProperties(contractId === undefined ? type : '', data),
    times: new Map(times),
    isRemoved,
  };
}

const toBytes = (text: string): Uint8Array => decodeIdentifier(text) ?? new Uint8Array();

function matches(query: DocumentQuery, document: AssumedDocument, found: OutsideDocument): boolean {
  if (query.documentType !== document.type || query.contractId !== document.contractId) return false;
  if (query.id !== undefined && !isEqual(query.id, found.id)) return false;
  return [...(query.values ?? [])].every(([path, value]) => {
    const own = findOutsideValue(found, path);
    return own !== undefined && isEqual(own, value);
  });
}

/** Returns a value of a document of the state: a property by path, or a system value. */
export function findOutsideValue(document: OutsideDocument, path: string): Data | undefined {
  if (path === '$id') return document.id;
  if (path === '$ownerId') return document.ownerId;
  if (path === '$creatorId') return document.creatorId;
  if (path.startsWith('$')) return document.times.get(path);
  let value: Data | undefined = document.values;
  for (const key of path.split('.')) value = value === undefined ? undefined : getMembers(value)?.get(key);
  return value ?? undefined;
}

function findTotal(totals: readonly AssumedTotal[] | undefined, expression: string): bigint | undefined {
  const found = totals?.find((total) => {
    const { root } = readValue(
      total.countOf === undefined ? { sumOf: total.sumOf } : { countOf: total.countOf },
    );
    return root !== undefined && canonicalText(root) === expression;
  });
  return found === undefined ? undefined : BigInt(found.is);
}
