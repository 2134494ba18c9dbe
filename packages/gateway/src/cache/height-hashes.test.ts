import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeightHashes } from './height-hashes.js';

const height = fc.oneof(fc.nat(5000), fc.constantFrom(1023, 1024, 1025, 2047, 2048, 2_400_000, 2 ** 31 - 1));
const hash = fc.bigInt(0n, 2n ** 256n - 1n).map((number) => number.toString(16).padStart(64, '0'));

it('HeightHashes behaves like a map from heights to hashes with range deletion', () => {
  const step = fc.oneof(
    fc.record({ height, hash }),
    fc.tuple(height, height).map(([a, b]) => ({ least: Math.min(a, b), most: Math.max(a, b) })),
    height.map((least) => ({ least, most: Infinity })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const hashes = new HeightHashes();
      const model = new Map<number, string>();
      for (const one of steps) {
        if ('hash' in one) {
          hashes.set(one.height, one.hash);
          model.set(one.height, one.hash);
        } else {
          hashes.evict(one.least, one.most);
          for (const known of model.keys()) if (known >= one.least && known <= one.most) model.delete(known);
        }
        const asked = [...model.keys(), 0, 1023, 1024, 4999, 2 ** 31 - 1];
        expect(asked.map((at) => hashes.get(at))).toEqual(asked.map((at) => model.get(at)));
      }
    }),
  );
});

it('HeightHashes uses 33 bytes per height and frees them', () => {
  const hashes = new HeightHashes();
  for (let at = 0; at < 102_400; at += 1) hashes.set(at, at.toString(16).padStart(64, '0'));
  expect(hashes.bytes).toBe(102_400 * 33);
  hashes.evict(1024, Infinity);
  expect(hashes.bytes).toBe(1024 * 33);
  hashes.clear();
  expect(hashes.bytes).toBe(0);
  expect(hashes.get(0)).toBeUndefined();
});
