import { compareBytes } from '../../base/bytes/compare-bytes.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListView } from '../../../test/put-documents.js';
import { tupleKey } from '../keys/tuple-key.js';
import { Overlay } from '../../store/overlay.js';
import type { StoreView } from '../../store/store.js';
import { levelOf, SegmentLevel } from './segment-level.js';
import { updateSegments, aggregateOfInterval } from './segment-aggregates.js';
import { encodeAggregate, EMPTY_AGGREGATE, addAggregates, type Aggregate } from './aggregate.js';

const PLACE = { contractId: new Uint8Array(32).fill(7), documentType: 'note' };
const INDEX = {
  name: 'day',
  properties: ['shop', 'day'],
  unique: false,
  nullSearchable: true,
  aggregates: { countable: 'countable', rangeCountable: true, rangeSummable: true },
} as const;
const OUTER = [Uint8Array.of(1)];
const VALUES = 700;

/** Keys with zero bytes and prefixes of each other among them. */
const keyOf = (value: number): Uint8Array =>
  value % 3 === 0
    ? Uint8Array.of(value >> 8, value & 255)
    : Uint8Array.of(value >> 8, value & 255, ...(value % 3 === 1 ? [0] : [255, value & 7]));

/** Values and their totals, kept in runs. */
class Kept {
  readonly view = new Overlay(new ListView([]));
  readonly totals = new Map<number, Aggregate>();
  readonly #values = new SegmentLevel(this.view, PLACE, INDEX, OUTER, 0);

  async change(value: number, by: Aggregate): Promise<void> {
    const was = this.totals.get(value);
    const total = addAggregates(was ?? EMPTY_AGGREGATE, by);
    const key = this.#values.key(tupleKey(keyOf(value)));
    if (total.count === 0n) this.view.delete(key);
    else this.view.put(key, encodeAggregate(total));
    if (total.count === 0n) this.totals.delete(value);
    else this.totals.set(value, total);
    const presence = was === undefined ? 'appears' : total.count === 0n ? 'vanishes' : 'stays';
    await updateSegments(this.view, PLACE, {
      index: INDEX,
      position: [...OUTER, keyOf(value)],
      by,
      presence,
    });
  }

  naive(from: Uint8Array, to: Uint8Array): Aggregate {
    return [...this.totals]
      .filter(([value]) => compareBytes(keyOf(value), from) >= 0 && compareBytes(keyOf(value), to) < 0)
      .reduce((sum, [, total]) => addAggregates(sum, total), EMPTY_AGGREGATE);
  }
}

const stored = (kept: Kept) => kept.view.changes().filter(({ value }) => value !== undefined);

const filled = async (): Promise<Kept> => {
  const kept = new Kept();
  for (let value = 0; value < VALUES; value += 1)
    await kept.change((value * 271) % VALUES, { count: 1n, sum: BigInt(value - 300) });
  return kept;
};

describe('the aggregate of a range', () => {
  it('equals that of its values after any changes', async () => {
    const kept = await filled();
    const value = fc.nat(VALUES - 1);
    const changes = fc.array(fc.tuple(value, fc.boolean(), fc.bigInt(-9n, 9n)), { maxLength: 10 });
    const property = fc.asyncProperty(changes, value, value, async (changes, from, to) => {
      for (const [value, comes, sum] of changes) {
        const total = kept.totals.get(value);
        const goes = total && { count: -total.count, sum: -total.sum };
        await kept.change(value, comes || goes === undefined ? { count: 1n, sum } : goes);
      }
      const [first, behind] = [keyOf(from), keyOf(to)];
      const run = { from: tupleKey(first), to: tupleKey(behind) };
      expect(await aggregateOfInterval(kept.view, PLACE, INDEX, OUTER, run)).toEqual(
        kept.naive(first, behind),
      );
      const all = await aggregateOfInterval(kept.view, PLACE, INDEX, OUTER, {});
      expect(all).toEqual(kept.naive(new Uint8Array(), Uint8Array.of(255)));
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('reads few entries per level', async () => {
    const kept = await filled();
    expect([...kept.totals.keys()].some((value) => levelOf(keyOf(value)) > 1)).toBe(true);
    let read = 0;
    const counting: StoreView = {
      get: async (key) => kept.view.get(key),
      getMany: async (keys) => kept.view.getMany(keys),
      scan: async (range) => {
        const entries = await kept.view.scan(range);
        read += entries.length;
        return entries;
      },
    };
    const run = { from: tupleKey(keyOf(3)), to: tupleKey(keyOf(VALUES - 3)) };
    const total = await aggregateOfInterval(counting, PLACE, INDEX, OUTER, run);
    expect(total.count).toBe(694n);
    expect(read).toBeLessThan(120);
  });
});

const by = (value: number): Aggregate => ({ count: 2n, sum: BigInt(value) });

it('segment aggregates are the same for the same values in any order of insertion', async () => {
  const [forth, back] = [new Kept(), new Kept()];
  for (let value = 0; value < 300; value += 1) await forth.change(value, by(value));
  for (let value = 350; value >= 0; value -= 1) await back.change(value, by(value));
  for (let value = 300; value <= 350; value += 1)
    await back.change(value, { count: -2n, sum: BigInt(-value) });
  expect(stored(back)).toEqual(stored(forth));
});
