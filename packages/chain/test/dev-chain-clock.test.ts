import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { reasonOf } from './dev-chain-state.js';

const timeAt = (chain: DevChain, height: number): number =>
  decodeBlock(chain.serializedBlock(height)!).header.time;
const tipTime = (chain: DevChain): number => timeAt(chain, chain.tip().height);

describe('the clock of DevChain', () => {
  it('advances by 150 seconds a block or by the given interval', () => {
    const chain = new DevChain({ mining: 'manual' });
    const start = tipTime(chain);
    chain.mine(2);
    expect(tipTime(chain)).toBe(start + 300);
    chain.clock.setInterval(1);
    chain.mine(2);
    expect(tipTime(chain)).toBe(start + 302);
    const quick = new DevChain({ mining: 'manual', blockInterval: 10 });
    quick.mine(3);
    expect(tipTime(quick)).toBe(start + 30);
  });

  it('returns the time of the next block', () => {
    const chain = new DevChain({ mining: 'manual' });
    const { now } = chain.clock;
    chain.mine(1);
    expect(tipTime(chain)).toBe(now);
  });

  it('can be set and advanced', () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.clock.set(2_000_000_000);
    expect(chain.clock.advance(60)).toBe(2_000_000_060);
    expect(chain.clock.advance(-10)).toBe(2_000_000_050);
    chain.mine(2);
    expect(tipTime(chain)).toBe(2_000_000_200);
  });

  it('can be set for the next block only', () => {
    const chain = new DevChain({ mining: 'manual' });
    const { now } = chain.clock;
    chain.clock.setNextBlock(now + 5_000);
    chain.mine(3);
    expect([521, 522, 523].map((height) => timeAt(chain, height))).toEqual([
      now + 5_000,
      now + 150,
      now + 300,
    ]);
  });

  it('rejects a time at or below the median of the last eleven blocks', () => {
    const chain = new DevChain({ mining: 'manual' });
    const { medianTime, now } = chain.clock;
    expect(medianTime).toBe(timeAt(chain, 515));
    for (const time of [medianTime, 0, -1, 1.5, 2 ** 32, Number.NaN]) {
      expect(reasonOf(() => chain.clock.set(time))).toBe('invalid-time');
      expect(reasonOf(() => chain.clock.setNextBlock(time))).toBe('invalid-time');
    }
    expect(() => chain.clock.set(medianTime)).toThrow(`expected a time from ${medianTime + 1} `);
    expect(chain.clock.now).toBe(now);
    chain.clock.set(medianTime + 1);
    chain.mine(1);
    expect(tipTime(chain)).toBe(medianTime + 1);
  });

  it('can stop: blocks are then as close as consensus allows', () => {
    const chain = new DevChain({ mining: 'manual', blockInterval: 0 });
    const start = tipTime(chain);
    chain.mine(40);
    expect(tipTime(chain)).toBeLessThanOrEqual(start + 40);
    expect(chain.clock.now).toBeGreaterThan(chain.clock.medianTime);
  });

  it('ends in 2106', () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.clock.set(2 ** 32 - 1);
    chain.mine(1);
    const tip = chain.tip();
    expect(reasonOf(() => chain.mine(1))).toBe('end-of-time');
    expect(chain.tip()).toEqual(tip);
    // What it shows can be looked at, and it can be set back.
    expect(chain.clock.now).toBe(2 ** 32 + 149);
    expect(chain.clock.advance(-1_000)).toBe(2 ** 32 - 851);
    expect(chain.mine(1)).toHaveLength(1);
  });

  it.each([-1, 0.5, Number.NaN, 10 ** 9])('rejects an interval of %s seconds', (seconds) => {
    expect(reasonOf(() => new DevChain({ mining: 'manual', blockInterval: seconds }))).toBe(
      'invalid-interval',
    );
  });
});
