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

describe('the tip that is followed', () => {
  it.each<[string, LinkedBlock | undefined, boolean, Contender[], string | undefined]>([
    ['none without nodes', undefined, true, [], undefined],
    ['at first the one with the most work', undefined, true, [node(A5), node(B6)], 'b6'],
    ['more work', A5, true, [node(A5), node(B6)], 'b6'],
    ['not that of a node that may not be asked', A5, true, [node(A5), node(B6, DOWN)], undefined],
    ['of the same work the first seen', A5, true, [node(B5), node(A5)], undefined],
    [
      'of the same work the first seen, even if the node that had it fails',
      A5,
      true,
      [node(B5), node(A5, DOWN)],
      undefined,
    ],
    ['stays while the node that had it fails', A5, true, [node(A4), node(A5, DOWN)], undefined],
    ['goes back with the node that left it', A5, true, [node(A4, { left: 'a5' })], 'a4'],
    ['goes back with it though another had it', A5, true, [node(A4, { left: 'a5' }), node(A5, DOWN)], 'a4'],
    ['stays when another has it still', A5, true, [node(A4, { left: 'a5' }), node(A5)], undefined],
    [
      'stays when a node that fails left it',
      A5,
      true,
      [node(A4), node(A5, DOWN), node(A4, { left: 'a5', ...DOWN })],
      undefined,
    ],
    ['goes back when who had it is no longer of the pool', A5, true, [node(A4)], 'a4'],
    [
      'goes back when who had it is quarantined',
      A5,
      true,
      [node(A4), node(A5, { ...DOWN, quarantine: 'chain-lock' })],
      'a4',
    ],
    ['less work when a ChainLock is against it', A5, false, [node(A4), node(A5, DOWN)], 'a4'],
    ['stays when nobody is left', A5, false, [node(A5, DOWN)], undefined],
  ])('%s', (_, present, isAllowed, nodes, expected) => {
    expect(chooseTip(present, isAllowed, nodes, () => false)?.tip?.hash).toBe(expected);
  });

  it('of the same work, back on its own chain', () => {
    const present = block('a6', 6);
    const nodes = [node(B5, { left: 'a6' }), node(A5)];
    expect(chooseTip(present, true, nodes, ({ hash }) => hash === 'a5')?.tip).toBe(A5);
  });
});
