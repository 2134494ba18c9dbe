import * as fc from 'fast-check';
import { TREE_KIND_NAMES, type TreeKind } from '../src/merk/tree-kind.js';
import { type Element } from '../src/index.js';
import { emptyTree, type GroveOperation, type Path } from '../src/prover.js';

/** Is a layer as plain data: what a grove is compared with. */
export type ModelLayer = ReadonlyMap<number, ModelEntry>;
export type ModelEntry =
  | {
      readonly type: 'item';
      readonly value: number;
      readonly sum: number | undefined;
      readonly hasBytes: boolean;
    }
  /** Points at one of the items of the grove, by their order. */
  | { readonly type: 'reference'; readonly target: number }
  | {
      readonly type: 'tree';
      readonly kind: TreeKind;
      readonly wrapper: 'none' | 'nonCounted' | 'notSummed' | 'notCountedOrSummed';
      readonly layer: ModelLayer;
    };

export const MAX_KEY = 12;
export const keyOf = (byte: number): Uint8Array => Uint8Array.of(byte);

const layerOf = (entry: fc.Arbitrary<ModelEntry>, maxLength: number): fc.Arbitrary<ModelLayer> =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: MAX_KEY }), entry), {
      selector: ([key]) => key,
      maxLength,
    })
    .map((entries) => new Map(entries));

const item: fc.Arbitrary<ModelEntry> = fc.record({
  type: fc.constant('item' as const),
  value: fc.integer({ min: 0, max: 255 }),
  sum: fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined }),
  hasBytes: fc.boolean(),
});
const reference: fc.Arbitrary<ModelEntry> = fc.record({
  type: fc.constant('reference' as const),
  target: fc.nat(),
});
const treeOf = (layer: fc.Arbitrary<ModelLayer>): fc.Arbitrary<ModelEntry> =>
  fc.record({
    type: fc.constant('tree' as const),
    kind: fc.constantFrom(...TREE_KIND_NAMES),
    wrapper: fc.constantFrom('none', 'none', 'none', 'nonCounted', 'notSummed', 'notCountedOrSummed'),
    layer,
  });

const deepest = layerOf(fc.oneof(item, reference), 8);
const middle = layerOf(fc.oneof(item, reference, treeOf(deepest)), 8);

/** Makes groves of at most three layers. */
export const modelGrove: fc.Arbitrary<ModelLayer> = layerOf(
  fc.oneof(item, treeOf(middle), treeOf(middle)),
  8,
);

function treeElement({ kind, wrapper }: Extract<ModelEntry, { type: 'tree' }>): Element {
  const element = emptyTree(kind);
  // Wrappers that hide a sum are for trees that have one.
  if (wrapper === 'none' || (wrapper !== 'nonCounted' && !('sum' in element))) return element;
  return { type: wrapper, element };
}

function itemElement({ value, sum, hasBytes }: Extract<ModelEntry, { type: 'item' }>): Element {
  const bytes = Uint8Array.of(value);
  if (sum === undefined) return { type: 'item', value: bytes, flags: undefined };
  if (hasBytes) return { type: 'itemWithSumItem', value: bytes, sum: BigInt(sum), flags: Uint8Array.of(7) };
  return { type: 'sumItem', sum: BigInt(sum), flags: undefined };
}

/** Lists the paths of all items; the last key of each is that of the item. */
function itemPaths(layer: ModelLayer, path: Path = []): Path[] {
  return [...layer].flatMap(([key, entry]) => {
    const place = [...path, keyOf(key)];
    if (entry.type === 'item') return [place];
    return entry.type === 'tree' ? itemPaths(entry.layer, place) : [];
  });
}

/** Returns the operations that make the grove, parents before their children. References without any item become items. */
export function operationsOf(grove: ModelLayer): GroveOperation[] {
  const targets = itemPaths(grove);
  const visit = (layer: ModelLayer, path: Path): GroveOperation[] =>
    [...layer].flatMap(([byte, entry]): GroveOperation[] => {
      const place = { path, key: keyOf(byte) };
      if (entry.type === 'tree')
        return [
          { type: 'putTree', ...place, element: treeElement(entry) },
          ...visit(entry.layer, [...path, place.key]),
        ];
      return [{ type: 'put', ...place, element: leafElement(entry, targets) }];
    });
  return visit(grove, []);
}

function leafElement(entry: Exclude<ModelEntry, { type: 'tree' }>, targets: readonly Path[]): Element {
  if (entry.type === 'item') return itemElement(entry);
  const target = targets[entry.target % targets.length];
  if (target === undefined)
    return { type: 'item', value: Uint8Array.of(entry.target & 255), flags: undefined };
  return {
    type: 'reference',
    path: { type: 'absolute', path: target },
    maxHops: undefined,
    flags: undefined,
  };
}
