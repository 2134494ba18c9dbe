import { encode } from 'cborg';
import { NodeRejectionError, ZERO_HASH, type ChainTip, type MasternodeListDiff } from '@dapikit/chain';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Core, type MasternodeListResponseSchema } from '../generated/dapi_pb.js';
import { streamMethod, type GrpcContext } from '../method/grpc-method.js';
import { untilAborted } from '../method/until-aborted.js';
import { NODE_STATUSES } from '../method/node-status.js';
import { retryPause } from './retry-pause.js';
import { Wake } from './wake.js';

export const streamMasternodeList = streamMethod(Core.method.subscribeToMasternodeList, {
  summary: 'Streams the masternode list, and changes of it',
  description:
    'Each message is the result of Dash Core’s `protx diff` in CBOR: first the full list (`baseBlockHash` of 64 zeros), then the change from the block ' +
    'of the message before to the block of each new ChainLock. While there is no ChainLock, the list follows the tip. When the block of ' +
    'the last message left the best chain, the full list comes again.',
  cost: 20,
  errors: NODE_STATUSES,
  handle: (_, context) => streamList(context),
});

/** Subscribers at the same block share an object, and so its bytes: a full list has two megabytes. */
const encoded = new WeakMap<MasternodeListDiff, Uint8Array>();

function encodeOnce(diff: MasternodeListDiff): Uint8Array {
  const known = encoded.get(diff);
  if (known !== undefined) return known;
  const bytes = encode(diff);
  encoded.set(diff, bytes);
  return bytes;
}

async function* streamList({
  chain,
  masternodeDiffs,
  signal,
}: GrpcContext): AsyncIterable<MessageInitShape<typeof MasternodeListResponseSchema>> {
  await chain.started();
  const wake = new Wake();
  const unwatch = chain.watch(() => wake.notify());
  let current: ChainTip | undefined;
  let attempt = 0;

  /** Returns the diff; `undefined` where the node does not have the blocks: it changed to another branch, or has yet to receive them. */
  async function diffBetween(base: string, goal: ChainTip): Promise<MasternodeListDiff | undefined> {
    try {
      return await untilAborted(masternodeDiffs.between(base, goal.hash), signal);
    } catch (error) {
      if (error instanceof NodeRejectionError) return undefined;
      throw error;
    }
  }

  try {
    for (;;) {
      const { chainLock } = chain;
      // A node can have a ChainLock of a block that its operator invalidated.
      const goal: ChainTip =
        chainLock !== undefined && chain.has(chainLock) !== false ? chainLock : chain.tip;
      if (current?.hash === goal.hash) {
        await wake.wait(signal);
        // A reorganisation is notified block by block: the goal is where it ends.
        await Promise.resolve();
        continue;
      }
      const isBase = current !== undefined && current.height < goal.height && chain.has(current) !== false;
      const base = isBase && current !== undefined ? current.hash : ZERO_HASH;
      const diff = await diffBetween(base, goal);
      signal.throwIfAborted();
      if (diff === undefined) {
        if (chain.has(goal) === false) {
          // At once, as the change of the chain was notified.
          await wake.wait(signal);
          continue;
        }
        await retryPause(attempt, signal);
        attempt += 1;
        continue;
      }
      attempt = 0;
      yield { masternodeListDiff: encodeOnce(diff) };
      current = goal;
    }
  } finally {
    unwatch();
  }
}
