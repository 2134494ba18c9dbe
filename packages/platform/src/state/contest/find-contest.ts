import type { StoreView } from '../../store/store.js';
import { BALLOT_FORM, CONTEST_FORM } from './contest-forms.js';
import { ballotKey, contestKey } from './contest-keys.js';
import type { Ballot, Contest } from './contest.js';

/** Returns a contest, or nothing when the poll was never opened. */
export async function findContest(view: StoreView, pollId: Uint8Array): Promise<Contest | undefined> {
  const stored = await view.get(contestKey(pollId));
  return stored === undefined ? undefined : CONTEST_FORM.fromBytes(stored);
}

/** Returns the ballot of a masternode in a poll, or nothing. */
export async function findBallot(
  view: StoreView,
  proTxHash: Uint8Array,
  pollId: Uint8Array,
): Promise<Ballot | undefined> {
  const stored = await view.get(ballotKey(proTxHash, pollId));
  return stored === undefined ? undefined : BALLOT_FORM.fromBytes(stored);
}
