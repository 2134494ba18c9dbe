import { type PollJson } from './poll-json.js';
import type { Block } from '../chain/block.js';
import type { TimeName } from '@dapikit/protocol';

/** Describes the choice of a vote. */
export type Choice =
  | { readonly kind: 'towardsIdentity'; readonly identityId: string }
  | { readonly kind: 'abstain' }
  | { readonly kind: 'lock' };

/** Describes the vote of a masternode that counts now. */
export interface Ballot {
  readonly choice: Choice;
  /** 1 for a masternode, 4 for an evolution masternode, as it was when it voted. */
  readonly weight: number;
  /** This vote and those it replaced. */
  readonly votesCast: number;
}

/** Describes the creation times of a contender's document, as far as its type records them. */
export type CreatedTimes = Readonly<Partial<Record<Extract<TimeName, `$created${string}`>, bigint | number>>>;

/** Describes a contender for the values. */
export interface Contender {
  readonly documentId: string;
  readonly created: CreatedTimes;
  /** The weights of the votes for it. */
  readonly tally: number;
}

/** Describes the result of a contest. */
export type Winner =
  | { readonly kind: 'noWinner' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'wonByIdentity'; readonly identityId: string };

/** Describes the status of a contest. */
export type ContestStatus =
  | { readonly kind: 'NotStarted' }
  | { readonly kind: 'Started'; readonly block: Block; readonly endsAt: number }
  | { readonly kind: 'Awarded'; readonly identityId: string }
  | { readonly kind: 'Locked' };

/** Describes a contest that has ended. */
export interface FinishedContest {
  readonly startBlock: Block;
  readonly finalBlock: Block;
  readonly winner: Winner;
  /** Those that were considered, by the bytes of their ids. */
  readonly contenders: readonly { readonly identityId: string; readonly tally: number }[];
  readonly abstain: number;
  readonly lock: number;
}

/** Describes the state of a poll. Ids are base58, amounts credits. */
export interface Contest {
  /** Id of the poll and of its fund. */
  readonly id: string;
  readonly poll: PollJson;
  /** True if masternodes may vote that nobody gets the values. */
  readonly canBeLocked: boolean;
  readonly status: ContestStatus;
  /** By identity id. */
  readonly contenders: ReadonlyMap<string, Contender>;
  /** The weights of the votes for neither. */
  readonly abstain: number;
  /** The weights of the votes that nobody gets the values. */
  readonly lock: number;
  /** Credits that contenders put in and votes have not used up. */
  readonly fund: bigint;
  readonly lockedCount: number;
  /** From the first to the last. */
  readonly finished: readonly FinishedContest[];
}

/**
 * Returns a poll on which nobody has voted yet.
 *
 * @param resolution of the contested index: 0 masternodes may lock the values, 1 they may not.
 */
export const newContest = (id: string, poll: PollJson, resolution = 0): Contest => ({
  id,
  poll,
  canBeLocked: resolution === 0,
  status: { kind: 'NotStarted' },
  contenders: new Map(),
  abstain: 0,
  lock: 0,
  fund: 0n,
  lockedCount: 0,
  finished: [],
});

/** Returns whether two votes are for the same. */
export const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.kind === 'towardsIdentity' && b.kind === 'towardsIdentity'
    ? a.identityId === b.identityId
    : a.kind === b.kind;

/** Returns a contest after the weight of a choice has changed. */
export function withWeight(contest: Contest, choice: Choice, change: number): Contest {
  if (choice.kind !== 'towardsIdentity') return { ...contest, [choice.kind]: contest[choice.kind] + change };
  const contender = contest.contenders.get(choice.identityId);
  if (contender === undefined) throw new RangeError(`${choice.identityId} is not a contender`);
  const contenders = new Map(contest.contenders);
  contenders.set(choice.identityId, { ...contender, tally: contender.tally + change });
  return { ...contest, contenders };
}
