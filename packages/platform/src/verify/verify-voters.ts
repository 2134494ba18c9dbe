import { firstId, lastId } from '../state/keys/space-key.js';
import { distinctIdentifiers } from '../base/bytes/identifier-order.js';
import { readInteger } from '../base/bytes/integer-bytes.js';
import { ballotRecord } from '../state/contest/ballot-record.js';
import { ballotRecordsPrefix, CONTEST_SPACES, voterKey } from '../state/contest/contest-keys.js';
import { identityKey } from '../state/identity/identity-entry-keys.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';

const ID_BYTES = 32;
const NOTHING = new Uint8Array();

/** Checks that the masternodes that voted, in running contests and in those that have ended, are listed, and nothing else is. */
export async function verifyVoters(view: StoreView, differences: DifferenceList): Promise<void> {
  const listed = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.voters), ({ key }) => [
    identityKey(lastId(key)),
  ]);
  for await (const { key, value, others } of listed)
    if (key.length !== 1 + ID_BYTES || value.length > 0 || others[0] === undefined)
      differences.differ('contest', key, value);
  const missing: Uint8Array[] = [];
  const ballots = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.ballotsByVoter), ({ key }) => [
    voterKey(firstId(key)),
  ]);
  for await (const { key, others } of ballots) if (others[0] === undefined) missing.push(firstId(key));
  for (const proTxHash of await recordedVoters(view))
    if ((await view.get(voterKey(proTxHash))) === undefined) missing.push(proTxHash);
  for (const proTxHash of distinctIdentifiers(missing))
    differences.differ('contest', voterKey(proTxHash), undefined, NOTHING);
}

/** Returns who voted in contests that have ended. Records that cannot be read are reported with their contest. */
async function recordedVoters(view: StoreView): Promise<readonly Uint8Array[]> {
  const voters: Uint8Array[] = [];
  for await (const { key } of readWithOthers(view, Uint8Array.of(CONTEST_SPACES.ballotRecords), () => [])) {
    const id = firstId(key);
    const contest = Number(readInteger(key.subarray(ballotRecordsPrefix(id).length), false));
    const votes = await ballotRecord(view, id, contest).catch(() => undefined);
    for (const { proTxHash } of votes ?? []) if (proTxHash.length === ID_BYTES) voters.push(proTxHash);
  }
  return distinctIdentifiers(voters);
}
