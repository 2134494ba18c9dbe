import { listOf, membersOf, numberAt } from './answer.js';
import type { Choice, Contest } from './contest.js';
import type { PlatformStatus } from './platform-status.js';

/** How a contest stood from a time on. */
export interface TallyNote {
  /** Milliseconds. */
  readonly time: number;
  readonly tally: ReadonlyMap<Choice, number>;
}

const KEY = 'dapikit-tallies';

/**
 * Notes how a contest stands, and gives all notes of it, the oldest first: the platform knows how it stands, not how it stood.
 * What was noted later than now is gone, as time was turned back.
 */
export function notedTallies(
  contest: Contest,
  { genesisTime }: PlatformStatus,
  now: number,
): readonly TallyNote[] {
  const key = `${genesisTime} ${contest.pollId}`;
  const kept = keptNotes();
  const before = listOf(kept[key])
    .map(noteOf)
    .filter(({ time }) => time <= now);
  const last = before.at(-1);
  const isSame =
    last !== undefined &&
    last.tally.size === contest.tally.size &&
    [...contest.tally].every(([choice, votes]) => last.tally.get(choice) === votes);
  const notes = isSame ? before : [...before, { time: now, tally: contest.tally }];
  keep({ ...kept, [key]: notes.map(({ time, tally }) => ({ time, tally: [...tally] })) });
  return notes;
}

function noteOf(note: unknown): TallyNote {
  const pairs = listOf(membersOf(note)['tally']).map((pair): [Choice, number] => {
    const [choice, votes] = listOf(pair);
    return [String(choice), Number(votes)];
  });
  return { time: numberAt(note, 'time') ?? 0, tally: new Map(pairs) };
}

function keptNotes(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return membersOf(kept);
  } catch {
    return {};
  }
}

function keep(notes: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notes));
  } catch {
    // A browser that keeps nothing: the chart begins now.
  }
}
