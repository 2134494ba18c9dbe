import { spaceKey } from '../keys/space-key.js';
import type { Entry, StoreView, WritableView } from '../../store/store.js';
import {
  allBehind,
  ballotRecordsPrefix,
  CONTEST_SPACES,
  contestKey,
  pollKey,
  talliesPrefix,
} from './contest-keys.js';
import { findContest } from './find-contest.js';
import type { Contest } from './contest.js';

/** Returns all contests about values of a contract, those that have ended included. @param contractId 32 bytes. */
export async function contestsOfContract(view: StoreView, contractId: Uint8Array): Promise<Contest[]> {
  const entries = await resourcesOf(view, contractId);
  const contests = await Promise.all(entries.map(async ({ value }) => findContest(view, value)));
  return contests.filter((contest) => contest !== undefined);
}

/** Removes all that is known of contests about values of a contract, none of which runs. @param contractId 32 bytes. */
export async function deleteContests(view: WritableView, contractId: Uint8Array): Promise<void> {
  for (const { key, value: pollId } of await resourcesOf(view, contractId)) {
    for (const gone of [key, contestKey(pollId), pollKey(pollId)]) view.delete(gone);
    for (const prefix of [ballotRecordsPrefix(pollId), talliesPrefix(pollId)])
      for (const record of await view.scan(allBehind(prefix))) view.delete(record.key);
  }
}

/** Returns the entry of each poll; its value is the id of the poll. */
const resourcesOf = async (view: StoreView, contractId: Uint8Array): Promise<Entry[]> =>
  view.scan(allBehind(spaceKey(CONTEST_SPACES.contestedResources, contractId)));
