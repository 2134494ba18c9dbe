import type { StoreView } from '../../store/store.js';
import { ballotRecordKey, choiceIn } from './contest-keys.js';
import type { Choice } from './contest.js';

/** Describes a vote that counted in the end. */
export interface RecordedVote {
  readonly choice: Choice;
  /** 32 bytes. */
  readonly proTxHash: Uint8Array;
  readonly weight: number;
}

const ID_BYTES = 32;

/** Returns the votes of an ended contest by choice; `undefined` if there is no record. @param contest from 0. */
export async function ballotRecord(
  view: StoreView,
  pollId: Uint8Array,
  contest: number,
): Promise<RecordedVote[] | undefined> {
  const record = await view.get(ballotRecordKey(pollId, contest));
  if (record === undefined) return undefined;
  const votes: RecordedVote[] = [];
  for (let at = 0; at < record.length;) {
    const { choice, size } = choiceIn(record.subarray(at));
    const voterAt = at + size;
    const weightAt = voterAt + ID_BYTES;
    votes.push({
      choice,
      proTxHash: Uint8Array.from(record.subarray(voterAt, weightAt)),
      weight: record[weightAt] ?? 0,
    });
    at = weightAt + 1;
  }
  return votes;
}
