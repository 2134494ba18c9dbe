import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockEvent } from '../../layer1/layer1.js';
import { ChainWindow } from './chain-window.js';

describe('ChainWindow', () => {
  it('holds the last blocks without a gap', () => {
    const moves = fc.array(fc.record({ back: fc.nat(3), on: fc.nat(700) }), { maxLength: 8 });
    fc.assert(
      fc.property(moves, (moves) => {
        const window = new ChainWindow();
        const chain = ['genesis'];
        window.begin({ hash: 'genesis', height: 0 });
        moves.forEach(({ back, on }, branch) => {
          for (let at = 0; at < back && chain.length > 1; at += 1) {
            window.apply({ kind: 'disconnected', hash: chain.pop()!, height: chain.length });
          }
          for (let at = 0; at < on; at += 1) {
            const event: BlockEvent = { kind: 'connected', hash: `${branch}.${at}`, height: chain.length };
            chain.push(event.hash);
            window.apply(event);
          }
        });
        for (let height = window.lowest; height < chain.length; height += 1) {
          expect(window.hashAt(height)).toBe(chain[height]);
        }
        expect(window.hashAt(chain.length)).toBeUndefined();
        expect(window.hashAt(window.lowest - 1)).toBeUndefined();
        expect(chain.length - window.lowest).toBeGreaterThanOrEqual(Math.min(chain.length, 980));
        expect(chain.length - window.lowest).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 30 },
    );
  });

  it('restarts at the fork when a branch starts below it', () => {
    const window = new ChainWindow();
    window.begin({ hash: 'a5', height: 5 });
    for (const [kind, hash, height] of [
      ['disconnected', 'a5', 5],
      ['disconnected', 'a4', 4],
      ['connected', 'b4', 4],
    ] as const) {
      window.apply({ kind, hash, height });
    }
    expect([window.lowest, window.hashAt(4), window.hashAt(5)]).toEqual([4, 'b4', undefined]);
    window.extendDown('3');
    expect([window.lowest, window.hashAt(3), window.has({ hash: 'b4', height: 4 })]).toEqual([3, '3', true]);
    window.apply({ kind: 'replaced', hash: 'c9', height: 9 });
    expect([window.lowest, window.hashAt(9), window.hashAt(4)]).toEqual([9, 'c9', undefined]);
  });
});
