import type { PeerFailure } from '../peers/peer-error.js';

const RESOURCE_EXHAUSTED = 8;
/**
 * Lists the statuses with which a peer rejects a request itself: INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED, FAILED_PRECONDITION, OUT_OF_RANGE and
 * UNIMPLEMENTED. Others say that it cannot respond now.
 */
const REJECTIONS: ReadonlySet<number> = new Set([3, 5, 6, 7, 9, 11, 12]);

/** Returns the failure that a status of gRPC says about a peer. @param status its number, such as 5 for NOT_FOUND */
export function failureOfStatus(status: number): PeerFailure {
  if (status === RESOURCE_EXHAUSTED) return 'exhausted';
  return REJECTIONS.has(status) ? 'rejected' : 'outage';
}
