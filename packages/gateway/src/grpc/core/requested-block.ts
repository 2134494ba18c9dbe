import { bytesToHex, NodeRejectionError } from '@dapikit/chain';
import { GrpcError } from '../method/grpc-error.js';
import type { GrpcContext } from '../method/grpc-method.js';

/** Where a stream starts, as its request says. */
type FromBlock =
  | { readonly case: 'fromBlockHash'; readonly value: Uint8Array }
  | { readonly case: 'fromBlockHeight'; readonly value: number }
  | { readonly case: undefined; readonly value?: undefined };

const HASH_BYTES = 32;

/**
 * Returns the height that a stream starts at.
 * @throws {GrpcError} (it rejects) INVALID_ARGUMENT without a block, or with one that is none; NOT_FOUND for a hash that is not in the best chain
 */
export async function requestedHeight(from: FromBlock, { layer1, signal }: GrpcContext): Promise<number> {
  if (from.case === undefined) throw new GrpcError('invalidArgument', 'from_block is required');
  if (from.case === 'fromBlockHeight') {
    if (from.value > 0) return from.value;
    throw new GrpcError('invalidArgument', 'Minimum value for `fromBlockHeight` is 1');
  }
  if (from.value.length !== HASH_BYTES)
    throw new GrpcError(
      'invalidArgument',
      `from_block_hash: expected ${HASH_BYTES} bytes, found ${from.value.length}`,
    );
  const hash = bytesToHex(from.value);
  try {
    const { height, isInBestChain } = await layer1.read('place', { hash }, { signal });
    if (isInBestChain) return height;
  } catch (error) {
    if (!(error instanceof NodeRejectionError)) throw error;
  }
  throw new GrpcError('notFound', `Block ${hash} not found in the best chain`);
}

/**
 * Returns the height that a stream of `count` blocks ends at; Infinity for an endless one (count 0).
 * @throws {GrpcError} NOT_FOUND when a stream with an end starts above the tip
 */
export function lastHeight(first: number, count: number, tipHeight: number): number {
  if (count === 0) return Infinity;
  if (first > tipHeight) throw new GrpcError('notFound', `Block ${first} not found`);
  return first + count - 1;
}
