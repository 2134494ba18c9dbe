import { NodeUnavailable } from '../node-unavailable.js';

/**
 * What is told when no node answered: how many failed in which way, and neither names nor addresses. Its reason is the one that
 * allows the most: that the call reached a node, then that it may be made again.
 * @param failures at least one
 */
export function noAnswer(failures: readonly NodeUnavailable[]): NodeUnavailable {
  const [worst] = failures.toSorted((a, b) => gravity(b) - gravity(a));
  const reason = worst?.reason ?? 'unreachable';
  // Dash Core's own words, such as "Loading block index…".
  if (worst && reason === 'starting') return new NodeUnavailable(worst.message, reason);
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(failure.reason, (counts.get(failure.reason) ?? 0) + 1);
  const told = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  return new NodeUnavailable(`no node answered: ${told}`, reason);
}

function gravity({ mayHaveReached, isPassing }: NodeUnavailable): number {
  return (mayHaveReached ? 2 : 0) + (isPassing ? 1 : 0);
}

/** What a node's call failed with, as no answer. `undefined` for a refusal. */
export function asUnavailable(error: unknown): NodeUnavailable {
  if (error instanceof NodeUnavailable) return error;
  return new NodeUnavailable('the client of the node failed', 'unexpected-answer');
}
