import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { decodePayload } from '../../primitives/payload/payload.js';
import { chainLockInCoinbase } from '../../chain/quorum/coinbase-chain-lock.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter, readText } from '../rpc/rpc-params.js';

const MAX_INDEXES = 100;
const PAST_LAST_INDEX = 2n ** 64n;

export const getAssetUnlockStatuses: EmulatorMethod = {
  name: 'getassetunlockstatuses',
  category: 'Rawtransactions',
  summary: 'returns the status of withdrawals: chainlocked, mined, mempooled or unknown',
  params: [
    {
      name: 'indexes',
      type: 'json array',
      shape: '[index,...]',
      about: 'their numbers as texts, 100 at most',
    },
    {
      name: 'height',
      type: 'numeric',
      isOptional: true,
      about: 'of the last block that counts, and counts as chainlocked',
    },
  ],
  answer(node, params) {
    const indexes = params.list(0);
    if (indexes.length > MAX_INDEXES) throw invalidParameter(`Up to ${MAX_INDEXES} indexes only`);
    const statusOf = params.isGiven(1) ? statusUpTo(node, params.integer(1)) : statusNow(node);
    return indexes.map((text) => {
      const index = readIndex(readText(text));
      return { index, status: statusOf(index) };
    });
  },
};

type StatusOf = (index: bigint) => 'chainlocked' | 'mined' | 'mempooled' | 'unknown';

function statusUpTo({ chain }: EmulatedNode, height: number): StatusOf {
  const block = chain.blockAt(height);
  if (block === undefined) throw invalidParameter('Block height out of range');
  return (index) => (hasWithdrawn(block, index) ? 'chainlocked' : 'unknown');
}

function statusNow(node: EmulatedNode): StatusOf {
  const { chain, mempool } = node;
  const { tip } = chain;
  const locked = lockedBlock(node);
  const waiting = new Set(
    Array.from(mempool.entries(), ({ transaction }) => decodePayload(transaction)).map(
      (payload) => payload?.kind === 'assetUnlockTx' && payload.index,
    ),
  );
  return (index) => {
    if (locked !== undefined && hasWithdrawn(locked, index)) return 'chainlocked';
    if (hasWithdrawn(tip, index)) return 'mined';
    return waiting.has(index) ? 'mempooled' : 'unknown';
  };
}

/** Returns the highest block under a ChainLock; where the node has none, the one that the tip's coinbase names. */
function lockedBlock({ chain }: EmulatedNode): ChainBlock | undefined {
  if (chain.chainLock !== undefined) return chain.blockAt(chain.chainLock.height);
  const named = chainLockInCoinbase(chain.tip);
  return named && chain.blockAt(chain.tip.height - named.bestCLHeightDiff - 1);
}

function hasWithdrawn({ connected }: ChainBlock, index: bigint): boolean {
  return connected?.withdrawals.has(index) ?? false;
}

function readIndex(text: string): bigint {
  const index = /^\+?\d{1,100}$/.test(text) ? BigInt(text.replace('+', '')) : PAST_LAST_INDEX;
  if (index >= PAST_LAST_INDEX) throw invalidParameter('invalid index');
  return index;
}
