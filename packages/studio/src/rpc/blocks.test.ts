import { describe, expect, it } from 'vitest';
import { blocksAfter, NO_BLOCKS, type Blocks } from './blocks.js';

const event = (kind: string, height: number) => ({ event: kind, height, hash: String(height).repeat(8) });
const after = (...events: readonly unknown[]): Blocks =>
  events.reduce<Blocks>((known, one) => blocksAfter(known, one, 10), NO_BLOCKS);

describe('the last blocks', () => {
  it('have the tip first, and say which came since', () => {
    const { blocks } = after(event('connected', 10), event('connected', 11));
    expect(blocks.map(({ height, isNew }) => [height, isNew])).toEqual([
      [11, true],
      [10, false],
    ]);
  });

  it('lose what a reorganisation takes back, and say what it was', () => {
    const { blocks, takenBack } = after(
      event('connected', 10),
      event('connected', 11),
      event('disconnected', 11),
    );
    expect(blocks.map(({ height }) => height)).toEqual([10]);
    expect(takenBack).toEqual([{ height: 11, hash: '11'.repeat(8) }]);
  });

  it('begin anew where the chain was replaced by another', () => {
    const { blocks } = after(event('connected', 10), event('connected', 11), event('replaced', 5));
    expect(blocks.map(({ height, isNew }) => [height, isNew])).toEqual([[5, true]]);
  });

  it('are locked up to the highest ChainLock', () => {
    expect(after(event('chainLocked', 12), event('chainLocked', 11)).lockedHeight).toBe(12);
  });

  it('are at most thirty, and not changed by what is no event', () => {
    const many = Array.from({ length: 40 }, (_, height) => event('connected', height));
    expect(after(...many, 'nothing', { event: 'connected' }).blocks).toHaveLength(30);
  });
});
