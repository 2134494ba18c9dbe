import { encodeChainLock } from '@dapikit/chain';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Core,
  type BlockHeadersWithChainLocksRequest,
  type BlockHeadersWithChainLocksResponseSchema,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { streamMethod, type GrpcContext } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';
import { BlockCursor } from './block-cursor.js';
import { lastHeight, requestedHeight } from './requested-block.js';
import { Wake } from './wake.js';

type Response = MessageInitShape<typeof BlockHeadersWithChainLocksResponseSchema>;

/** Headers in a message, as official servers send. */
const MAX_HEADERS = 500;

export const streamBlockHeaders = streamMethod(Core.method.subscribeToBlockHeadersWithChainLocks, {
  summary: 'Streams block headers, and ChainLocks',
  description:
    'First the best ChainLock, if there is one; then headers from the requested block on, up to 500 in a message. With a count the stream ends ' +
    'after that many blocks; without, it continues with each new block and ChainLock. After a reorg it continues with the ' +
    'first block of the new branch, without gaps or duplicates. A ChainLock comes after the header of its block.',
  cost: 5,
  errors: [
    { status: 'invalidArgument', when: 'no block is given, its height is 0, or the count exceeds the tip' },
    {
      status: 'notFound',
      when: 'the block is unknown, not in the best chain, or above the tip if there is a count',
    },
    ...NODE_STATUSES,
  ],
  handle: streamHeaders,
});

async function* streamHeaders(
  { fromBlock, count }: BlockHeadersWithChainLocksRequest,
  context: GrpcContext,
): AsyncIterable<Response> {
  const { chain, signal } = context;
  const first = await requestedHeight(fromBlock, context);
  await chain.started();
  const last = lastHeight(first, count, chain.tip.height);
  if (last !== Infinity && last > chain.tip.height)
    throw new GrpcError('invalidArgument', 'count exceeds chain tip');
  const wake = new Wake();
  const unwatch = chain.watch(() => wake.notify());
  try {
    let lockedHash: string | undefined;
    const newChainLock = (height: number): Response | undefined => {
      const { chainLock } = chain;
      if (chainLock === undefined || chainLock.hash === lockedHash || chainLock.height > height)
        return undefined;
      lockedHash = chainLock.hash;
      return { responses: { case: 'chainLock', value: encodeChainLock(chainLock) } };
    };
    const best = newChainLock(Infinity);
    if (best !== undefined) yield best;
    const cursor = new BlockCursor(context, first, last);
    while (cursor.height < last) {
      const blocks = await cursor.next(MAX_HEADERS, last);
      if (blocks.length > 0) {
        const headers = blocks.map(({ header }) => header);
        yield { responses: { case: 'blockHeaders', value: { headers } } };
        for (const block of blocks) cursor.deliver(block);
      } else if (last !== Infinity)
        throw new GrpcError('unavailable', 'the chain became shorter than requested');
      else {
        const chainLock = newChainLock(cursor.height);
        if (chainLock === undefined) await wake.wait(signal);
        else yield chainLock;
      }
    }
  } finally {
    unwatch();
  }
}
