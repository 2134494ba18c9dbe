import { compareBytes } from '@dapikit/protocol/codec';
import { contributionOf, treeKindOf } from '../element/element-tree.js';
import { decodeElement, encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference, type Path } from '../element/reference-path.js';
import { addAggregates } from '../merk/aggregate.js';
import { combineHashes, kvHash, NULL_HASH, nodeHash, valueHash } from '../merk/hashes.js';
import { hashedAggregate, NO_AGGREGATE, type Aggregate } from '../merk/tree-kind.js';
import type { MerkLink, MerkNode } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { Pacer, type Pause } from '../merk-tree/pacer.js';
import { emptyContentRoot } from './append-only-tree.js';
import { type Grove, ReferenceTargetError } from './grove.js';
import { withLayer } from './tree-element.js';

/** Contradiction in a stored grove. */
export interface GroveProblem {
  readonly path: Path;
  /** The key of the node; undefined for the layer itself. */
  readonly key: Uint8Array | undefined;
  readonly problem: string;
}

/** Result of a check. */
export interface GroveCheck {
  readonly rootHash: Uint8Array;
  readonly layers: number;
  readonly nodes: number;
  /** Number of entries of the store, unless it has some that nothing leads to. */
  readonly entries: number;
  readonly problems: readonly GroveProblem[];
}

/**
 * Computes all hashes, aggregates and heights of a stored grove from its values alone, and reports each that differs. The
 * contents of append-only trees are not read.
 *
 * @param grove is opened for this and has no changes; nodes are unloaded once they are checked
 * @throws MissingNodeError, DecodeError where the store is damaged so that nodes cannot be read
 */
export async function checkGrove(grove: Grove, pause?: Pause): Promise<GroveCheck> {
  const checker = new GroveChecker(grove, new Pacer(pause));
  const { hash } = await checker.checkLayer([]);
  const { layers, nodes, entries, problems } = checker;
  return { rootHash: hash, layers, nodes, entries, problems };
}

/** Holds the computed values of a subtree. */
interface CheckedSubtree {
  readonly hash: Uint8Array;
  readonly aggregate: Aggregate;
  readonly height: number;
}

/** Keys between which the keys of a subtree lie; undefined at an edge. */
type Span = readonly [low: Uint8Array | undefined, high: Uint8Array | undefined];

const NOTHING: CheckedSubtree = { hash: NULL_HASH, aggregate: NO_AGGREGATE, height: 0 };

class GroveChecker {
  layers = 0;
  nodes = 0;
  entries = 0;
  readonly problems: GroveProblem[] = [];

  constructor(
    private readonly grove: Grove,
    private readonly pacer: Pacer,
  ) {}

  async checkLayer(path: Path): Promise<CheckedSubtree> {
    const tree = await this.grove.layer(path);
    if (tree === undefined) {
      this.#report(path, undefined, 'the layer is missing');
      return NOTHING;
    }
    this.layers += 1;
    if (!tree.isWhole) this.entries += 1;
    if (path.length === 0 && tree.kind !== 'normal')
      this.#report(path, undefined, 'the topmost layer is not normal');
    return this.#checkSubtree(tree, path, tree.root, [undefined, undefined]);
  }

  async #checkSubtree(
    tree: MerkTree,
    path: Path,
    link: MerkLink | undefined,
    [low, high]: Span,
  ): Promise<CheckedSubtree> {
    if (link === undefined) return NOTHING;
    const turn = this.pacer.step();
    if (turn !== undefined) await turn;
    const node = await tree.load(link);
    const { key, content } = node;
    this.nodes += 1;
    if (node.isStored) this.entries += 1;
    if (
      (low !== undefined && compareBytes(key, low) <= 0) ||
      (high !== undefined && compareBytes(key, high) >= 0)
    )
      this.#report(path, key, 'the key is not in the order of the tree');
    const left = await this.#checkSubtree(tree, path, node.left, [low, key]);
    const right = await this.#checkSubtree(tree, path, node.right, [key, high]);
    const hashOfValue = await this.#checkContent(tree, path, node);
    const aggregate = addAggregates(tree.kind, content.own, left.aggregate, right.aggregate);
    const hash = nodeHash(
      kvHash(key, hashOfValue),
      left.hash,
      right.hash,
      hashedAggregate(tree.kind, aggregate),
    );
    const height = 1 + Math.max(left.height, right.height);
    if (link.leftHeight !== left.height || link.rightHeight !== right.height)
      this.#report(path, key, 'the heights of the children differ');
    if (!isSameAggregate(link.aggregate, aggregate)) this.#report(path, key, 'the aggregate differs');
    if (compareBytes(link.knownHash(), hash) !== 0) this.#report(path, key, 'the node hash differs');
    if (node.isStored) link.node = undefined;
    return { hash, aggregate, height };
  }

  /** Returns the value hash of a node after comparing it, and what its element says of the layer below. */
  async #checkContent(tree: MerkTree, path: Path, { key, content }: MerkNode): Promise<Uint8Array> {
    const element = decodeElement(content.value);
    if (!isSameAggregate(content.own, contributionOf(element, tree.kind)))
      this.#report(path, key, 'the own share of the aggregate differs');
    const own = valueHash(content.value);
    const combined = await this.#combinedHash(path, key, element);
    // The content of an append-only tree is stored elsewhere.
    if (emptyContentRoot(unwrapElement(element)) !== undefined) return content.valueHash();
    const expected = combined === undefined ? own : combineHashes(own, combined);
    if ((combined === undefined) !== (content.valueHashKind === 'simple'))
      this.#report(path, key, 'the kind of the value hash differs');
    if (compareBytes(content.valueHash(), expected) !== 0) this.#report(path, key, 'the value hash differs');
    if (compareBytes(content.kvHash(key), kvHash(key, content.valueHash())) !== 0)
      this.#report(path, key, 'the hash of key and value differs');
    return expected;
  }

  /** Returns the hash that a value hash covers in addition to the value: of a layer or of a target. */
  async #combinedHash(path: Path, key: Uint8Array, element: Element): Promise<Uint8Array | undefined> {
    const plain = unwrapElement(element);
    if (plain.type === 'reference' || plain.type === 'referenceWithSumItem')
      return this.#targetHash(path, key, resolveReference(plain.path, path, key));
    if (treeKindOf(element) === undefined) return undefined;
    const place = [...path, key];
    const layer = await this.checkLayer(place);
    const tree = await this.grove.layer(place);
    if (tree !== undefined && tree.kind !== treeKindOf(element))
      this.#report(path, key, 'the kind of the tree differs from that of its layer');
    const updated = withLayer(element, tree?.root?.key, layer.aggregate);
    if (compareBytes(encodeElement(updated), encodeElement(element)) !== 0)
      this.#report(path, key, 'the root key or aggregate of the tree differs from its layer');
    return layer.hash;
  }

  async #targetHash(path: Path, key: Uint8Array, target: Path): Promise<Uint8Array | undefined> {
    try {
      return valueHash(encodeElement(await this.grove.follow(target)));
    } catch (error) {
      if (!(error instanceof ReferenceTargetError)) throw error;
      this.#report(path, key, error.message);
      return undefined;
    }
  }

  #report(path: Path, key: Uint8Array | undefined, problem: string): void {
    this.problems.push({ path, key, problem });
  }
}

const isSameAggregate = (first: Aggregate, second: Aggregate): boolean =>
  first.count === second.count && first.sum === second.sum;
