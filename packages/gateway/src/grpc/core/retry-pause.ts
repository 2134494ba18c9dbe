import { setTimeout as sleep } from 'node:timers/promises';
import { GrpcError } from '../method/grpc-error.js';

/** Number of attempts to read data while reorgs overtake it. */
const MAX_ATTEMPTS = 10;
/** A node can answer from a new branch before it notifies of it, or be asked for a block that only others have. */
const RETRY_MS = 100;

/**
 * Waits before something is read again.
 * @param attempt the number of attempts before
 * @throws {GrpcError} (it rejects) UNAVAILABLE after the last attempt; the reason of the signal when it is aborted
 */
export async function retryPause(attempt: number, signal: AbortSignal): Promise<void> {
  if (attempt + 1 >= MAX_ATTEMPTS)
    throw new GrpcError('unavailable', 'the chain changes faster than it can be read');
  await sleep(RETRY_MS, undefined, { signal, ref: false });
}
