import { identifierText } from '../bytes/identifier.js';
import { readable, readWithOthers } from '../verify/differences.js';
import type { StoreView } from '../store/store.js';
import { BALLOT_FORM, CONTEST_FORM } from './contest-forms.js';
import {
  allBehind,
  ballotKey,
  choiceIn,
  contestKey,
  CONTEST_SPACES,
  contestsPrefix,
  endKey,
  lastId,
  voteKey,
  votesPrefix,
} from './contest-keys.js';
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
    const [pollId, contest] = [lastId(key), readable(() => CONTEST_FORM.fromBytes(value))];
    // What cannot be read is told by `verifyContests`.
    if (contest === undefined) continue;
    const found = [...(await recount(view, pollId, contest)), ...(await checkEnd(view, pollId, contest))];
    differences.push(...found.map((one) => ({ pollId: contest.id, ...one })));
  }
  return [...differences, ...(await lostBallots(view))];
}

/** What a masternode votes for in a poll that has no vote of it, and votes in polls that are none. */
async function lostBallots(view: StoreView): Promise<ContestDifference[]> {
  const differences: ContestDifference[] = [];
  const ballots = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.ballotsByVoter), ({ key, value }) => {
    const choice = readable(() => BALLOT_FORM.fromBytes(value))?.choice;
    const vote = choice && readable(() => voteKey(lastId(key), choice, voterIn(key)));
    return vote === undefined ? [] : [vote];
  });
  for await (const { key, value, others } of ballots)
    if (others[0] === undefined)
      differences.push({
        pollId: identifierText(lastId(key)),
        what: `ballot of ${voterIn(key)}`,
        kept: readable(() => BALLOT_FORM.fromBytes(value))?.weight ?? 0,
        expected: 0,
      });
  const votes = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.ballotsByChoice), ({ key }) => [
    contestKey(pollIn(key)),
  ]);
  for await (const { key, value, others } of votes)
    if (others[0] === undefined)
      differences.push({
        pollId: identifierText(pollIn(key)),
        what: `vote of ${identifierText(lastId(key))}`,
        kept: value[0] ?? 0,
        expected: 0,
      });
  return differences;
}

const ID_BYTES = 32;
const pollIn = (key: Uint8Array): Uint8Array => key.slice(1, 1 + ID_BYTES);
const voterIn = (key: Uint8Array): string => identifierText(key.slice(1, 1 + ID_BYTES));

type Found = Omit<ContestDifference, 'pollId'>;

async function recount(view: StoreView, pollId: Uint8Array, contest: Contest): Promise<Found[]> {
  const prefix = votesPrefix(pollId);
  const votes = (await view.scan(allBehind(prefix))).map(({ key, value }) => ({
    choice: choiceIn(key.subarray(prefix.length)).choice,
    proTxHash: identifierText(lastId(key)),
    weight: value[0] ?? 0,
  }));
  const ballots = await view.getMany(votes.map(({ proTxHash }) => ballotKey(proTxHash, pollId)));
  const unlike = votes.flatMap(({ choice, proTxHash, weight }, at): Found[] => {
    const bytes = ballots[at];
    const ballot = bytes && readable(() => BALLOT_FORM.fromBytes(bytes));
    const isSame = ballot?.choice && isSameChoice(ballot.choice, choice) && ballot.weight === weight;
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

/** A contest that runs has an entry for its end. */
async function checkEnd(view: StoreView, pollId: Uint8Array, { status }: Contest): Promise<Found[]> {
  if (status.kind !== 'Started') return [];
  const entry = await view.get(endKey(status.endsAt, pollId));
  return entry === undefined ? [{ what: `end at ${status.endsAt}`, kept: 0, expected: 1 }] : [];
}
