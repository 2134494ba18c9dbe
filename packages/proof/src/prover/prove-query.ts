import { treeKindOf } from '../element/element-tree.js';
import { decodeElement, encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference, type Path } from '../element/reference-path.js';
import {
  encodeGroveProof,
  groveProofOf,
  MAX_LAYERS,
  type LayerProof,
  type LowerLayer,
} from '../grove-proof/envelope.js';
import type { Grove } from '../grove/grove.js';
import { encodeOperations, type Operation } from '../merk-proof/operation.js';
import type { ProofNode } from '../merk-proof/proof-node.js';
import type { MerkLink, MerkNode } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { Pacer, type Pause } from '../merk-tree/pacer.js';
import { valueHash } from '../merk/hashes.js';
import { hashedAggregate } from '../merk/tree-kind.js';
import { layerQueryAt, type LayerQuery } from '../path-query/layer-query.js';
import type { PathQuery } from '../path-query/path-query.js';
import { layerSteps, type LayerStep } from './layer-steps.js';
import { rangeAggregateOperations } from './range-aggregate.js';
import { treeNode } from './tree-node.js';
import { UnprovableQueryError } from './unprovable-query-error.js';

/** Lists the options of {@link proveQuery}. */
export interface ProveOptions {
  /** True if results are items, and a tree among them makes the query unprovable. Default: false. */
  readonly isOfItems?: boolean | undefined;
  /** Callback between steps; it may wait for a turn of the event loop. The grove does not change meanwhile. */
  readonly pause?: Pause | undefined;
  /** The version of the proof: `proofVersionAt` has that of a protocol version. Default: 1. */
  readonly version?: 0 | 1;
}

/**
 * Returns a proof of all that a path query selects: elements that exist, and that no others do. References are shown by their targets.
 * Version 0 shows a tree that is a result itself and not empty without the hash of its layer. Source: `prove_subqueries` and
 * `prove_subqueries_v1` in grovedb `grovedb/src/operations/proof/generate.rs`; the limit is counted as its verifiers do in
 * `verify_layer_proof` and `verify_layer_proof_v1` of `verify.rs`, which count alike.
 *
 * @param grove is hashed
 * @throws UnprovableQueryError where the query selects the content of a tree but nothing in it, or more than 128 layers below one
 * layer; RangeError for a grove that is not hashed; ReferenceTargetError
 */
export async function proveQuery(
  grove: Grove,
  query: PathQuery,
  options: ProveOptions = {},
): Promise<Uint8Array> {
  const rootLayer = await new QueryProver(grove, query, options).proveLayer([]);
  return encodeGroveProof(groveProofOf(options.version ?? 1, rootLayer));
}

/**
 * Returns a proof, version 1, of the count, the sum or both that a range of a provable tree has: the one item of the innermost query.
 * A query with a default branch has one such range for each of its keys that exist.
 *
 * Source: `grovedb/src/operations/proof/aggregate_count`, `aggregate_sum` and `aggregate_count_and_sum` of grovedb.
 * @param grove is hashed
 * @param options only with its pause
 * @throws UnprovableQueryError for another query or tree, and where the path, or the way from an existing key to its range, leads to no
 * tree or an empty one: up to protocol version 13 verifiers reject a proof of that
 */
export async function proveRangeAggregate(
  grove: Grove,
  query: PathQuery,
  { pause }: Pick<ProveOptions, 'pause'> = {},
): Promise<Uint8Array> {
  const { defaultBranch } = query.query;
  const depth = query.path.length + (defaultBranch === undefined ? 0 : 1 + (defaultBranch.path ?? []).length);
  const rootLayer = await new QueryProver(grove, query, { aggregateDepth: depth, pause }).proveLayer([]);
  return encodeGroveProof({ version: 1, rootLayer });
}

/** An element is decoded and perhaps hashed, and a reference followed: more than other steps. */
const ELEMENT_STEPS = 8;

type SelectedStep = Extract<LayerStep, { readonly type: 'selected' }>;

/** Place in the grove while one layer is proven. */
interface LayerPlace {
  readonly path: Path;
  readonly tree: MerkTree;
  readonly query: LayerQuery;
}

/** Proves one query; the limit is used up from layer to layer. */
class QueryProver {
  readonly #pacer: Pacer;
  #limit: number;

  constructor(
    private readonly grove: Grove,
    private readonly query: PathQuery,
    private readonly options: ProveOptions & {
      /** The length of the paths of layers that are proven by their aggregates; there are none if undefined. */
      readonly aggregateDepth?: number;
    },
  ) {
    this.#pacer = new Pacer(options.pause);
    this.#limit = query.limit ?? Infinity;
    if (this.#limit < 1) throw new UnprovableQueryError('the limit is 0: use a limit above 0');
  }

  async proveLayer(path: Path): Promise<LayerProof> {
    if (path.length > MAX_LAYERS)
      throw new UnprovableQueryError(`the query is more than ${MAX_LAYERS} layers deep`);
    const query = layerQueryAt(this.query, path);
    if (query === undefined)
      throw new UnprovableQueryError('a branch leads into a tree and selects nothing there');
    const tree = await this.grove.layer(path);
    if (tree === undefined) throw new UnprovableQueryError('a tree element has no layer');
    if (path.length === this.options.aggregateDepth) return this.#proveAggregate(tree, query);
    const limit = query.isOnPath ? Infinity : this.#limit;
    const steps = await layerSteps(tree, query.items, query.isLeftToRight, limit, this.#pacer);
    if (!steps.some(({ type }) => type === 'selected')) {
      if (path.length !== this.query.path.length) this.#checkWay();
      this.#limit -= 1;
    }
    return this.#withLowerLayers({ path, tree, query }, steps);
  }

  async #proveAggregate(tree: MerkTree, { items }: LayerQuery): Promise<LayerProof> {
    const [range] = items;
    if (range === undefined || items.length > 1)
      throw new UnprovableQueryError(`${items.length} ranges to aggregate: use one`);
    this.#useResult();
    const operations = await rangeAggregateOperations(tree, range, this.#pacer);
    return { type: 'merk', bytes: encodeOperations(operations), lowerLayers: [] };
  }

  async #withLowerLayers(place: LayerPlace, steps: readonly LayerStep[]): Promise<LayerProof> {
    const isInverted = !place.query.isLeftToRight;
    const operations: Operation[] = [];
    const lowerLayers: LowerLayer[] = [];
    for (const step of steps) {
      if (step.type === 'push') operations.push({ type: 'push', node: step.node, isInverted });
      else if (step.type !== 'selected') operations.push({ type: step.type, isInverted });
      else {
        const turn = this.#pacer.step(ELEMENT_STEPS);
        if (turn !== undefined) await turn;
        const { node, lowerLayer } = await this.#proveElement(place, step);
        operations.push({ type: 'push', node, isInverted });
        if (lowerLayer !== undefined) lowerLayers.push({ key: step.node.key, layer: lowerLayer });
      }
    }
    if (lowerLayers.length > MAX_LAYERS)
      throw new UnprovableQueryError(`the query leads into more than ${MAX_LAYERS} trees of one layer`);
    return { type: 'merk', bytes: encodeOperations(operations), lowerLayers };
  }

  /** Shows a selected element, or the selection below it, until the limit is reached. */
  async #proveElement(
    place: LayerPlace,
    { node, link }: SelectedStep,
  ): Promise<{ readonly node: ProofNode; readonly lowerLayer?: LayerProof }> {
    const { path, tree, query } = place;
    const element = decodeElement(node.content.value);
    const { key } = node;
    const plain = unwrapElement(element);
    if (plain.type === 'reference' || plain.type === 'referenceWithSumItem') {
      this.#useResult();
      const target = await this.grove.follow(resolveReference(plain.path, path, key));
      return { node: referenceNode(tree, node, link, target) };
    }
    if (node.content.valueHashKind === 'simple') {
      this.#useResult();
      const aggregate = hashedAggregate(tree.kind, link.aggregate);
      return { node: { type: 'kv', key, value: node.content.value, aggregate } };
    }
    const isEmpty = !('rootKey' in plain) || plain.rootKey === undefined;
    if (isEmpty) this.#checkWay();
    const isBelow = query.hasQueryBelow(key);
    if (isBelow && !isEmpty && this.#limit > 0)
      return { node: treeNode(tree, node, link), lowerLayer: await this.proveLayer([...path, key]) };
    // The verifier takes an empty plain tree for nothing, and so an empty tree whose content is selected.
    if (!isBelow && !(isEmpty && element.type === 'tree')) this.#useResult();
    if (isEmpty || isBelow) return { node: treeNode(tree, node, link) };
    if (this.options.isOfItems === true)
      throw new UnprovableQueryError(
        'a result is a tree, as of a document without an earlier value of a unique index: no proof shows the document',
      );
    if (this.options.version === 0) return { node: treeNode(tree, node, link) };
    const child = await this.grove.layer([...path, key]);
    if (child === undefined) throw new UnprovableQueryError('a tree element has no layer');
    return { node: treeNode(tree, node, link, child.rootHash()) };
  }

  /** Rejects a way to a range that ends before it. */
  #checkWay(): void {
    if (this.options.aggregateDepth === undefined) return;
    throw new UnprovableQueryError('the range has no tree, or an empty one: no proof shows that');
  }

  #useResult(): void {
    this.#limit = Math.max(0, this.#limit - 1);
  }
}

/** Shows the target in the place of a reference. */
function referenceNode(
  tree: MerkTree,
  { key, content }: MerkNode,
  link: MerkLink,
  target: Element,
): ProofNode {
  if (treeKindOf(target) !== undefined)
    throw new UnprovableQueryError('a reference leads to a tree: no proof shows that');
  return {
    type: 'kvRefValueHash',
    key,
    value: encodeElement(target),
    valueHash: valueHash(content.value),
    aggregate: hashedAggregate(tree.kind, link.aggregate),
  };
}
