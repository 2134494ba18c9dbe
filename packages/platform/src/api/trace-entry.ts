import { bytesToHex } from '@noble/hashes/utils.js';
import { concatBytes } from '../base/bytes/concat-bytes.js';
import { identifierText } from '../base/bytes/identifier.js';
import { readInteger } from '../base/bytes/integer-bytes.js';
import type { TracedValue } from '../execution/trace/trace.js';
import { ADDRESS_SPACES, BLOCK_SPACES } from '../state/address/address-keys.js';
import { STATE_SPACES } from '../state/chain/chain-state.js';
import { EPOCH_SPACES } from '../state/chain/epoch-store.js';
import { CONTEST_SPACES } from '../state/contest/contest-keys.js';
import { CONTRACT_SPACES } from '../state/contract/contract-keys.js';
import { GROUP_SPACES } from '../state/group/group-keys.js';
import { IDENTITY_SPACES } from '../state/identity/identity-entry-keys.js';
import { highestNonce } from '../state/identity/nonce.js';
import { EXPIRY_SPACES } from '../state/keys/expiry-keys.js';
import { KEY_SPACES } from '../state/keys/key-spaces.js';
import { firstId } from '../state/keys/space-key.js';
import { REMOVAL_SPACES } from '../state/keys/removal-keys.js';
import { TREE_SPACES } from '../state/keys/tree-keys.js';
import { tupleParts } from '../state/keys/tuple-key.js';
import { WITHDRAWAL_SPACES } from '../state/keys/withdrawal-keys.js';
import { CONTRACT_GROUP_SPACES } from '../state/contract/contract-group.js';
import { FEE_POT_SPACES } from '../state/moderation/fee-pots.js';
import { MODERATION_SPACES } from '../state/moderation/moderation-keys.js';
import { TOKEN_SPACES } from '../state/token/token-keys.js';
import { TRANSITION_SPACES } from '../state/transition-result/executed-transition.js';

/** Says which entry of the store a step read or wrote. */
export interface TraceEntry {
  /** The kind of the entry, such as `balances`, `contractNonces`, `documents`, `indexEntries`. */
  readonly entry: string;
  /** The identifiers in the key, in base58: such as that of the identity, then that of the contract. */
  readonly ids?: readonly string[];
  readonly documentType?: string;
  readonly index?: string;
  /** The other bytes of the key, in hexadecimal digits. */
  readonly rest?: string;
}

/** Describes the value of an entry. */
export interface TraceValue {
  /** Bytes. */
  readonly size: number;
  /** Credits, tokens, or a nonce. */
  readonly value?: bigint;
}

const ID_BYTES = 32;

const NAMES: ReadonlyMap<number, string> = new Map(
  [
    STATE_SPACES,
    EPOCH_SPACES,
    TRANSITION_SPACES,
    CONTRACT_SPACES,
    KEY_SPACES,
    EXPIRY_SPACES,
    MODERATION_SPACES,
    REMOVAL_SPACES,
    FEE_POT_SPACES,
    CONTRACT_GROUP_SPACES,
    WITHDRAWAL_SPACES,
    IDENTITY_SPACES,
    TOKEN_SPACES,
    CONTEST_SPACES,
    GROUP_SPACES,
    ADDRESS_SPACES,
    BLOCK_SPACES,
    TREE_SPACES,
  ].flatMap((spaces) => Object.entries<number>(spaces).map(([name, space]) => [space, name] as const)),
);

/** Part of a key: an identifier, other bytes by their number, or the name of a document type up to the end. */
type Part = 'id' | number | 'type';

/** Parts of the keys of spaces that are not identifiers up to some last bytes; the bytes behind the parts are others. */
const PARTS: ReadonlyMap<number, readonly Part[]> = new Map<number, readonly Part[]>([
  [IDENTITY_SPACES.uniqueKeyHashes, [20, 'id']],
  [IDENTITY_SPACES.sharedKeyHashes, [20, 'id']],
  [IDENTITY_SPACES.assetLocks, []],
  [EXPIRY_SPACES.expirations, [8, 'id', 'id', 'type']],
  [CONTEST_SPACES.pollEnds, [8, 'id']],
  [CONTEST_SPACES.ballotsByChoice, ['id', 1, 'id', 'id']],
  [CONTEST_SPACES.contestedResources, ['id']],
  [GROUP_SPACES.groupActions, ['id', 3, 'id']],
  [GROUP_SPACES.groupSigners, ['id', 3, 'id', 'id']],
  [TRANSITION_SPACES.executedTransitions, []],
  [TREE_SPACES.nodes, []],
]);
const IDS: readonly Part[] = ['id', 'id'];

/** Spaces whose keys have a document type. */
const OF_DOCUMENTS: ReadonlySet<number> = new Set([...Object.values(KEY_SPACES), REMOVAL_SPACES.removals]);
const OF_INDICES: ReadonlySet<number> = new Set([
  KEY_SPACES.indexEntries,
  KEY_SPACES.valueAggregates,
  KEY_SPACES.segmentAggregates,
  KEY_SPACES.missingValues,
]);
/** Bytes behind the id of a document with which keys end: the time of a version. */
const BEHIND_DOCUMENT_ID: ReadonlyMap<number, number> = new Map([
  [KEY_SPACES.documents, 0],
  [REMOVAL_SPACES.removals, 0],
  [KEY_SPACES.indexEntries, 0],
  [KEY_SPACES.storageClaims, 0],
  [KEY_SPACES.versions, 8],
]);

const NONCES: ReadonlySet<number> = new Set([IDENTITY_SPACES.identityNonces, IDENTITY_SPACES.contractNonces]);
const AMOUNTS: ReadonlySet<number> = new Set([
  IDENTITY_SPACES.balances,
  IDENTITY_SPACES.processingPool,
  IDENTITY_SPACES.totalCredits,
  IDENTITY_SPACES.controlCredits,
  IDENTITY_SPACES.withdrawnCredits,
  TOKEN_SPACES.tokenBalances,
]);

/** Describes a key. @param text a byte a character */
export function traceEntry(text: string): TraceEntry {
  const key = bytesOf(text);
  const [space = 0] = key;
  const entry = NAMES.get(space) ?? `entries ${bytesToHex(key.subarray(0, 1))}`;
  if (OF_DOCUMENTS.has(space) && key.length > ID_BYTES) return { entry, ...documentPlace(space, key) };
  return { entry, ...partsOf(key.subarray(1), PARTS.get(space) ?? IDS) };
}

/** Describes a value. @param key of its entry */
export function traceValue(key: string, { length, text }: TracedValue): TraceValue {
  const space = key.codePointAt(0) ?? 0;
  if (text === undefined || (!AMOUNTS.has(space) && !NONCES.has(space))) return { size: length };
  const value = readInteger(bytesOf(text), false);
  return {
    size: length,
    value: NONCES.has(space) ? highestNonce(value) : value,
  };
}

/** Describes what is behind the first byte of a key. A range may begin or end in the middle: what is no whole identifier is among the other bytes. */
function partsOf(key: Uint8Array, parts: readonly Part[]): Omit<TraceEntry, 'entry'> {
  const ids: string[] = [];
  const rest: Uint8Array[] = [];
  let left = key;
  for (const part of parts) {
    if (part === 'type') {
      const documentType = Buffer.from(left).toString('utf8');
      return { ...idsOf(ids), ...(left.length > 0 && { documentType }), ...restOf(concatBytes(rest)) };
    }
    const size = part === 'id' ? ID_BYTES : part;
    if (left.length < size) break;
    if (part === 'id') ids.push(identifierText(left.subarray(0, size)));
    else rest.push(left.subarray(0, size));
    left = left.subarray(size);
  }
  return { ...idsOf(ids), ...restOf(concatBytes([...rest, left])) };
}

const idsOf = (ids: readonly string[]): Pick<TraceEntry, 'ids'> => (ids.length > 0 ? { ids } : {});

/** Describes the key of a document, of one of its indices, or of an aggregate. A range may begin with a part of such a key, which has no id of a document. */
function documentPlace(space: number, key: Uint8Array): Omit<TraceEntry, 'entry'> {
  const contractId = identifierText(firstId(key));
  const behind = key.subarray(1 + ID_BYTES);
  const idAt = behind.length - ID_BYTES - (BEHIND_DOCUMENT_ID.get(space) ?? Infinity);
  const prefix = namesIn(behind);
  const names = prefix ?? (idAt > 0 ? namesIn(behind.subarray(0, idAt)) : undefined);
  if (names === undefined) return { ids: [contractId], ...restOf(behind) };
  const [documentType, index] = names;
  return {
    ids: prefix ? [contractId] : [contractId, identifierText(behind.subarray(idAt, idAt + ID_BYTES))],
    ...(documentType !== undefined && { documentType }),
    ...(OF_INDICES.has(space) && index !== undefined && { index }),
    ...(prefix === undefined && restOf(behind.subarray(idAt + ID_BYTES))),
  };
}

/** Returns the first parts of a tuple key; nothing where it is none: a range may begin or end in the middle. */
function namesIn(tuple: Uint8Array): readonly string[] | undefined {
  try {
    return tupleParts(tuple)
      .slice(0, 2)
      .map((part) => Buffer.from(part).toString('utf8'));
  } catch {
    return undefined;
  }
}

const restOf = (rest: Uint8Array): Pick<TraceEntry, 'rest'> =>
  rest.length === 0 ? {} : { rest: bytesToHex(rest) };

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
