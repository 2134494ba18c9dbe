import type { PlatformStatus } from './platform-status.js';
import type { KeptSnapshot } from './snapshots.js';
import { durationWords, timeWords } from './time-words.js';

/** A place on the slider of time. */
export type TimeStop =
  | { readonly kind: 'back'; readonly snapshot: KeptSnapshot; readonly label: string }
  | { readonly kind: 'now'; readonly label: string }
  | { readonly kind: 'ahead'; readonly milliseconds: number; readonly label: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY];

/** How far it is to the end of the next contest, and just past it; nothing where none runs. */
export function untilContestEnd({ nextContestEnd }: PlatformStatus, now: number): number | undefined {
  return nextContestEnd === undefined ? undefined : Math.max(0, nextContestEnd - now) + 1;
}

/** The places that one can travel to: back to snapshots, and ahead. */
export function timeStops(
  status: PlatformStatus,
  snapshots: readonly KeptSnapshot[],
  now: number,
): readonly TimeStop[] {
  const end = untilContestEnd(status, now);
  const steps = STEPS.map((milliseconds) => ({
    milliseconds,
    label: `${durationWords(milliseconds)} ahead`,
  }));
  const ahead = [
    ...steps,
    ...(end === undefined
      ? []
      : [{ milliseconds: end, label: `to the end of the contest, in ${durationWords(end)}` }]),
  ].toSorted((a, b) => a.milliseconds - b.milliseconds);
  return [
    ...snapshots.map((snapshot) => ({
      kind: 'back' as const,
      snapshot,
      label: `back to ${timeWords(snapshot.time)}, ${snapshot.label}`,
    })),
    { kind: 'now', label: 'now' },
    ...ahead.map((stop) => ({ kind: 'ahead' as const, ...stop })),
  ];
}
