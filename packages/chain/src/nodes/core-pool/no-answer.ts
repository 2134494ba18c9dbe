import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';

/**
 * Returns the error of a call that no node answered: the number of failures of each kind, without names or addresses. Its reason is the one that
 * allows the most: that the call reached a node, then that it may be made again.
 * @param failures at least one
 */
export function noAnswer(failures: readonly NodeUnavailableError[]): NodeUnavailableError {
  const [worst] = failures.toSorted((a, b) => gravity(b) - gravity(a));
  const reason = worst?.reason ?? 'unreachable';
  // Dash Core's own words, such as "Loading block index…".
  if (worst && reason === 'starting') return new NodeUnavailableError(worst.message, reason);
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(failure.reason, (counts.get(failure.reason) ?? 0) + 1);
  const summary = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  return new NodeUnavailableError(`no node answered: ${summary}`, reason);
}

function gravity({ mayHaveReached, isTransient }: NodeUnavailableError): number {
  return (mayHaveReached ? 2 : 0) + (isTransient ? 1 : 0);
}

/** Returns the failure of a node's call; `undefined` for a rejection. */
export function asUnavailable(error: unknown): NodeUnavailableError {
  if (error instanceof NodeUnavailableError) return error;
  return new NodeUnavailableError('the client of the node failed', 'unexpected-answer');
}
