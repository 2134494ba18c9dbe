import {
  byteString,
  decode,
  encode,
  enumOf,
  i128,
  i64,
  option,
  struct,
  u16,
  u64,
  u8,
  EncodeError,
  type Codec,
  type ValueOf,
} from '@dapikit/protocol/codec';
import { referencePath } from './reference-path.js';

const SOURCE = 'grovedb `grovedb-element/src/element/mod.rs`';
/** Storage flags of the platform: who paid when. They are part of the element, therefore of its hash. */
const flags = option(byteString);
const rootKey = option(byteString);

const variant = <Fields extends Parameters<typeof struct>[1]>(
  name: string,
  summary: string,
  fields: Fields,
) => struct<Fields>({ name, summary, source: SOURCE }, fields);

const PLAIN_VARIANTS = {
  item: variant('Item', 'Has bytes.', { value: byteString, flags }),
  reference: variant('Reference', 'Points at another element.', {
    path: referencePath,
    maxHops: option(u8),
    flags,
  }),
  tree: variant('Tree', 'Has a layer of elements.', { rootKey, flags }),
  sumItem: variant('SumItem', 'Has a number that counts in sum trees.', { sum: i64, flags }),
  sumTree: variant('SumTree', 'Has a layer and the sum of its elements.', { rootKey, sum: i64, flags }),
  bigSumTree: variant('BigSumTree', 'Has a layer and the sum of its elements in 128 bits.', {
    rootKey,
    sum: i128,
    flags,
  }),
  countTree: variant('CountTree', 'Has a layer and the number of its elements.', {
    rootKey,
    count: u64,
    flags,
  }),
  countSumTree: variant('CountSumTree', 'Has a layer, the number and the sum of its elements.', {
    rootKey,
    count: u64,
    sum: i64,
    flags,
  }),
  provableCountTree: variant('ProvableCountTree', 'Has a layer whose node hashes cover counts.', {
    rootKey,
    count: u64,
    flags,
  }),
  itemWithSumItem: variant('ItemWithSumItem', 'Has bytes and a number that counts in sum trees.', {
    value: byteString,
    sum: i64,
    flags,
  }),
  provableCountSumTree: variant(
    'ProvableCountSumTree',
    'Has a layer and its sum; the node hashes of the layer cover counts.',
    { rootKey, count: u64, sum: i64, flags },
  ),
  commitmentTree: variant('CommitmentTree', 'Has the notes of the shielded pool.', {
    count: u64,
    chunkPower: u8,
    flags,
  }),
  mmrTree: variant('MmrTree', 'Has a Merkle mountain range.', { size: u64, flags }),
  bulkAppendTree: variant('BulkAppendTree', 'Has a list that only grows.', {
    count: u64,
    chunkPower: u8,
    flags,
  }),
  denseAppendOnlyFixedSizeTree: variant('DenseAppendOnlyFixedSizeTree', 'Has a list of fixed capacity.', {
    count: u16,
    height: u8,
    flags,
  }),
} as const;

const LATER_VARIANTS = {
  referenceWithSumItem: variant(
    'ReferenceWithSumItem',
    'Points at another element and has a number that counts in sum trees.',
    { path: referencePath, maxHops: option(u8), sum: i64, flags },
  ),
  provableSumTree: variant('ProvableSumTree', 'Has a layer whose node hashes cover sums.', {
    rootKey,
    sum: i64,
    flags,
  }),
  provableCountProvableSumTree: variant(
    'ProvableCountProvableSumTree',
    'Has a layer whose node hashes cover counts and sums.',
    { rootKey, count: u64, sum: i64, flags },
  ),
} as const;

type Variants = typeof PLAIN_VARIANTS & typeof LATER_VARIANTS;

/** Element that wraps no other. */
export type PlainElement = {
  [Name in keyof Variants]: { readonly type: Name } & ValueOf<Variants[Name]>;
}[keyof Variants];

/** Wraps an element, so that it contributes no count, no sum, or neither to the tree that contains it. */
export interface WrappedElement {
  readonly type: 'nonCounted' | 'notSummed' | 'notCountedOrSummed';
  readonly element: PlainElement;
}

/** Value of a key in GroveDB. */
export type Element = PlainElement | WrappedElement;

/** The element in a wrapper. Wrappers do not nest, and one that hides sums contains a tree that has one. */
const wrapped = (isAnyElement: boolean): Codec<PlainElement> => ({
  description: { kind: 'recursive', name: 'Element' },
  decode: (reader) => {
    const at = reader.offset;
    reader.enter();
    const content = element.decode(reader);
    reader.leave();
    if (!canWrap(content, isAnyElement))
      throw reader.error('invalid-value', wrapExpectation(isAnyElement), content.type, at);
    return content;
  },
  encode: (writer, content: Element) => {
    if (!canWrap(content, isAnyElement)) throw new EncodeError(wrapExpectation(isAnyElement), content.type);
    element.encode(writer, content);
  },
  toJson: (content) => element.toJson(content),
  fromJson: (json) => {
    const content = element.fromJson(json);
    if (!canWrap(content, isAnyElement)) throw new EncodeError(wrapExpectation(isAnyElement), content.type);
    return content;
  },
});

const canWrap = (content: Element, isAnyElement: boolean): content is PlainElement =>
  !isWrapped(content) && (isAnyElement || ('rootKey' in content && 'sum' in content));

const wrapExpectation = (isAnyElement: boolean): string =>
  isAnyElement ? 'an element that is not a wrapper' : 'a tree with a sum';

const isWrapped = (content: Element): content is WrappedElement => 'element' in content;

/**
 * Defines elements: the number of the variant, then its fields, in bincode with variable-length integers in big endian. Integers in a
 * needlessly long form are accepted, as by the official decoder.
 */
export const element: Codec<Element> = enumOf(
  { name: 'Element', tag: 'type' },
  {
    ...PLAIN_VARIANTS,
    nonCounted: variant('NonCounted', 'Wraps an element that is not counted.', { element: wrapped(true) }),
    notSummed: variant('NotSummed', 'Wraps a tree whose sum is not added.', { element: wrapped(false) }),
    notCountedOrSummed: variant('NotCountedOrSummed', 'Wraps a tree that is neither counted nor added.', {
      element: wrapped(false),
    }),
    ...LATER_VARIANTS,
  },
);

/** Decodes an element. Throws DecodeError, also for bytes behind it. */
export const decodeElement = (bytes: Uint8Array): Element => decode(element, bytes);

/** Encodes an element. Throws EncodeError. */
export const encodeElement = (value: Element): Uint8Array => encode(element, value);

/** Returns an element without its wrapper. */
export const unwrapElement = (value: Element): PlainElement => (isWrapped(value) ? value.element : value);
