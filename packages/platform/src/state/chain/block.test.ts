import { expect, it } from 'vitest';
import { lastBlockTime, nextBlock, type Block } from './block.js';

const input = { genesisTime: 1000, coreHeight: 10, network: 'testnet' } as const;

it('nextBlock counts blocks and epochs', () => {
  const first = nextBlock({ ...input, time: 1000 });
  expect(first).toEqual({ height: 1n, time: 1000, coreHeight: 10, epoch: 0 });
  expect(nextBlock({ ...input, previous: first, time: 3_601_000, coreHeight: 11 })).toEqual({
    height: 2n,
    time: 3_601_000,
    coreHeight: 11,
    epoch: 1,
  });
  expect(nextBlock({ ...input, network: 'mainnet', time: 788_400_999 }).epoch).toBe(0);
  expect(nextBlock({ ...input, network: 'mainnet', time: 788_401_000 }).epoch).toBe(1);
});

it('nextBlock rejects an earlier time or core height', () => {
  const previous: Block = nextBlock({ ...input, time: 2000 });
  expect(() => nextBlock({ ...input, time: 999 })).toThrow(RangeError);
  expect(() => nextBlock({ ...input, previous, time: 1999 })).toThrow(RangeError);
  expect(() => nextBlock({ ...input, previous, time: 2000, coreHeight: 9 })).toThrow(RangeError);
  expect(nextBlock({ ...input, previous, time: 2000 }).height).toBe(2n);
});

it('ends with the last epoch that has a key of its own in the trees', () => {
  const last = lastBlockTime(input.genesisTime, 'testnet');
  expect(nextBlock({ ...input, time: last }).epoch).toBe(65_279);
  expect(() => nextBlock({ ...input, time: last + 1 })).toThrow('epoch (65279)');
});
