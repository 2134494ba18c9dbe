import type { ExecutedTransition } from '../explorer/transitions/executed-transition.js';
import type { RejectedTransition, UnsignedCall } from '../explorer/transitions/recent-transitions.js';

/** Describes a line of the log. */
export interface LogEntry {
  readonly key: string;
  /** Milliseconds since 1970 by the clock of the platform; absent for a rejection without a block. */
  readonly time: number | undefined;
  /** In words, such as `document create`. */
  readonly kind: string;
  readonly summary: string;
  readonly height: number | undefined;
  /** Credits. */
  readonly fee: bigint | undefined;
  /** Why it was rejected, with its number. */
  readonly rejection: string | undefined;
}

const MAX_ENTRIES = 30;

/**
 * Puts executed transitions, unsigned calls and rejections into one list, the newest first.
 * A paid rejection has a block and is among the executed ones, too: it stands once. One without a block stands in front, as nothing says what came after it.
 */
export function composeLog(
  executed: readonly ExecutedTransition[],
  calls: readonly UnsignedCall[],
  rejections: readonly RejectedTransition[],
): readonly LogEntry[] {
  const known = new Set(executed.map(({ id }) => id));
  const blocks: readonly LogEntry[] = [
    ...executed.map(({ id, time, height, fee, described, rejection }) => ({
      key: id,
      time,
      kind: described.kind,
      summary: described.summary,
      height,
      fee,
      rejection: rejection && `${rejection.code ?? ''} ${rejection.name}`.trim(),
    })),
    ...calls.map(({ number, blockTime, kind, summary, height, fee }) => ({
      key: `call ${number}`,
      time: blockTime,
      kind,
      summary,
      height,
      fee,
      rejection: undefined,
    })),
  ].toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0));
  const others = rejections
    .filter(({ id }) => id === undefined || !known.has(id))
    .map(({ number, kind, summary, code, name, fee, isPaid }): LogEntry => ({
      key: `rejection ${number}`,
      time: undefined,
      kind,
      summary,
      height: undefined,
      fee: isPaid ? fee : undefined,
      rejection: `${code ?? ''} ${name}`.trim(),
    }));
  return [...others.slice(0, MAX_ENTRIES / 3), ...blocks].slice(0, MAX_ENTRIES);
}
