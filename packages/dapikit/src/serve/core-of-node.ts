import { setTimeout as pause } from 'node:timers/promises';
import {
  encodeChainLock,
  NodeRejectionError,
  NodeUnavailableError,
  ZERO_HASH,
  type ChainLock,
} from '@dapikit/chain';
import type { PoolNode } from '@dapikit/chain/core-pool';
import { PeerError, type CorePeer } from '@dapikit/light-client';

/** Time between two looks for a new ChainLock, in milliseconds. */
const POLL_MS = 2000;

/** Returns a Dash Core node in the form in which a light client asks untrusted peers: all that it reports is verified. */
export function coreOfNode(node: PoolNode): CorePeer {
  return {
    bestHeight: async (signal) => (await asked(async () => node.tip({ signal }))).height,
    block: async (block, signal) =>
      asked(async () => {
        const hash = typeof block === 'number' ? await node.blockHash(block, { signal }) : block;
        return node.read('block', { hash }, { signal });
      }),
    headers: async (from, count, signal) =>
      asked(async () => {
        const hash = await node.blockHash(from, { signal });
        const headers = await node.read('headers', { hash, count }, { signal });
        const chainLock = await node.bestChainLock({ signal });
        if (headers.length < count)
          throw new PeerError('unhelpful', `the node has ${headers.length} of ${count} headers`);
        return { headers, chainLock: chainLock && encodeChainLock(chainLock) };
      }),
    masternodeLists: (signal) => listsOf(node, signal),
    blockOf: async (txid, signal) =>
      asked(async () => (await node.read('transaction', { txid }, { signal })).block?.hash),
    send: async () => {
      throw new PeerError('rejected', 'transactions go through the pool of the nodes');
    },
  };
}

async function* listsOf(node: PoolNode, signal: AbortSignal): AsyncIterable<unknown> {
  let base: ChainLock | undefined;
  while (!signal.aborted) {
    const best = await asked(async () => node.bestChainLock({ signal }));
    if (best !== undefined && best.hash !== base?.hash) {
      const from = base?.hash ?? ZERO_HASH;
      yield await asked(async () => node.masternodeListDiff(from, best.hash, { signal }));
      base = best;
    }
    await pause(POLL_MS, undefined, { signal });
  }
}

/** Returns what a node responds. @throws {PeerError} (rejects) `rejected` or `outage` */
async function asked<Response>(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeRejectionError) throw new PeerError('rejected', error.message, { cause: error });
    if (error instanceof NodeUnavailableError) throw new PeerError('outage', error.message, { cause: error });
    throw error;
  }
}
