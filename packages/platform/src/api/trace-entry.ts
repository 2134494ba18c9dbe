import { bytesToHex } from '@noble/hashes/utils.js';
import { identifierText } from '../base/bytes/identifier.js';
import { readInteger } from '../base/bytes/integer-bytes.js';
import type { TracedValue } from '../execution/trace/trace.js';
import { ADDRESS_SPACES } from '../state/address/address-keys.js';
import { EPOCH_SPACES } from '../state/chain/epoch-store.js';
import { CONTEST_SPACES } from '../state/contest/contest-keys.js';
import { CONTRACT_SPACES } from '../state/contract/contract-keys.js';
import { GROUP_SPACES } from '../state/group/group-keys.js';
import { IDENTITY_SPACES } from '../state/identity/identity-entry-keys.js';
import { highestNonce } from '../state/identity/nonce.js';
import { EXPIRY_SPACES } from '../state/keys/expiry-keys.js';
import { KEY_SPACES } from '../state/keys/key-spaces.js';
import { firstId } from '../state/keys/space-key.js';
import { TREE_SPACES } from '../state/keys/tree-keys.js';
import { tupleParts } from '../state/keys/tuple-key.js';
import { WITHDRAWAL_SPACES } from '../state/keys/withdrawal-keys.js';
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
    { chainState: 0x02, lastBlock: 0x03 },
    EPOCH_SPACES,
    TRANSITION_SPACES,
    CONTRACT_SPACES,
    KEY_SPACES,
    EXPIRY_SPACES,
    MODERATION_SPACES,
    WITHDRAWAL_SPACES,
    IDENTITY_SPACES,
    TOKEN_SPACES,
    CONTEST_SPACES,
    GROUP_SPACES,
    ADDRESS_SPACES,
    TREE_SPACES,
  ].flatMap((spaces) => Object.entries<number>(spaces).map(([name, space]) => [space, name] as const)),
);

/** Keys with a document type, and those that end with the id of a document. */
const OF_DOCUMENTS: ReadonlySet<number> = new Set(Object.values(KEY_SPACES));
const OF_INDICES: ReadonlySet<number> = new Set([
  KEY_SPACES.indexEntries,
  KEY_SPACES.valueAggregates,
  KEY_SPACES.segmentAggregates,
  KEY_SPACES.missingValues,
]);
const WITH_DOCUMENT_ID: ReadonlySet<number> = new Set([
  KEY_SPACES.documents,
  KEY_SPACES.indexEntries,
  KEY_SPACES.storageClaims,
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
  const ids: string[] = [];
  let at = 1;
  for (; key.length - at >= ID_BYTES; at += ID_BYTES)
    ids.push(identifierText(key.subarray(at, at + ID_BYTES)));
  return { entry, ...(ids.length > 0 && { ids }), ...restOf(key.subarray(at)) };
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

function documentPlace(space: number, key: Uint8Array): Omit<TraceEntry, 'entry'> {
  const hasId = WITH_DOCUMENT_ID.has(space) && key.length > 2 * ID_BYTES;
  const tuple = key.subarray(1 + ID_BYTES, hasId ? -ID_BYTES : undefined);
  const contractId = identifierText(firstId(key));
  const ids = hasId ? [contractId, identifierText(key.subarray(-ID_BYTES))] : [contractId];
  const names = namesIn(tuple);
  if (names === undefined) return { ids, ...restOf(tuple) };
  const [documentType = '', index] = names;
  return {
    ids,
    documentType,
    ...(OF_INDICES.has(space) && index !== undefined && { index }),
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
