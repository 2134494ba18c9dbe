import type { Block } from '../block.js';
import type { Ballot, Choice, Contest, CreatedTimes } from './contest.js';

/** Somebody wants the values: the first one starts the contest. */
export interface Join {
  readonly kind: 'join';
  readonly identityId: string;
  readonly documentId: string;
  readonly created: CreatedTimes;
  /** What it puts into the fund; see `contestPayment`. */
  readonly credits: bigint;
  /** Whether a contender of any running contest has the id of the document. */
  readonly isIdContending: boolean;
  readonly block: Block;
}

/** A masternode as the current list has it. */
export interface ListedMasternode {
  readonly kind: 'regular' | 'evolution';
  /** The hash of its voting key in 40 hexadecimal digits. */
  readonly votingAddress: string;
}

/** A masternode votes, or changes its vote. */
export interface Vote {
  readonly kind: 'vote';
  readonly proTxHash: string;
  /** Nothing when it is not in the current list. */
  readonly masternode: ListedMasternode | undefined;
  readonly voterIdentityId: string;
  /** The hash of the key that signed in 40 hexadecimal digits. */
  readonly votingAddress: string;
  readonly choice: Choice;
  /** What it voted before. */
  readonly previous: Ballot | undefined;
}

/** A masternode that has voted is no longer in the list. */
export interface MasternodeLeft {
  readonly kind: 'masternodeLeft';
  readonly proTxHash: string;
  readonly previous: Ballot;
}

/** The first block from the end on that has room for it. */
export interface End {
  readonly kind: 'end';
  readonly block: Block;
}

/** Not on the network: somebody pays what unlocking would cost. */
export interface Unlock {
  readonly kind: 'unlock';
  readonly identityId: string;
}

/** What happens to a poll. */
export type ContestEvent = Join | Vote | MasternodeLeft | End | Unlock;

/** What else is to be done when the state of a poll changes. */
export type ContestEffect =
  /** Credits leave an identity: they go into the fund, or to whoever runs the network. */
  | { readonly kind: 'takeCredits'; readonly identityId: string; readonly credits: bigint }
  /** Credits go to those who process blocks. */
  | { readonly kind: 'payProcessing'; readonly credits: bigint }
  | { readonly kind: 'scheduleEnd'; readonly endsAt: number }
  | { readonly kind: 'unscheduleEnd'; readonly endsAt: number }
  | { readonly kind: 'keepContender'; readonly identityId: string; readonly documentId: string }
  | { readonly kind: 'dropContender'; readonly identityId: string; readonly documentId: string }
  | {
      readonly kind: 'putBallot';
      readonly proTxHash: string;
      readonly ballot: Ballot;
      readonly previous: Ballot | undefined;
    }
  | { readonly kind: 'dropBallot'; readonly proTxHash: string; readonly previous: Ballot }
  /** Who voted what goes on record, and the votes are gone. */
  | { readonly kind: 'recordBallots'; readonly event: number }
  /** The document of a contender becomes a document. */
  | { readonly kind: 'award'; readonly identityId: string; readonly documentId: string };

/** A poll after an event, and what else is to be done, in this order. */
export interface ContestStep {
  readonly contest: Contest;
  readonly effects: readonly ContestEffect[];
}
