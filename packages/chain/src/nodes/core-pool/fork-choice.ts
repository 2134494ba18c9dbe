import type { LinkedBlock } from '../core-node/linked-block.js';

/** Describes a node, as far as the choice of a tip goes. */
export interface Contender {
  /** The last one seen, also while it fails. */
  readonly tip: LinkedBlock | undefined;
  /** True if its tip is of the present, and no ChainLock is against it. */
  readonly isUsable: boolean;
  readonly quarantine: unknown;
  /** The followed tip that was its own until it went to another chain. */
  readonly left: string | undefined;
}

/**
 * Returns the node whose tip is followed next; `undefined` to stay.
 *
 * Most work wins, and of the same work the first seen. With less work than the present tip has a node only wins when the present
 * one is no longer anybody's: a node had it and left it, and none has it. That all who have it fail is not enough, as they come
 * back; meanwhile the others lag.
 *
 * @param isPresentAllowed `false` when a ChainLock is against it
 * @param isFollowed whether a block is of the followed chain: of the same work, the way back is shortest to that
 */
export function chooseTip<Node extends Contender>(
  present: LinkedBlock | undefined,
  isPresentAllowed: boolean,
  nodes: readonly Node[],
  isFollowed: (block: LinkedBlock) => boolean,
): Node | undefined {
  const usable = nodes.filter(({ isUsable }) => isUsable);
  const preference = ({ tip }: Node): number => (tip && isFollowed(tip) ? 1 : 0);
  const best = usable.toSorted((a, b) => compareWork(b.tip, a.tip) || preference(b) - preference(a))[0];
  if (!best || !present || !isPresentAllowed) return best;
  if (best.tip?.hash === present.hash) return undefined;
  if (compareWork(best.tip, present) > 0) return best;
  if (usable.some(({ tip }) => tip?.hash === present.hash)) return undefined;
  const isLeft = usable.some(({ left }) => left === present.hash);
  const isHeld = nodes.some(({ tip, quarantine }) => tip?.hash === present.hash && quarantine === undefined);
  return isLeft || !isHeld ? best : undefined;
}

function compareWork(a: LinkedBlock | undefined, b: LinkedBlock | undefined): number {
  const [first, second] = [a?.chainWork ?? -1n, b?.chainWork ?? -1n];
  if (first === second) return 0;
  return first > second ? 1 : -1;
}
