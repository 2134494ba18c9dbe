import type { Block } from '../chain/block.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { findContest } from './find-contest.js';
import { allBehind, talliesPrefix, tallyKey } from './contest-keys.js';
import type { Choice, Contest, FinishedContest } from './contest.js';

/** Describes who joined a contest with a block, and which votes changed with it. */
export interface TallyChange {
  readonly height: bigint;
  /** Time of the block, in milliseconds. */
  readonly time: number;
  /** Contenders that joined and choices whose votes changed, and how many they have had since. */
  readonly tallies: readonly { readonly choice: Choice; readonly tally: number }[];
}

/** Defines the stored form of a change of votes. */
export const TALLY_FORM = storedForm<TallyChange>();

/** Records the votes for some choices since a block; former records of the same block stay for the others. */
export async function recordTallies(
  view: WritableView,
  pollId: Uint8Array,
  block: Block,
  choices: readonly Choice[],
): Promise<void> {
  const contest = await findContest(view, pollId);
  if (contest === undefined) throw new RangeError('the contest of the vote is missing');
  const key = tallyKey(pollId, block.height);
  const before = await view.get(key);
  const tallies = new Map(
    (before === undefined ? [] : TALLY_FORM.fromBytes(before).tallies).map((one) => [
      nameOf(one.choice),
      one,
    ]),
  );
  for (const choice of choices) tallies.set(nameOf(choice), { choice, tally: tallyOf(contest, choice) });
  view.put(
    key,
    TALLY_FORM.toBytes({ height: block.height, time: block.time, tallies: [...tallies.values()] }),
  );
}

/** Returns the changes of contenders and tallies, oldest first, of the running contest or of the last one that ended. */
export async function tallyHistory(view: StoreView, pollId: Uint8Array): Promise<TallyChange[]> {
  const contest = await findContest(view, pollId);
  const begun = contest && lastVotes(contest)?.block;
  if (begun === undefined) return [];
  const { to } = allBehind(talliesPrefix(pollId));
  const entries = await view.scan({ from: tallyKey(pollId, begun.height), to });
  return entries.map(({ value }) => TALLY_FORM.fromBytes(value));
}

/** Returns the votes of the contest that runs, or of the last that has ended, and the block that it began with; nothing before the first. */
export function lastVotes(contest: Contest): { block: Block; tallies: TallyChange['tallies'] } | undefined {
  const { status, finished, contenders } = contest;
  if (status.kind === 'Started')
    return {
      block: status.block,
      tallies: talliesOf(
        [...contenders].map(([identityId, { tally }]) => ({ identityId, tally })),
        contest,
      ),
    };
  const last = finished.at(-1);
  return last && { block: last.startBlock, tallies: talliesOf(last.contenders, last) };
}

function talliesOf(
  contenders: FinishedContest['contenders'],
  { abstain, lock }: Pick<Contest, 'abstain' | 'lock'>,
): TallyChange['tallies'] {
  return [
    ...contenders.map(({ identityId, tally }) => ({
      choice: { kind: 'towardsIdentity' as const, identityId },
      tally,
    })),
    { choice: { kind: 'abstain' }, tally: abstain },
    { choice: { kind: 'lock' }, tally: lock },
  ];
}

/** Returns the name of a choice: the id of an identity, `abstain` or `lock`. */
export const nameOf = (choice: Choice): string =>
  choice.kind === 'towardsIdentity' ? choice.identityId : choice.kind;

const tallyOf = (contest: Contest, choice: Choice): number =>
  choice.kind === 'towardsIdentity'
    ? (contest.contenders.get(choice.identityId)?.tally ?? 0)
    : contest[choice.kind];
