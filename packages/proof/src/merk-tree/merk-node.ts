import { addAggregates } from '../merk/aggregate.js';
import { hasAggregate, NO_AGGREGATE, type Aggregate, type TreeKind } from '../merk/tree-kind.js';
import type { NodeContent } from './node-content.js';
import { ProofPackageError } from '../errors/proof-package-error.js';

/** Names a child: the one with smaller or the one with greater keys. */
export type Side = 'left' | 'right';

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** Node of a Merk tree. Only `putInPlace` changes it: elsewhere another child or content makes another node. */
export class MerkNode {
  constructor(
    readonly key: Uint8Array,
    public content: NodeContent,
    public left: MerkLink | undefined,
    public right: MerkLink | undefined,
    /** True if the store has this node as it is. */
    public isStored = false,
  ) {}

  /** Returns the node with another child on one side. */
  withChild(side: Side, link: MerkLink | undefined): MerkNode {
    return side === 'left'
      ? new MerkNode(this.key, this.content, link, this.right)
      : new MerkNode(this.key, this.content, this.left, link);
  }

  /** Returns the node with another content. */
  withContent(content: NodeContent): MerkNode {
    return new MerkNode(this.key, content, this.left, this.right);
  }

  /** Returns how much higher the right side is. */
  balance(): number {
    return heightOf(this.right) - heightOf(this.left);
  }
}

/** Link of a parent to its child: hash, key and aggregate, and the child itself once that is loaded. */
export class MerkLink {
  /** The node hash; undefined until it is computed. */
  hash: Uint8Array | undefined;
  /** The child; undefined until it is loaded. */
  node: MerkNode | undefined;

  constructor(
    readonly key: Uint8Array,
    public leftHeight: number,
    public rightHeight: number,
    /** Aggregate of the whole subtree. */
    readonly aggregate: Aggregate,
    known: { readonly hash?: Uint8Array | undefined; readonly node?: MerkNode | undefined },
  ) {
    this.hash = known.hash;
    this.node = known.node;
  }

  get height(): number {
    return 1 + Math.max(this.leftHeight, this.rightHeight);
  }

  /** Returns the node hash. Throws RangeError before it is computed. */
  knownHash(): Uint8Array {
    if (this.hash === undefined) throw new RangeError('the node is not hashed: hash its layer first');
    return this.hash;
  }
}

/** Reports a node that has to be loaded before an operation can go on. */
export class NodeNotLoadedError extends ProofPackageError {
  override readonly name = 'NodeNotLoadedError';

  constructor(readonly link: MerkLink) {
    super('the node is not loaded');
  }
}

export const heightOf = (link: MerkLink | undefined): number => link?.height ?? 0;

/** Returns the node that a link leads to. Throws NodeNotLoadedError. */
export function nodeOf(link: MerkLink): MerkNode {
  if (link.node === undefined) throw new NodeNotLoadedError(link);
  return link.node;
}

/** Returns a link to a new node. Throws AggregateOverflowError. */
export function linkTo(kind: TreeKind, node: MerkNode): MerkLink {
  const aggregate = hasAggregate(kind) ? aggregateOf(kind, node) : NO_AGGREGATE;
  return new MerkLink(node.key, heightOf(node.left), heightOf(node.right), aggregate, { node });
}

function aggregateOf(kind: TreeKind, node: MerkNode): Aggregate {
  const parts = [node.content.own];
  if (node.left !== undefined) parts.push(node.left.aggregate);
  if (node.right !== undefined) parts.push(node.right.aggregate);
  return addAggregates(kind, ...parts);
}
