import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import type { StoreView } from '../store/store.js';
import { BALLOT_FORM, CONTEST_FORM } from './contest-forms.js';
import {
  allBehind,
  ballotKey,
  choiceIn,
  contestsPrefix,
  endKey,
  lastId,
  votesPrefix,
} from './contest-keys.js';
import { nextPollEnd } from './next-poll-end.js';
import { isSameChoice, type Choice, type Contest } from './contest.js';

/** A tally or an end that is not what the votes and the contest say. */
export interface ContestDifference {
  /** Base58. */
  readonly pollId: string;
  /** What is wrong: a choice, a vote of a masternode, or the entry for the end. */
  readonly what: string;
  readonly kept: number;
  readonly expected: number;
}

/**
 * Counts the votes of all contests anew and holds them against what is kept; nothing where the store is sound. Reads every
 * vote, which no other operation does.
 */
export async function recountVotes(view: StoreView): Promise<ContestDifference[]> {
  const differences: ContestDifference[] = [];
  for (const { key, value } of await view.scan(allBehind(contestsPrefix()))) {
    const [pollId, contest] = [lastId(key), CONTEST_FORM.fromBytes(value)];
    const found = [...(await recount(view, pollId, contest)), ...(await checkEnd(view, pollId, contest))];
    differences.push(...found.map((one) => ({ pollId: contest.id, ...one })));
  }
  return differences;
}

type Found = Omit<ContestDifference, 'pollId'>;

async function recount(view: StoreView, pollId: Uint8Array, contest: Contest): Promise<Found[]> {
  const prefix = votesPrefix(pollId);
  const votes = (await view.scan(allBehind(prefix))).map(({ key, value }) => ({
    choice: choiceIn(key.subarray(prefix.length)).choice,
    proTxHash: identifierText(lastId(key)),
    weight: value[0] ?? 0,
  }));
  const ballots = await view.getMany(votes.map(({ proTxHash }) => ballotKey(bytesOf(proTxHash), pollId)));
  const unlike = votes.flatMap(({ choice, proTxHash, weight }, at): Found[] => {
    const bytes = ballots[at];
    const ballot = bytes === undefined ? undefined : BALLOT_FORM.fromBytes(bytes);
    const isSame = ballot !== undefined && isSameChoice(ballot.choice, choice) && ballot.weight === weight;
    return isSame ? [] : [{ what: `vote of ${proTxHash}`, kept: weight, expected: ballot?.weight ?? 0 }];
  });
  const counted = new Map<string, number>();
  for (const { choice, weight } of votes)
    counted.set(nameOf(choice), (counted.get(nameOf(choice)) ?? 0) + weight);
  const kept = new Map([
    ['abstain', contest.abstain],
    ['lock', contest.lock],
    ...[...contest.contenders].map(([identityId, { tally }]) => [identityId, tally] as const),
  ]);
  const names = new Set([...counted.keys(), ...kept.keys()]);
  const tallies = [...names].map((what) => ({
    what,
    kept: kept.get(what) ?? 0,
    expected: counted.get(what) ?? 0,
  }));
  return [...unlike, ...tallies.filter(({ kept, expected }) => kept !== expected)];
}

const nameOf = (choice: Choice): string =>
  choice.kind === 'towardsIdentity' ? choice.identityId : choice.kind;

/** A contest that runs has an entry for its end, and the next end is not behind it. */
async function checkEnd(view: StoreView, pollId: Uint8Array, { status }: Contest): Promise<Found[]> {
  if (status.kind !== 'Started') return [];
  const { endsAt } = status;
  const found: Found[] = [];
  if ((await view.get(endKey(endsAt, pollId))) === undefined)
    found.push({ what: `end at ${endsAt}`, kept: 0, expected: 1 });
  if (((await nextPollEnd(view)) ?? Infinity) > endsAt)
    found.push({ what: `next end by ${endsAt}`, kept: 0, expected: 1 });
  return found;
}
