import { expect, it } from 'vitest';
import type { ChainBlock } from '../src/chain/block-tree/chain-block.js';
import { emptyChain, recorded } from './forge-block.js';

function listAfter(block: ChainBlock): object {
  const { masternodes, creditPool, spent } = block.connected!;
  const { root, size } = masternodes;
  return { root, size, all: [...masternodes], payee: masternodes.payee()?.proTxHash, creditPool, spent };
}

it('the masternode list of an old block equals the list when it was the tip', () => {
  const chain = emptyChain(() => true);
  const lists = [listAfter(chain.tip)];
  for (let height = 1; height <= 646; height += 1) lists.push(listAfter(chain.accept(recorded(height))));
  const differs = lists.findIndex((list, height) => {
    const now = listAfter(chain.blockAt(height)!);
    return JSON.stringify(now, text) !== JSON.stringify(list, text);
  });
  expect(differs).toBe(-1);
  const paid = [...chain.tip.connected!.masternodes].map(({ lastPaidHeight }) => lastPaidHeight);
  expect(paid.every((height) => height > 620)).toBe(true);
});

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
