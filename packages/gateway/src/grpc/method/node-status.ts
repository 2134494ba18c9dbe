import { NodeRejectionError, NodeUnavailableError } from '@dapikit/chain';
import { GrpcError, type GrpcStatusName } from './grpc-error.js';
import type { DocumentedStatus } from './grpc-method.js';

/** Lists the statuses of every method that calls a node. */
export const NODE_STATUSES: readonly DocumentedStatus[] = [
  { status: 'unavailable', when: 'no node responded, or it is still starting: try again later' },
  { status: 'deadlineExceeded', when: 'no node responded in time; a node may still have received the call' },
];

/**
 * The status for each code of Dash Core's RPC errors that the caller caused.
 * Source: `src/rpc/protocol.h` in dashpay/dash; `packages/rs-dapi/src/error.rs` in dashpay/platform.
 */
const STATUSES: ReadonlyMap<number, GrpcStatusName> = new Map([
  [-3, 'invalidArgument'],
  [-5, 'notFound'],
  [-8, 'invalidArgument'],
  [-18, 'notFound'],
  [-22, 'invalidArgument'],
  [-25, 'failedPrecondition'],
  [-26, 'failedPrecondition'],
  [-27, 'alreadyExists'],
  [-28, 'unavailable'],
]);

/** The node's code for an exception of its own, whose text is not for the caller. */
const MISC_ERROR = -1;

/** Returns the status for what a node rejected, or did not answer; `undefined` for another error. */
export function nodeStatus(error: unknown, prefix = ''): GrpcError | undefined {
  if (error instanceof NodeRejectionError) {
    if (error.code === MISC_ERROR) return undefined;
    const status = STATUSES.get(error.code) ?? 'unavailable';
    return new GrpcError(status, `${prefix}${error.message}`, {}, { cause: error });
  }
  if (!(error instanceof NodeUnavailableError)) return undefined;
  if (error.reason === 'cancelled') return new GrpcError('cancelled', 'cancelled', {}, { cause: error });
  if (error.reason === 'timeout')
    return new GrpcError('deadlineExceeded', 'the node did not answer in time', {}, { cause: error });
  return new GrpcError('unavailable', 'Service unavailable', {}, { cause: error });
}
