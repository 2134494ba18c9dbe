import type { ExecutedTransition } from './executed-transition.js';
import type { UnsignedCall } from './recent-transitions.js';

/** A row of the table: a signed transition, or an unsigned call. */
export type TransitionRow =
  | { readonly kind: 'signed'; readonly height: number; readonly executed: ExecutedTransition }
  | { readonly kind: 'unsigned'; readonly height: number; readonly call: UnsignedCall };

/**
 * Puts signed transitions and unsigned calls into one list, the newest first. A call without a block stands beside the call before it.
 * @param hasMore whether older signed transitions are not loaded: calls older than the loaded ones wait for them
 */
export function mergeRows(
  signed: readonly ExecutedTransition[],
  calls: readonly UnsignedCall[],
  hasMore: boolean,
): readonly TransitionRow[] {
  const lowest = hasMore ? (signed.at(-1)?.height ?? 0) : 0;
  let height = 0;
  const unsigned = calls
    .toReversed()
    .map((call): TransitionRow => {
      height = call.height ?? height;
      return { kind: 'unsigned', height, call };
    })
    .toReversed()
    .filter((row) => row.height >= lowest);
  const rows = signed.map((executed): TransitionRow => ({
    kind: 'signed',
    height: executed.height,
    executed,
  }));
  // Sorting keeps the order of each list.
  return [...rows, ...unsigned].toSorted((a, b) => b.height - a.height);
}

/** Returns whether an unsigned call names an identity: acts for it, or has its id in its input. */
export const isNamedIn = (identityId: string, { signerId, content }: UnsignedCall): boolean =>
  signerId === identityId || JSON.stringify(content ?? null).includes(JSON.stringify(identityId));
