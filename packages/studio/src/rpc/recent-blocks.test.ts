import { describe, expect, it } from 'vitest';
import { applyBlockEvent, NO_RECENT_BLOCKS, type RecentBlocks } from './recent-blocks.js';

const event = (kind: string, height: number) => ({ event: kind, height, hash: String(height).repeat(8) });
const after = (...events: readonly unknown[]): RecentBlocks =>
  events.reduce<RecentBlocks>((known, one) => applyBlockEvent(known, one, 10), NO_RECENT_BLOCKS);

describe('the recent blocks', () => {
  it('have the tip first, and mark new blocks', () => {
    const { blocks } = after(event('connected', 10), event('connected', 11));
    expect(blocks.map(({ height, isNew }) => [height, isNew])).toEqual([
      [11, true],
      [10, false],
    ]);
  });

  it('list disconnected blocks apart', () => {
    const { blocks, disconnected } = after(
      event('connected', 10),
      event('connected', 11),
      event('disconnected', 11),
    );
    expect(blocks.map(({ height }) => height)).toEqual([10]);
    expect(disconnected).toEqual([{ height: 11, hash: '11'.repeat(8) }]);
  });

  it('restart when the chain was replaced', () => {
    const { blocks } = after(event('connected', 10), event('connected', 11), event('replaced', 5));
    expect(blocks.map(({ height, isNew }) => [height, isNew])).toEqual([[5, true]]);
  });

  it('are locked up to the highest ChainLock', () => {
    expect(after(event('chainLocked', 12), event('chainLocked', 11)).lockedHeight).toBe(12);
  });

  it('are at most thirty, and ignore unknown messages', () => {
    const many = Array.from({ length: 40 }, (_, height) => event('connected', height));
    expect(after(...many, 'nothing', { event: 'connected' }).blocks).toHaveLength(30);
  });
});
