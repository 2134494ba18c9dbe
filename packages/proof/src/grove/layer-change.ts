import { contributionOf, treeKindOf } from '../element/element-tree.js';
import { encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference } from '../element/reference-path.js';
import type { MerkChange } from '../merk-tree/apply-batch.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { NodeContent } from '../merk-tree/node-content.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { NO_AGGREGATE, type TreeKind } from '../merk/tree-kind.js';
import { emptyContentRoot } from './append-only-tree.js';
import type { GroveLayer } from './grove-layer.js';
import {
  GroveOperationError,
  type DeleteOperation,
  type GroveOperation,
  type PutOperation,
  type PutTreeOperation,
} from './operation.js';
import { withLayer } from './tree-element.js';

/** Returns the change of the tree that an operation makes, if any, and notes what has to be hashed before. The path is loaded. */
export function changeOf(
  layer: GroveLayer,
  tree: MerkTree,
  operation: GroveOperation,
): MerkChange | Promise<MerkChange> | undefined {
  const { key } = operation;
  const node = tree.loaded(key);
  if (operation.type === 'putTree' && operation.isKept === true && node !== undefined) return undefined;
  const existing = node?.content.element;
  switch (operation.type) {
    case 'put':
      return putElement(layer, tree, operation, existing);
    case 'putTree':
      return putTree(layer, operation, existing);
    default:
      return existing === undefined ? undefined : remove(layer, operation, existing);
  }
}

function putElement(
  layer: GroveLayer,
  tree: MerkTree,
  { key, element, contentRoot }: PutOperation,
  existing: Element | undefined,
): MerkChange {
  if (treeKindOf(element) !== undefined)
    throw new GroveOperationError('expected an item or a reference, found a tree');
  if (existing !== undefined && treeKindOf(existing) !== undefined)
    throw new GroveOperationError('a tree exists in the place of the element: delete it first');
  const plain = unwrapElement(element);
  const value = encodeElement(element);
  const own = contributionOf(element, tree.kind);
  if (plain.type === 'reference' || plain.type === 'referenceWithSumItem') {
    const content = new NodeContent(value, own, 'combined');
    layer.markPending(key, { content, target: resolveReference(plain.path, layer.path, key) });
    return { key, content };
  }
  layer.unmarkPending(key);
  const root = contentRoot ?? emptyContentRoot(plain);
  if (root === undefined) return { key, content: new NodeContent(value, own, 'simple') };
  const combined = combineHashes(valueHash(value), root);
  return { key, content: new NodeContent(value, own, 'combined', { valueHash: combined }) };
}

function putTree(
  layer: GroveLayer,
  { key, element }: PutTreeOperation,
  existing: Element | undefined,
): MerkChange | Promise<MerkChange> {
  const kind = treeKindOf(element);
  if (kind === undefined) throw new GroveOperationError('expected a tree, found an element without a layer');
  if (existing !== undefined && treeKindOf(existing) !== kind)
    throw new GroveOperationError(
      'an element of another kind exists in the place of the tree: delete it first',
    );
  const child = layer.child(key);
  const empty = withLayer(element, undefined, NO_AGGREGATE);
  const change = { key, content: new NodeContent(empty, NO_AGGREGATE, 'combined') };
  if (existing !== undefined && !child.isOpen) return openAndMark(child, kind, change);
  if (child.openTree === undefined) child.create(kind);
  child.markChanged();
  return change;
}

async function openAndMark(child: GroveLayer, kind: TreeKind, change: MerkChange): Promise<MerkChange> {
  if ((await child.tree()) === undefined) child.create(kind);
  child.markChanged();
  return change;
}

/** Removes an element, and all layers below it. */
async function remove(
  layer: GroveLayer,
  { key, isRecursive }: DeleteOperation,
  existing: Element,
): Promise<MerkChange> {
  await removeLayers(layer.child(key), existing, isRecursive === true);
  layer.unmarkPending(key);
  return { key, content: undefined };
}

/** Removes the layer below an element that is removed, and all layers below that. */
async function removeLayers(layer: GroveLayer, element: Element, isRecursive: boolean): Promise<void> {
  if (treeKindOf(element) === undefined) return;
  const tree = await layer.tree();
  if (tree?.root !== undefined) {
    if (!isRecursive) throw new GroveOperationError('the tree to delete is not empty');
    for (const { key, content } of await tree.all())
      await removeLayers(layer.child(key), content.element, true);
  }
  await layer.remove();
}
