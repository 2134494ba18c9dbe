import type { Path } from '../element/reference-path.js';
import { rootPath, timeKey } from './drive-paths.js';
import { CONTESTED_RESOURCE_KEYS, PREFUNDED_VOTE_BALANCES_KEY, VOTE_KEYS } from './tree-keys.js';

/**
 * Where Drive has contests and votes at protocol 12 and 13.
 *
 * Source: `packages/rs-drive/src/drive/votes/paths.rs` in dashpay/platform.
 */

/** Names a document type that has a contested index. */
export interface ContestedIndex {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
}

const contestedResourcesPath = (): Path => [...rootPath('votes'), VOTE_KEYS.contestedResources];

/** Returns the path of the contracts that have contested indices. */
export const activePollsPath = (): Path => [...contestedResourcesPath(), CONTESTED_RESOURCE_KEYS.activePolls];

/** Keys in the layer of a contested document type: the documents of contenders, and the values of the contested index. */
export const CONTESTED_TYPE_KEYS = { documents: Uint8Array.of(0x00), values: Uint8Array.of(0x01) } as const;

/** Returns the path of a document type that has a contested index. */
export const contestedTypePath = ({ contractId, documentTypeName }: ContestedIndex): Path => [
  ...activePollsPath(),
  contractId,
  new TextEncoder().encode(documentTypeName),
];

/** Returns the path of the documents of contenders, by their ids. */
export const contestedDocumentsPath = (index: ContestedIndex): Path => [
  ...contestedTypePath(index),
  CONTESTED_TYPE_KEYS.documents,
];

/** Returns the path of the layer where the values of a contested index begin. */
export const contestedIndexPath = (index: ContestedIndex): Path => [
  ...contestedTypePath(index),
  CONTESTED_TYPE_KEYS.values,
];

const lastByte = (byte: number): Uint8Array => new Uint8Array(32).fill(byte, 31);

/** Key of the stored state of a poll, next to its contenders. */
export const STORED_INFO_KEY = lastByte(0);
/** Key of the votes to abstain. */
export const ABSTAIN_KEY = lastByte(1);
/** Key of the votes to lock. */
export const LOCK_KEY = lastByte(2);

/** Keys in the layer of a contender: the reference to its document, and its votes. The votes to abstain and to lock have only the latter. */
export const CONTENDER_KEYS = { document: Uint8Array.of(0x00), votes: Uint8Array.of(0x01) } as const;

/** Returns the path of the masternodes that voted, by their proTxHash. */
export const votersPath = (): Path => [...contestedResourcesPath(), CONTESTED_RESOURCE_KEYS.identityVotes];

/** Returns the path of the ends of running polls, by their times. */
export const pollEndsPath = (): Path => [...rootPath('votes'), VOTE_KEYS.endDates];

/** Returns the path of the polls that end at a time. @param time milliseconds */
export const pollEndPath = (time: number | bigint): Path => [...pollEndsPath(), timeKey(time)];

/** Returns the path of the credits that contenders put into running polls. */
export const prefundedVoteBalancesPath = (): Path => [
  ...rootPath('prefundedBalances'),
  PREFUNDED_VOTE_BALANCES_KEY,
];
