import { describe, expect, it } from 'vitest';
import type { LinkedBlock } from '../core-node/linked-block.js';
import { chooseTip, type Contender } from './fork-choice.js';

const block = (hash: string, work: number): LinkedBlock => ({
  hash,
  height: work,
  previous: undefined,
  chainWork: BigInt(work),
});
const node = (tip: LinkedBlock, more: Partial<Contender> = {}): Contender => ({
  tip,
  isUsable: true,
  quarantine: undefined,
  left: undefined,
  ...more,
});
const DOWN = { isUsable: false };
const [A5, B5, B6, A4] = [block('a5', 5), block('b5', 5), block('b6', 6), block('a4', 4)];

describe('chooseTip', () => {
  it.each<[string, LinkedBlock | undefined, boolean, Contender[], string | undefined]>([
    ['returns nothing without nodes', undefined, true, [], undefined],
    ['starts with the most work', undefined, true, [node(A5), node(B6)], 'b6'],
    ['switches to more work', A5, true, [node(A5), node(B6)], 'b6'],
    ['ignores a node that is unavailable', A5, true, [node(A5), node(B6, DOWN)], undefined],
    ['stays at equal work', A5, true, [node(B5), node(A5)], undefined],
    ['stays at equal work when its node fails', A5, true, [node(B5), node(A5, DOWN)], undefined],
    ['stays at more work while its node fails', A5, true, [node(A4), node(A5, DOWN)], undefined],
    ['follows a node that left the tip', A5, true, [node(A4, { left: 'a5' })], 'a4'],
    [
      'follows a node that left the tip when the other fails',
      A5,
      true,
      [node(A4, { left: 'a5' }), node(A5, DOWN)],
      'a4',
    ],
    ['stays when another node still has the tip', A5, true, [node(A4, { left: 'a5' }), node(A5)], undefined],
    [
      'stays when a failing node left the tip',
      A5,
      true,
      [node(A4), node(A5, DOWN), node(A4, { left: 'a5', ...DOWN })],
      undefined,
    ],
    ['goes back when the node with the tip was removed', A5, true, [node(A4)], 'a4'],
    [
      'goes back when the node with the tip is quarantined',
      A5,
      true,
      [node(A4), node(A5, { ...DOWN, quarantine: 'chain-lock' })],
      'a4',
    ],
    ['accepts less work when a ChainLock contradicts the tip', A5, false, [node(A4), node(A5, DOWN)], 'a4'],
    ['stays when no node is left', A5, false, [node(A5, DOWN)], undefined],
  ])('%s', (_, present, isAllowed, nodes, expected) => {
    expect(chooseTip(present, isAllowed, nodes, () => false)?.tip?.hash).toBe(expected);
  });

  it('returns to its own chain at equal work', () => {
    const present = block('a6', 6);
    const nodes = [node(B5, { left: 'a6' }), node(A5)];
    expect(chooseTip(present, true, nodes, ({ hash }) => hash === 'a5')?.tip).toBe(A5);
  });
});
