import { compareBytes } from '@dapikit/protocol/codec';
import { decodeElement, unwrapElement, type Element } from '../element/element.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { executeMerkProof } from '../merk-proof/execute.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { hasKey, type KeyedProofNode, type ProofNode } from '../merk-proof/proof-node.js';
import { areSorted } from '../path-query/insert-item.js';
import {
  boundsOf,
  isAbove,
  isBelow,
  selectsKey,
  type Bound,
  type QueryItem,
} from '../path-query/query-item.js';

/** Node that shows its value. */
type ValuedProofNode = Extract<KeyedProofNode, { readonly value: Uint8Array }>;

/** Element that a layer shows for a key that its query selects. */
export interface LayerResult {
  readonly key: Uint8Array;
  readonly element: Element;
  readonly node: ValuedProofNode;
}

/** Describes the selection in a layer, and how its proof is read. */
export interface LayerSelection {
  /** The selected items, sorted by key and without overlaps. */
  readonly items: readonly QueryItem[];
  readonly isLeftToRight: boolean;
  /** Limits how many keys are shown; undefined for no limit. */
  readonly limit: number | undefined;
  /** The version of the proof. */
  readonly version: 0 | 1;
}

/**
 * Executes the proof of one layer and returns everything that the selected items contain, with the hash of the layer. The proof is
 * complete: an item whose keys are not all shown is rejected.
 *
 * @throws DecodeError, ProofError
 *
 * Source: `execute_proof` in grovedb `merk/src/proofs/query/verify.rs`.
 */
export function layerResults(
  bytes: Uint8Array,
  selection: LayerSelection,
): { readonly rootHash: Uint8Array; readonly results: readonly LayerResult[] } {
  if (!areSorted(selection.items))
    throw new ProofError('unsupported', 'the items of the query overlap or are not sorted by key');
  const reader = new LayerReader(selection);
  const rootHash = executeMerkProof(bytes, !selection.isLeftToRight, (node) => reader.visit(node));
  reader.finish();
  return { rootHash, results: reader.results };
}

/** Walks along the nodes of a layer and the items of its query at the same time, in the direction of the query. */
class LayerReader {
  readonly results: LayerResult[] = [];
  readonly #items: readonly QueryItem[];
  readonly #isLeftToRight: boolean;
  readonly #version: 0 | 1;
  #limit: number;
  #at = 0;
  /** True if the last key lies in the present item, and the item continues: no key may be hidden here. */
  #isInside = false;
  #last: ProofNode | undefined;

  constructor({ items, isLeftToRight, limit = Infinity, version }: LayerSelection) {
    this.#items = isLeftToRight ? items : items.toReversed();
    this.#isLeftToRight = isLeftToRight;
    this.#limit = limit;
    this.#version = version;
  }

  visit(node: ProofNode): void {
    if (node.type === 'hashWithAggregate')
      throw new ProofError('unsupported', 'a node with its aggregate stands in the proof of a query');
    if (hasKey(node)) this.#visitKey(node);
    else if (this.#isInside) throw incomplete('a key inside a selected range is hidden');
    this.#last = node;
  }

  /** Checks that the remaining items lie beyond the edge of the tree, unless the limit is reached. */
  finish(): void {
    const isEdgeShown = this.#last !== undefined && hasKey(this.#last);
    if (this.#at < this.#items.length && this.#limit > 0 && !isEdgeShown)
      throw incomplete('the edge of the tree is hidden');
  }

  #visitKey(node: KeyedProofNode): void {
    const { key } = node;
    if (this.#limit === 0) {
      // Nothing more is selected, so nothing more has to be shown.
      if ('value' in node && this.#items.some((item) => selectsKey(item, key)))
        throw new ProofError('excess', 'the proof shows more keys than the limit');
      return;
    }
    for (let item = this.#items[this.#at]; item !== undefined; item = this.#items[this.#at]) {
      const { start, end } = this.#endsOf(item);
      if (this.#isBefore(key, item)) return;
      if (!this.#isInside && !isAt(key, start)) this.#checkNeighbour();
      this.#isInside = end === undefined || this.#compare(key, end.key) < 0;
      if (!this.#isInside) this.#at += 1;
      if (selectsKey(item, key)) {
        this.#addResult(node);
        return;
      }
    }
  }

  /** Checks that the node before the present one shows its key, so that nothing is hidden between them. */
  #checkNeighbour(): void {
    if (this.#last !== undefined && !hasKey(this.#last))
      throw incomplete('the neighbour of a selected range is hidden');
  }

  #addResult(node: KeyedProofNode): void {
    if (!('value' in node)) throw incomplete('the value of a selected key is hidden');
    this.#limit -= 1;
    if (this.#limit === 0) this.#isInside = false;
    const element = decodeElement(node.value);
    checkBinding(node, element, this.#version);
    this.results.push({ key: node.key, element, node });
  }

  #endsOf(item: QueryItem): { readonly start: Bound | undefined; readonly end: Bound | undefined } {
    const { lower, upper } = boundsOf(item);
    return this.#isLeftToRight ? { start: lower, end: upper } : { start: upper, end: lower };
  }

  /** Returns whether a key comes before the beginning of an item. */
  #isBefore(key: Uint8Array, item: QueryItem): boolean {
    const { lower, upper } = boundsOf(item);
    return this.#isLeftToRight ? isBelow(key, lower) : isAbove(key, upper);
  }

  #compare(a: Uint8Array, b: Uint8Array): number {
    return this.#isLeftToRight ? compareBytes(a, b) : compareBytes(b, a);
  }
}

const incomplete = (text: string): ProofError =>
  new ProofError('incomplete', `the proof is incomplete: ${text}`);

const isAt = (key: Uint8Array, bound: Bound | undefined): boolean =>
  bound !== undefined && compareBytes(key, bound.key) === 0;

/**
 * Checks that the hash of a node covers its value, as far as the node alone shows that. A value next to a given value hash is bound
 * by nothing but the layer below it; an item has none. Version 0 shows items in this way, so their hash is compared; the official
 * verifier accepts any value there.
 */
function checkBinding(node: ValuedProofNode, element: Element, version: 0 | 1): void {
  const { type } = unwrapElement(element);
  const isItem = type === 'item' || type === 'sumItem' || type === 'itemWithSumItem';
  if (node.type === 'kv' || node.type === 'kvRefValueHash') {
    if (!isItem) throw new ProofError('unexpected-element', `a ${type} element is shown as an item`);
    return;
  }
  if (type === 'reference' || type === 'referenceWithSumItem')
    throw new ProofError('hash-mismatch', 'a reference is shown without its target');
  if (isItem && version > 0)
    throw new ProofError('hash-mismatch', 'an item is shown with a given value hash');
  if (isItem && compareBytes(valueHash(node.value), node.valueHash) !== 0)
    throw new ProofError('hash-mismatch', 'the value hash of an item does not match its value');
  if (
    node.type === 'kvValueHashFeatureTypeWithChildHash' &&
    compareBytes(combineHashes(valueHash(node.value), node.childHash), node.valueHash) !== 0
  )
    throw new ProofError('hash-mismatch', 'the value hash of a tree does not match its value and its layer');
}
