import type { PlatformStatus } from '../state/platform-status.js';
import type { Snapshot } from '../state/snapshots.js';
import { formatDuration, formatTime } from '../../text/format-time.js';

/** Describes a stop of the time slider. */
export type TimeStop =
  | { readonly kind: 'back'; readonly snapshot: Snapshot; readonly label: string }
  | { readonly kind: 'now'; readonly label: string }
  | { readonly kind: 'ahead'; readonly milliseconds: number; readonly label: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY];

/** Returns the milliseconds to just after the end of the next contest; `undefined` where none runs. */
export function getTimeToContestEnd({ nextContestEnd }: PlatformStatus, now: number): number | undefined {
  return nextContestEnd === undefined ? undefined : Math.max(0, nextContestEnd - now) + 1;
}

/** Lists the stops of the slider: snapshots to revert to, the present, and times to advance to. */
export function listTimeStops(
  status: PlatformStatus,
  snapshots: readonly Snapshot[],
  now: number,
): readonly TimeStop[] {
  const end = getTimeToContestEnd(status, now);
  const steps = STEPS.map((milliseconds) => ({
    milliseconds,
    label: `${formatDuration(milliseconds)} ahead`,
  }));
  const ahead = [
    ...steps,
    ...(end === undefined
      ? []
      : [{ milliseconds: end, label: `to the end of the contest, in ${formatDuration(end)}` }]),
  ].toSorted((a, b) => a.milliseconds - b.milliseconds);
  return [
    ...snapshots.map((snapshot) => ({
      kind: 'back' as const,
      snapshot,
      label: `back to ${formatTime(snapshot.time)}, ${snapshot.label}`,
    })),
    { kind: 'now', label: 'now' },
    ...ahead.map((stop) => ({ kind: 'ahead' as const, ...stop })),
  ];
}
