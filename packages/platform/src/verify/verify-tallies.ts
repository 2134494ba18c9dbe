import { compareBytes } from '../base/bytes/compare-bytes.js';
import { lastId } from '../state/keys/space-key.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import {
  CONTEST_SPACES,
  contestKey,
  contestsPrefix,
  pollOfTally,
  talliesPrefix,
  tallyKey,
} from '../state/contest/contest-keys.js';
import type { Contest } from '../state/contest/contest.js';
import { lastVotes, nameOf, TALLY_FORM, type TallyChange } from '../state/contest/tally-history.js';
import { storedContest } from './stored-contest.js';

/** Returns a stored change of votes; nothing where it cannot be read, or lacks its height or tallies. */
const readChange = (bytes: Uint8Array): TallyChange | undefined =>
  readable(() => {
    const change = TALLY_FORM.fromBytes(bytes);
    const isWhole =
      typeof change.height === 'bigint' &&
      change.tallies.every(
        ({ choice, tally }) => typeof nameOf(choice) === 'string' && typeof tally === 'number',
      );
    return isWhole ? change : undefined;
  });

/** Checks that the recorded votes add up to the tallies of each contest, and that no record lacks its contest. */
export async function verifyTallies(view: StoreView, differences: DifferenceList): Promise<void> {
  for await (const { key, value } of readWithOthers(view, contestsPrefix(), () => [])) {
    const contest = storedContest(value);
    // `verifyContests` reports what cannot be read.
    if (contest !== undefined) await verifyTalliesOf(view, lastId(key), contest, differences);
  }
  const all = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.tallies), ({ key }) => [
    contestKey(pollOfTally(key)),
  ]);
  for await (const { key, value, others } of all) {
    const change = readChange(value);
    const isAtItsHeight =
      change !== undefined && compareBytes(tallyKey(pollOfTally(key), change.height), key) === 0;
    if (others[0] === undefined || !isAtItsHeight) differences.differ('contest', key, value);
  }
}

async function verifyTalliesOf(
  view: StoreView,
  pollId: Uint8Array,
  contest: Contest,
  differences: DifferenceList,
): Promise<void> {
  const last = lastVotes(contest);
  if (last === undefined) return;
  const noted = new Map<string, number>();
  for await (const { value } of readWithOthers(view, talliesPrefix(pollId), () => [])) {
    const change = readChange(value);
    if (change === undefined || change.height < last.block.height) continue;
    for (const { choice, tally } of change.tallies) noted.set(nameOf(choice), tally);
  }
  const isAsNoted = last.tallies.every(({ choice, tally }) => {
    // That nobody votes for nobody need not be noted.
    const least = choice.kind === 'towardsIdentity' ? undefined : 0;
    return (noted.get(nameOf(choice)) ?? least) === tally;
  });
  if (!isAsNoted) differences.differ('contest', talliesPrefix(pollId));
}
