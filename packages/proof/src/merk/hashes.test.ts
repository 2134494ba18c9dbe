import { Reader, Writer } from '@dapikit/protocol/codec';
import { hex } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAggregates } from './aggregate.js';
import { featureType, type FeatureType } from './feature-type.js';
import { u64BigEndian } from '@dapikit/protocol/codec';
import { combineHashes, kvHash, nodeHash, NULL_HASH, valueHash } from './hashes.js';
import { hashedAggregate, TREE_KIND_NAMES, TREE_KINDS, type TreeKind } from './tree-kind.js';

const EMPTY_TREE = hex.decode('020000');
const emptyTreeKv = (key: number): Uint8Array =>
  kvHash(Uint8Array.of(key), combineHashes(valueHash(EMPTY_TREE), NULL_HASH));

const encoded = (value: FeatureType): Uint8Array => {
  const writer = new Writer();
  featureType.encode(writer, value);
  return writer.toBytes();
};

describe('hashes', () => {
  // `packages/rs-drive/tests/deterministic_root_hash.rs` of dashpay/platform: empty trees at the root, one after another.
  it('reproduces root hashes of Drive', () => {
    const lone = nodeHash(emptyTreeKv(0x20), NULL_HASH, NULL_HASH);
    expect(hex.encode(lone)).toBe('1e4cda5099f53c9accd6e68321b93519ee998fa2ec754002b0e0f1407953bc58');
    const left = nodeHash(emptyTreeKv(0x18), NULL_HASH, NULL_HASH);
    expect(hex.encode(nodeHash(emptyTreeKv(0x20), left, NULL_HASH))).toBe(
      'f48c73a70469df637f0683b8341479c8561aceb7ebeb2c95200f5788a7387cd6',
    );
    const right = nodeHash(emptyTreeKv(0x40), NULL_HASH, NULL_HASH);
    expect(hex.encode(nodeHash(emptyTreeKv(0x20), left, right))).toBe(
      '4238e5fe09b99e0f7ea2a4bcea60efd37cf2638743883da547e8fbe254427073',
    );
  });

  it('writes the length of a long value in several bytes', () => {
    const hashes = [127, 128, 300, 20_000].map((length) => hex.encode(valueHash(new Uint8Array(length))));
    expect(new Set(hashes).size).toBe(4);
  });

  it('covers exactly the aggregate that the tree kind hashes', () => {
    const kv = emptyTreeKv(1);
    const hashOf = (kind: TreeKind, count: bigint, sum: bigint): string =>
      hex.encode(nodeHash(kv, NULL_HASH, NULL_HASH, hashedAggregate(kind, { count, sum })));
    const plain = hex.encode(nodeHash(kv, NULL_HASH, NULL_HASH));
    for (const kind of ['normal', 'sum', 'bigSum', 'count', 'countSum'] as const)
      expect(hashOf(kind, 4n, -5n)).toBe(plain);
    expect(hashOf('provableCount', 4n, -5n)).toBe(hashOf('provableCountSum', 4n, 6n));
    expect(hashOf('provableCount', 4n, -5n)).not.toBe(hashOf('provableCount', 5n, -5n));
    expect(hashOf('provableSum', 4n, -5n)).not.toBe(hashOf('provableSum', 4n, 5n));
    expect(hashOf('provableCountProvableSum', 4n, -5n)).not.toBe(hashOf('provableCountProvableSum', 5n, -5n));
    expect(hex.encode(u64BigEndian(-1n))).toBe('ffffffffffffffff');
  });
});

describe('aggregates', () => {
  it('adds what the kind has', () => {
    const part = { count: 2n, sum: -3n };
    expect(addAggregates('countSum', part, part)).toStrictEqual({ count: 4n, sum: -6n });
    expect(addAggregates('sum', part, part)).toStrictEqual({ count: 0n, sum: -6n });
    expect(addAggregates('normal', part, part)).toStrictEqual({ count: 0n, sum: 0n });
  });

  it('rejects counts and sums beyond their width', () => {
    const large = { count: 2n ** 63n, sum: 2n ** 62n };
    expect(() => addAggregates('sum', large, large)).toThrow('overflows');
    expect(() => addAggregates('count', large, large)).toThrow('overflows');
    expect(addAggregates('bigSum', large, large).sum).toBe(2n ** 63n);
  });
});

describe('feature types', () => {
  const arbitrary: fc.Arbitrary<FeatureType> = fc.constantFrom(...TREE_KIND_NAMES).chain((kind) => {
    const { hasCount, sumBits } = TREE_KINDS[kind];
    const bits = BigInt(sumBits ?? 1);
    return fc.record({
      kind: fc.constant(kind),
      count: hasCount ? fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) : fc.constant(0n),
      sum:
        sumBits === undefined
          ? fc.constant(0n)
          : fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }),
    });
  });
  it('reads what it writes', () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const reader = new Reader(encoded(value));
        expect(featureType.decode(reader)).toEqual(value);
        expect(reader.left).toBe(0);
      }),
    );
  });

  it('writes tags, counts and sums', () => {
    expect(hex.encode(encoded({ kind: 'normal', count: 0n, sum: 0n }))).toBe('00');
    expect(hex.encode(encoded({ kind: 'sum', count: 0n, sum: 300n }))).toBe('01d804');
    expect(hex.encode(encoded({ kind: 'bigSum', count: 0n, sum: -1n }))).toBe('02' + 'ff'.repeat(16));
    expect(hex.encode(encoded({ kind: 'provableCountSum', count: 300n, sum: -1n }))).toBe('06ac0201');
  });

  it.each([
    ['an unknown tag', '09'],
    ['a count in a longer form than needed', '03f600'],
    ['a count beyond 64 bits', '03ffffffffffffffffff7f'],
    ['an endless count', '0380808080808080808080808001'],
  ])('rejects %s', (_, text) => {
    expect(() => featureType.decode(new Reader(hex.decode(text)))).toThrow(/^expected /);
  });
});
