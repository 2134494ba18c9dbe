import { inTwoWays, runAtOnce, runInTurns, type Steps } from '../base/event-loop/in-turns.js';
import type { DroppedLocks } from './dropped-locks.js';
import type { LocalNode } from './local-node.js';

/** Describes a planned change of a node in its current state. */
export interface NodeChange {
  /** Makes the change, in steps, while nobody else uses the node. */
  readonly steps: (node: LocalNode) => Generator<undefined, void>;
  /** The locks that the change drops. */
  readonly dropped: DroppedLocks;
}

/** Number of attempts at a change in turns, while other work changes the node, before it is made at once. */
const MAX_ATTEMPTS = 3;

/** Returns the steps of a change, which return the locks that it drops. @param plan is called for each attempt */
export function changeSteps(node: LocalNode, plan: () => NodeChange): Steps<DroppedLocks> {
  return inTwoWays(
    () => changeNow(node, plan),
    () => changeInTurns(node, plan),
  );
}

/** Makes a change at once; returns the locks that it drops. */
function changeNow(node: LocalNode, plan: () => NodeChange): DroppedLocks {
  const { steps, dropped } = plan();
  runAtOnce(steps(node));
  return dropped;
}

/**
 * Makes a change to a copy of the node, in turns of the event loop, and the node becomes the copy. Where other work changed the node
 * meanwhile, it begins again, and in the end makes the change at once. Returns the locks that it drops. Where the change fails, the node is what it was.
 * @param plan is called for each attempt
 */
export async function changeInTurns(node: LocalNode, plan: () => NodeChange): Promise<DroppedLocks> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = node.point();
    const { steps, dropped } = plan();
    const copy = await runInTurns(node.copySteps());
    try {
      await runInTurns(steps(copy));
    } catch (error) {
      // Of a node that changed meanwhile, the copy may be nothing whole.
      if (node.isAt(before)) throw error;
    }
    if (!node.isAt(before)) continue;
    node.replaceWith(copy);
    return dropped;
  }
  return changeNow(node, plan);
}
