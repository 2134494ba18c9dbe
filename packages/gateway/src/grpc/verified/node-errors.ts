import { NodeRejectionError, NodeUnavailableError } from '@dapikit/chain';
import { ForkError, PeerError, PeersUnavailableError, PoolBusyError } from '@dapikit/light-client';

/** Dash Core's code for a transaction that it rejects. */
const REJECTED = -26;

/** Returns the error of a node that stands for one of peers; other errors as they are. */
export function asNodeError(error: unknown): unknown {
  if (error instanceof ForkError) return new NodeUnavailableError(error.message, 'unexpected-answer');
  if (error instanceof PoolBusyError) return new NodeUnavailableError(error.message, 'busy');
  if (error instanceof PeersUnavailableError) return new NodeUnavailableError(error.message);
  if (error instanceof PeerError)
    return error.failure === 'rejected'
      ? new NodeRejectionError(REJECTED, error.message)
      : new NodeUnavailableError(error.message);
  return error;
}
