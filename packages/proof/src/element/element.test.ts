import { hex } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contributionOf, treeKindOf } from './element-tree.js';
import { decodeElement, element, encodeElement, type Element, type PlainElement } from './element.js';

const bytes = (text: string): Uint8Array => hex.decode(text);

/** Bytes of grovedb's own tests and of recorded responses, with the elements that they are. */
const KNOWN: readonly (readonly [string, Element])[] = [
  ['0003abcdef00', { type: 'item', value: bytes('abcdef'), flags: undefined }],
  ['0003abcdef010101', { type: 'item', value: bytes('abcdef'), flags: bytes('01') }],
  ['020000', { type: 'tree', rootKey: undefined, flags: undefined }],
  ['0200010105', { type: 'tree', rootKey: undefined, flags: bytes('05') }],
  ['020101800103000000', { type: 'tree', rootKey: bytes('80'), flags: bytes('000000') }],
  ['030a00', { type: 'sumItem', sum: 5n, flags: undefined }],
  ['04010204e90000', { type: 'sumTree', rootKey: bytes('04e9'), sum: 0n, flags: undefined }],
  ['0401016dfb04e200', { type: 'sumTree', rootKey: bytes('6d'), sum: 625n, flags: undefined }],
  [
    '010003010002abcd0105000103010203',
    {
      type: 'reference',
      path: { type: 'absolute', path: [bytes('00'), bytes('abcd'), bytes('05')] },
      maxHops: undefined,
      flags: bytes('010203'),
    },
  ],
];

const optionalBytes = fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined });
const count = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const sum = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const keys = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 });
const height = fc.nat({ max: 255 });
const referencePath = fc.oneof(
  fc.record({ type: fc.constant('absolute' as const), path: keys }),
  fc.record({
    type: fc.constantFrom('upstreamRootHeight', 'upstreamRootHeightWithParent', 'upstreamElementHeight'),
    height,
    path: keys,
  }),
  fc.record({ type: fc.constant('removedCousin' as const), path: keys }),
  fc.record({ type: fc.constantFrom('cousin', 'sibling'), key: fc.uint8Array({ maxLength: 40 }) }),
);
const layer = { rootKey: optionalBytes, flags: optionalBytes };
const plainElement: fc.Arbitrary<PlainElement> = fc.oneof(
  fc.record({ type: fc.constant('item' as const), value: fc.uint8Array(), flags: optionalBytes }),
  fc.record({
    type: fc.constant('reference' as const),
    path: referencePath,
    maxHops: fc.option(height, { nil: undefined }),
    flags: optionalBytes,
  }),
  fc.record({
    type: fc.constant('referenceWithSumItem' as const),
    path: referencePath,
    maxHops: fc.option(height, { nil: undefined }),
    sum,
    flags: optionalBytes,
  }),
  fc.record({ type: fc.constant('tree' as const), ...layer }),
  fc.record({ type: fc.constant('sumItem' as const), sum, flags: optionalBytes }),
  fc.record({ type: fc.constantFrom('sumTree', 'provableSumTree'), sum, ...layer }),
  fc.record({
    type: fc.constant('bigSumTree' as const),
    sum: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
    ...layer,
  }),
  fc.record({ type: fc.constantFrom('countTree', 'provableCountTree'), count, ...layer }),
  fc.record({
    type: fc.constantFrom('countSumTree', 'provableCountSumTree', 'provableCountProvableSumTree'),
    count,
    sum,
    ...layer,
  }),
  fc.record({
    type: fc.constant('itemWithSumItem' as const),
    value: fc.uint8Array(),
    sum,
    flags: optionalBytes,
  }),
  fc.record({
    type: fc.constantFrom('commitmentTree', 'bulkAppendTree'),
    count,
    chunkPower: height,
    flags: optionalBytes,
  }),
  fc.record({ type: fc.constant('mmrTree' as const), size: count, flags: optionalBytes }),
  fc.record({
    type: fc.constant('denseAppendOnlyFixedSizeTree' as const),
    count: fc.nat({ max: 0xffff }),
    height,
    flags: optionalBytes,
  }),
);
const anyElement: fc.Arbitrary<Element> = fc.oneof(
  plainElement,
  plainElement.map((content): Element => ({ type: 'nonCounted', element: content })),
  plainElement
    .filter((content) => 'rootKey' in content && 'sum' in content)
    .chain((content) =>
      fc
        .constantFrom('notSummed' as const, 'notCountedOrSummed' as const)
        .map((type): Element => ({ type, element: content })),
    ),
);

describe('elements', () => {
  it.each(KNOWN)('reads and writes %s', (text, value) => {
    expect(decodeElement(bytes(text))).toEqual(value);
    expect(hex.encode(encodeElement(value))).toBe(text);
  });

  it('reads what it writes, as bytes and as JSON', () => {
    fc.assert(
      fc.property(anyElement, (value) => {
        expect(decodeElement(encodeElement(value))).toEqual(value);
        expect(element.fromJson(element.toJson(value))).toEqual(value);
      }),
    );
  });

  it('numbers the variants 0 to 20', () => {
    const numbers = new Set(
      fc.sample(anyElement, { numRuns: 2000, seed: 1 }).map((value) => encodeElement(value)[0]),
    );
    expect([...numbers].toSorted((a, b) => a! - b!)).toStrictEqual(Array.from({ length: 21 }, (_, at) => at));
  });

  it.each([
    ['an unknown variant', '150000'],
    ['bytes behind the element', '02000000'],
    ['a missing field', '0200'],
    ['a wrapper in a wrapper', '0f0f020000'],
    ['an item whose sum is hidden', '1000010100'],
    ['a flag of an option that is neither 0 nor 1', '020200'],
  ])('rejects %s', (_, text) => {
    expect(() => decodeElement(bytes(text))).toThrow(/^expected /);
  });
});

describe('contributions', () => {
  it('counts ordinary elements as one and counting trees by their count', () => {
    expect(contributionOf({ type: 'sumItem', sum: -3n, flags: undefined }, 'countSum')).toStrictEqual({
      count: 1n,
      sum: -3n,
    });
    const tree: PlainElement = { type: 'countTree', rootKey: undefined, count: 7n, flags: undefined };
    expect(contributionOf(tree, 'provableCount')).toStrictEqual({ count: 7n, sum: 0n });
    expect(contributionOf(tree, 'sum')).toStrictEqual({ count: 0n, sum: 0n });
    expect(contributionOf({ type: 'nonCounted', element: tree }, 'provableCount')).toStrictEqual({
      count: 0n,
      sum: 0n,
    });
  });

  it('hides the sum of a wrapped tree, and a sum of 128 bits outside its own kind', () => {
    const tree: PlainElement = { type: 'sumTree', rootKey: undefined, sum: 7n, flags: undefined };
    expect(contributionOf(tree, 'countSum')).toStrictEqual({ count: 1n, sum: 7n });
    expect(contributionOf({ type: 'notSummed', element: tree }, 'countSum')).toStrictEqual({
      count: 1n,
      sum: 0n,
    });
    expect(contributionOf({ type: 'notCountedOrSummed', element: tree }, 'countSum')).toStrictEqual({
      count: 0n,
      sum: 0n,
    });
    const big: PlainElement = { type: 'bigSumTree', rootKey: undefined, sum: 7n, flags: undefined };
    expect(contributionOf(big, 'sum').sum).toBe(0n);
    expect(contributionOf(big, 'bigSum').sum).toBe(7n);
  });

  it('names the kind of the tree below an element', () => {
    expect(treeKindOf(decodeElement(bytes('020000')))).toBe('normal');
    expect(treeKindOf(decodeElement(bytes('0f020000')))).toBe('normal');
    expect(treeKindOf(decodeElement(bytes('0003abcdef00')))).toBeUndefined();
  });
});
