import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { indexKey } from '@dapikit/proof/document-query';
import { lastId, spaceKey } from '../keys/space-key.js';
import { behindPrefix, tupleKey } from '../keys/tuple-key.js';
import type { KeyRange } from '../../store/store.js';
import type { Choice } from './contest.js';
import type { Poll } from './poll-id.js';
import type { PollValue } from './wire-value.js';

/**
 * Lists the spaces of contests in a store: the first byte of a key is the kind of the entry. `( )` joins what is only there at times.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 30 | poll id | the contest |
 * | 31 | poll id | the poll |
 * | 32 | poll id, identity id | the document of a contender |
 * | 33 | document id | empty; while a contender has it |
 * | 34 | ProTx hash, poll id | what the masternode votes for |
 * | 35 | poll id, choice, (identity id), ProTx hash | the weight of its vote |
 * | 36 | poll id, which of its contests | who voted what |
 * | 37 | when it ends, poll id | empty; while it runs |
 * | 37 | | when the next poll ends, 8 bytes; while any runs |
 * | 38 | contract id, tuple of type, index name and key of each value | poll id |
 * | 39 | poll id, height of a block | who joined and which votes changed with it |
 * | 3a | ProTx hash | empty; once the masternode has voted |
 *
 * Ids and ProTx hashes have 32 bytes and are unchanged, so that they sort by their bytes.
 */
export const CONTEST_SPACES = {
  contests: 0x30,
  polls: 0x31,
  contenderDocuments: 0x32,
  contendingIds: 0x33,
  ballotsByVoter: 0x34,
  ballotsByChoice: 0x35,
  ballotRecords: 0x36,
  pollEnds: 0x37,
  contestedResources: 0x38,
  tallies: 0x39,
  voters: 0x3a,
} as const;

const ID_BYTES = 32;
const END_BYTES = 8;
const HEIGHT_BYTES = 8;
const CHOICES: Readonly<Record<Choice['kind'], number>> = { towardsIdentity: 0, abstain: 1, lock: 2 };

const key = (space: keyof typeof CONTEST_SPACES, ...parts: readonly Uint8Array[]): Uint8Array =>
  spaceKey(CONTEST_SPACES[space], ...parts);

/** Returns all keys that begin with a prefix. */
export const allBehind = (prefix: Uint8Array): KeyRange => ({ from: prefix, to: behindPrefix(prefix) });

/** Returns the prefix of the keys of all contests. */
export const contestsPrefix = (): Uint8Array => key('contests');

export const contestKey = (pollId: Uint8Array): Uint8Array => key('contests', pollId);

export const pollKey = (pollId: Uint8Array): Uint8Array => key('polls', pollId);

export const contenderDocumentKey = (pollId: Uint8Array, identityId: string): Uint8Array =>
  key('contenderDocuments', pollId, bytesOf(identityId));

export const contendingIdKey = (documentId: string): Uint8Array => key('contendingIds', bytesOf(documentId));

/** Returns the prefix of the keys of all votes of a masternode. */
export const voterPrefix = (proTxHash: Uint8Array): Uint8Array => key('ballotsByVoter', proTxHash);

/** Returns the key of a vote of a masternode. @param voter its ProTx hash, 32 bytes. */
export const ballotKey = (voter: Uint8Array, pollId: Uint8Array): Uint8Array =>
  key('ballotsByVoter', voter, pollId);

/** Returns the key that is there once a masternode has voted. */
export const voterKey = (proTxHash: Uint8Array): Uint8Array => key('voters', proTxHash);

/** Returns the prefix of the keys of all votes in a poll, or of those for a choice. */
export function votesPrefix(pollId: Uint8Array, choice?: Choice): Uint8Array {
  if (choice === undefined) return key('ballotsByChoice', pollId);
  const identity = choice.kind === 'towardsIdentity' ? [bytesOf(choice.identityId)] : [];
  return key('ballotsByChoice', pollId, Uint8Array.of(CHOICES[choice.kind]), ...identity);
}

/** Returns the choice that bytes begin with as such keys have it, and how many bytes it takes. */
export function choiceIn(bytes: Uint8Array): { readonly choice: Choice; readonly size: number } {
  if (bytes[0] === CHOICES.towardsIdentity) {
    const size = 1 + ID_BYTES;
    return { choice: { kind: 'towardsIdentity', identityId: identifierText(bytes.subarray(1, size)) }, size };
  }
  return { choice: { kind: bytes[0] === CHOICES.abstain ? 'abstain' : 'lock' }, size: 1 };
}

export const voteKey = (pollId: Uint8Array, choice: Choice, proTxHash: Uint8Array): Uint8Array =>
  concatBytes([votesPrefix(pollId, choice), proTxHash]);

/** Returns the prefix of the keys of all records of a poll. */
export const ballotRecordsPrefix = (pollId: Uint8Array): Uint8Array => key('ballotRecords', pollId);

export const ballotRecordKey = (pollId: Uint8Array, contest: number): Uint8Array =>
  concatBytes([ballotRecordsPrefix(pollId), integerBytes(BigInt(contest), 4)]);

/** Returns the prefix of the keys of all polls that end at a time. */
export const endPrefix = (endsAt: number): Uint8Array =>
  key('pollEnds', integerBytes(BigInt(endsAt), END_BYTES));

/** Returns the prefix of the keys of the ends of all polls. */
export const endsPrefix = (): Uint8Array => key('pollEnds');

export const endKey = (endsAt: number, pollId: Uint8Array): Uint8Array =>
  concatBytes([endPrefix(endsAt), pollId]);

/** Returns the end and the poll of such a key. */
export const endOf = (key: Uint8Array): { readonly endsAt: number; readonly pollId: Uint8Array } => ({
  endsAt: Number(new DataView(key.buffer, key.byteOffset).getBigUint64(1)),
  pollId: lastId(key),
});

/** Returns the prefix of the keys of all changes of votes, or of those in a poll. */
export const talliesPrefix = (...pollId: readonly Uint8Array[]): Uint8Array => key('tallies', ...pollId);

export const tallyKey = (pollId: Uint8Array, height: bigint): Uint8Array =>
  concatBytes([talliesPrefix(pollId), integerBytes(height, HEIGHT_BYTES)]);

/** Returns the poll of such a key. */
export const pollOfTally = (key: Uint8Array): Uint8Array => key.slice(1, 1 + ID_BYTES);

/** Describes a contested index of a document type. */
export type ResourcePlace = Pick<Poll, 'contractId' | 'documentType' | 'indexName'>;

/** Returns the prefix of the keys of all polls of an index whose first values have these keys. */
export const resourcePrefix = (
  { contractId, documentType, indexName }: ResourcePlace,
  ...values: readonly Uint8Array[]
): Uint8Array => {
  const text = new TextEncoder();
  return key(
    'contestedResources',
    contractId,
    tupleKey(text.encode(documentType), text.encode(indexName), ...values),
  );
};

/** Returns the key of a value of a poll, as an index has it. */
export const pollValueKey = (entry: PollValue): Uint8Array =>
  entry.type === 'null' ? new Uint8Array() : indexKey(entry.type, entry.value);

/** Returns the keys of the values of a poll. */
const pollValueKeys = ({ indexValues }: Pick<Poll, 'indexValues'>): Uint8Array[] =>
  indexValues.map((entry) => pollValueKey(entry));

export const resourceKey = (poll: Poll): Uint8Array => resourcePrefix(poll, ...pollValueKeys(poll));

/** Defines the offset of the values in such a key. */
export const RESOURCE_VALUES_AT = 1 + ID_BYTES;
