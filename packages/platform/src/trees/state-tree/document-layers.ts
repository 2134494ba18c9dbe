import type { AggregatesDescription, DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { indicesWithLastingLayers } from '../../state/document/lasting-layers.js';
import { type Element } from '@dapikit/proof';
import { emptyTree, type PlainElement } from '@dapikit/proof/prover';

/** Describes what a tree counts and sums. */
interface TreeAggregates {
  readonly counts: boolean;
  readonly sums: boolean;
  /** True if node hashes cover counts, or sums. */
  readonly provesCount: boolean;
  readonly provesSum: boolean;
}

/** Describes the layer of the values of one property: the property, what its trees are, and what lies below a value. */
export interface PropertyLayer {
  readonly property: string;
  /** The same as a key. */
  readonly key: Uint8Array;
  /** The tree of values. */
  readonly valuesTree: Element;
  /** The tree of one value. */
  readonly valueTree: Element;
  /** The index that ends with this property; undefined where none does. */
  readonly index: IndexDescription | undefined;
  /** The tree of the documents that have the values; undefined where no index ends here. */
  readonly membersTree: Element | undefined;
  readonly below: readonly PropertyLayer[];
  /** One of the indices that have the property there. */
  readonly via: IndexDescription;
  /** Indices that have the property there, of which one has each document: that has any values, if all of them want some. */
  readonly witnesses: readonly IndexDescription[];
  /** Indices that have the property there, whose layers stay without documents. */
  readonly lasting: readonly IndexDescription[];
}

/**
 * Returns an empty tree for what it counts and sums.
 *
 * Source: `primary_key_tree_type` in `packages/rs-drive/src/drive/document` of dashpay/platform.
 */
function treeFor({ counts, sums, provesCount, provesSum }: TreeAggregates): PlainElement {
  if (provesSum) return emptyTree(counts || provesCount ? 'provableCountProvableSum' : 'provableSum');
  if (provesCount) return emptyTree(sums ? 'provableCountSum' : 'provableCount');
  if (counts) return emptyTree(sums ? 'countSum' : 'count');
  return emptyTree(sums ? 'sum' : 'normal');
}

const counts = ({ countable, rangeCountable }: AggregatesDescription): boolean =>
  countable !== 'notCountable' || rangeCountable;

const sums = ({ summable, rangeSummable }: AggregatesDescription): boolean =>
  summable !== undefined || rangeSummable;

/** Returns the empty tree of the documents of a type. */
export const documentsTree = ({ aggregates }: DocumentTypeDescription): Element =>
  treeFor({
    counts: counts(aggregates),
    sums: sums(aggregates),
    provesCount: aggregates.rangeCountable,
    provesSum: aggregates.rangeSummable,
  });

/** Returns the empty tree of the versions of a document. */
export const versionsTree = ({ aggregates }: DocumentTypeDescription): Element =>
  emptyTree(aggregates.summable === undefined ? 'normal' : 'sum');

const LAYERS = new WeakMap<DocumentTypeDescription, readonly PropertyLayer[]>();

/** Returns the layers of the indices of a type. Indices that begin with the same properties share layers. */
export function indexLayers(type: DocumentTypeDescription): readonly PropertyLayer[] {
  const known = LAYERS.get(type);
  if (known !== undefined) return known;
  const layers = layersAt(type.indices, indicesWithLastingLayers(type), 0, undefined);
  LAYERS.set(type, layers);
  return layers;
}

function layersAt(
  indices: readonly IndexDescription[],
  lasting: readonly IndexDescription[],
  depth: number,
  above: AggregatesDescription | undefined,
): readonly PropertyLayer[] {
  const properties = [...new Set(indices.flatMap((index) => index.properties[depth] ?? []))];
  return properties.flatMap((property) => {
    const through = indices.filter((index) => index.properties[depth] === property);
    const [via] = through;
    if (via === undefined) return [];
    const index = through.find(({ properties: names }) => names.length === depth + 1);
    return {
      property,
      key: new TextEncoder().encode(property),
      via,
      witnesses: witnessesOf(through),
      lasting: lasting.filter((one) => through.includes(one)),
      valuesTree: wrapped(valuesTree(index?.aggregates), above),
      valueTree: valueTree(index?.aggregates),
      index,
      membersTree: index && membersTree(index.aggregates),
      below: layersAt(through, lasting, depth + 1, index?.aggregates),
    };
  });
}

function witnessesOf(indices: readonly IndexDescription[]): readonly IndexDescription[] {
  const complete = indices.find(({ nullSearchable }) => nullSearchable);
  return complete === undefined ? indices : [complete];
}

/** Source: `index_level_tree_types.rs` in `packages/rs-drive` of dashpay/platform, as all below. */
const valuesTree = (aggregates: AggregatesDescription | undefined): PlainElement =>
  treeFor({
    counts: false,
    sums: false,
    provesCount: aggregates?.rangeCountable ?? false,
    provesSum: aggregates?.rangeSummable ?? false,
  });

function valueTree(aggregates: AggregatesDescription | undefined): Element {
  if (aggregates === undefined) return treeFor(NOTHING);
  const both = counts(aggregates) && sums(aggregates);
  return treeFor({
    counts: counts(aggregates),
    sums: sums(aggregates),
    provesCount: both && aggregates.rangeCountable,
    provesSum: both && aggregates.rangeSummable,
  });
}

const NOTHING: TreeAggregates = { counts: false, sums: false, provesCount: false, provesSum: false };

const membersTree = (aggregates: AggregatesDescription): Element =>
  treeFor({
    counts: counts(aggregates),
    sums: sums(aggregates),
    provesCount: aggregates.countable === 'countableAllowingOffset',
    provesSum: aggregates.rangeSummable,
  });

/** A tree that continues below a value that counts or sums adds nothing to it. */
function wrapped(element: PlainElement, above: AggregatesDescription | undefined): Element {
  if (above === undefined) return element;
  if (counts(above) && sums(above))
    return 'sum' in element ? { type: 'notCountedOrSummed', element } : { type: 'nonCounted', element };
  if (counts(above)) return { type: 'nonCounted', element };
  return sums(above) && 'sum' in element ? { type: 'notSummed', element } : element;
}
