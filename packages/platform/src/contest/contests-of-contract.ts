import { spaceKey } from '../keys/space-key.js';
import type { StoreView } from '../store/store.js';
import { allBehind, CONTEST_SPACES } from './contest-keys.js';
import { contestOf } from './contest-store.js';
import type { Contest } from './contest.js';

/** All contests about values of a contract, those that have ended included. @param contractId 32 bytes. */
export async function contestsOfContract(view: StoreView, contractId: Uint8Array): Promise<Contest[]> {
  const prefix = spaceKey(CONTEST_SPACES.contestedResources, contractId);
  const entries = await view.scan(allBehind(prefix));
  const contests = await Promise.all(entries.map(async ({ value }) => contestOf(view, value)));
  return contests.filter((contest) => contest !== undefined);
}
