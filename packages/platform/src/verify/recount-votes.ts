import { firstId, lastId } from '../state/keys/space-key.js';
import { identifierText } from '../base/bytes/identifier.js';
import { readWithOthers } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import { storedContest } from './stored-contest.js';
import type { StoreView } from '../store/store.js';
import { BALLOT_FORM } from '../state/contest/contest-forms.js';
import {
  allBehind,
  ballotKey,
  choiceIn,
  contestKey,
  CONTEST_SPACES,
  contestsPrefix,
  endKey,
  voteKey,
  votesPrefix,
} from '../state/contest/contest-keys.js';
import { isSameChoice, type Choice, type Contest } from '../state/contest/contest.js';

/** Describes a tally or an end that is not what the votes and the contest say. */
export interface ContestDifference {
  /** Base58. */
  readonly pollId: string;
  /** Subject of the difference: a choice, a vote of a masternode, or the entry for the end. */
  readonly what: string;
  readonly stored: number;
  readonly expected: number;
}

/**
 * Recounts the votes of all contests and compares them with the stored tallies; returns nothing where the store is sound. Reads every
 * vote, which no other transition does.
 */
export async function recountVotes(view: StoreView): Promise<ContestDifference[]> {
  const differences: ContestDifference[] = [];
  for await (const { key, value } of readWithOthers(view, contestsPrefix(), () => [])) {
    const [pollId, contest] = [lastId(key), storedContest(value)];
    // `verifyContests` reports what cannot be read.
    if (contest === undefined) continue;
    const found = [...(await recount(view, pollId, contest)), ...(await checkEnd(view, pollId, contest))];
    differences.push(...found.map((one) => ({ pollId: contest.id, ...one })));
  }
  return [...differences, ...(await lostBallots(view))];
}

/** Finds ballots without a vote in their poll, and ballots of unknown polls. */
async function lostBallots(view: StoreView): Promise<ContestDifference[]> {
  const differences: ContestDifference[] = [];
  const ballots = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.ballotsByVoter), ({ key, value }) => {
    const vote = readable(() => voteKey(lastId(key), BALLOT_FORM.fromBytes(value).choice, firstId(key)));
    return vote === undefined ? [] : [vote];
  });
  for await (const { key, value, others } of ballots)
    if (others[0] === undefined)
      differences.push({
        pollId: identifierText(lastId(key)),
        what: `ballot of ${identifierText(firstId(key))}`,
        stored: readable(() => BALLOT_FORM.fromBytes(value))?.weight ?? 0,
        expected: 0,
      });
  const votes = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.ballotsByChoice), ({ key }) => [
    contestKey(firstId(key)),
  ]);
  for await (const { key, value, others } of votes)
    if (others[0] === undefined)
      differences.push({
        pollId: identifierText(firstId(key)),
        what: `vote of ${identifierText(lastId(key))}`,
        stored: value[0] ?? 0,
        expected: 0,
      });
  return differences;
}

type Found = Omit<ContestDifference, 'pollId'>;

async function recount(view: StoreView, pollId: Uint8Array, contest: Contest): Promise<Found[]> {
  const prefix = votesPrefix(pollId);
  const votes = (await view.scan(allBehind(prefix))).map(({ key, value }) => ({
    choice: choiceIn(key.subarray(prefix.length)).choice,
    proTxHash: lastId(key),
    weight: value[0] ?? 0,
  }));
  const ballots = await view.getMany(votes.map(({ proTxHash }) => ballotKey(proTxHash, pollId)));
  const unlike = votes.flatMap(({ choice, proTxHash, weight }, at): Found[] => {
    const bytes = ballots[at];
    const ballot = bytes && readable(() => BALLOT_FORM.fromBytes(bytes));
    const isSame = ballot?.weight === weight && readable(() => isSameChoice(ballot.choice, choice)) === true;
    return isSame
      ? []
      : [{ what: `vote of ${identifierText(proTxHash)}`, stored: weight, expected: ballot?.weight ?? 0 }];
  });
  const counted = new Map<string, number>();
  for (const { choice, weight } of votes)
    counted.set(nameOf(choice), (counted.get(nameOf(choice)) ?? 0) + weight);
  const stored = new Map([
    ['abstain', contest.abstain],
    ['lock', contest.lock],
    ...[...contest.contenders].map(([identityId, { tally }]) => [identityId, tally] as const),
  ]);
  const names = new Set([...counted.keys(), ...stored.keys()]);
  const tallies = [...names].map((what) => ({
    what,
    stored: stored.get(what) ?? 0,
    expected: counted.get(what) ?? 0,
  }));
  return [...unlike, ...tallies.filter(({ stored, expected }) => stored !== expected)];
}

const nameOf = (choice: Choice): string =>
  choice.kind === 'towardsIdentity' ? choice.identityId : choice.kind;

/** Returns a contest that runs has an entry for its end. */
async function checkEnd(view: StoreView, pollId: Uint8Array, { status }: Contest): Promise<Found[]> {
  if (status.kind !== 'Started') return [];
  const entry = await view.get(endKey(status.endsAt, pollId));
  return entry === undefined ? [{ what: `end at ${status.endsAt}`, stored: 0, expected: 1 }] : [];
}
