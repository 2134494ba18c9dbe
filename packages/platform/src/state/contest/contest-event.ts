import type { ListedMasternode } from '../identity/masternode-store.js';
import type { Block } from '../chain/block.js';
import type { Poll } from './poll-id.js';
import type { Ballot, Choice, Contest, CreatedTimes } from './contest.js';

/** Describes a new contender for the values: the first one starts the contest. */
export interface JoinEvent {
  readonly kind: 'join';
  readonly poll: Poll;
  readonly identityId: string;
  readonly documentId: string;
  readonly created: CreatedTimes;
  /** Amount that it puts into the fund; see `contestPayment`. */
  readonly credits: bigint;
  /** True if a contender of any running contest has the id of the document. */
  readonly isIdContending: boolean;
  readonly block: Block;
}

/** Describes a masternode votes, or changes its vote. */
export interface VoteEvent {
  readonly kind: 'vote';
  readonly poll: Poll;
  readonly proTxHash: Uint8Array;
  /** Nothing when it is not in the current list. */
  readonly masternode: ListedMasternode | undefined;
  readonly voterIdentityId: Uint8Array;
  /** The hash of the key that signed in 40 hexadecimal digits. */
  readonly votingAddress: string;
  readonly choice: Choice;
  /** Previous vote of the masternode. */
  readonly previous: Ballot | undefined;
}

/** Describes a masternode that has voted is no longer in the list. */
export interface MasternodeLeftEvent {
  readonly kind: 'masternodeLeft';
  readonly proTxHash: Uint8Array;
  readonly previous: Ballot;
}

/** Describes the first block from the end on that has room for it. */
export interface EndEvent {
  readonly kind: 'end';
  readonly block: Block;
}

/** Describes an unlock that is paid for. Not on the network. */
export interface UnlockEvent {
  readonly kind: 'unlock';
  readonly identityId: string;
}

/** Describes an event of a poll. */
export type ContestEvent = JoinEvent | VoteEvent | MasternodeLeftEvent | EndEvent | UnlockEvent;

/** Describes a side effect of a change of a poll. */
export type ContestEffect =
  /** Credits leave an identity: they go into the fund, or to those who process blocks. */
  | { readonly kind: 'takeCredits'; readonly identityId: string; readonly credits: bigint }
  /** Credits go to those who process blocks. */
  | { readonly kind: 'payProcessing'; readonly credits: bigint }
  | { readonly kind: 'scheduleEnd'; readonly endsAt: number }
  | { readonly kind: 'unscheduleEnd'; readonly endsAt: number }
  | { readonly kind: 'keepContender'; readonly identityId: string; readonly documentId: string }
  | { readonly kind: 'dropContender'; readonly identityId: string; readonly documentId: string }
  | {
      readonly kind: 'putBallot';
      readonly proTxHash: Uint8Array;
      readonly ballot: Ballot;
      readonly previous: Ballot | undefined;
    }
  | { readonly kind: 'dropBallot'; readonly proTxHash: Uint8Array; readonly previous: Ballot }
  /** Records each vote, and deletes the votes. */
  | { readonly kind: 'recordBallots'; readonly event: number }
  /** The document of a contender becomes a document. */
  | { readonly kind: 'award'; readonly identityId: string; readonly documentId: string };

/** Describes a poll after an event, and what else is to be done, in this order. */
export interface ContestStep {
  readonly contest: Contest;
  readonly effects: readonly ContestEffect[];
}
