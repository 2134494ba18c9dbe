import { contributionOf, treeKindOf } from '../element/element-tree.js';
import { encodeElement } from '../element/element.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { NodeContent } from '../merk-tree/node-content.js';
import type { Pacer } from '../merk-tree/pacer.js';
import { canPutInPlace } from '../merk-tree/put-in-place.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { NO_AGGREGATE } from '../merk/tree-kind.js';
import type { GroveLayer } from './grove-layer.js';
import { FEW_OPERATIONS } from './layer-batch.js';
import { withLayer } from './tree-element.js';

/**
 * Writes the root key, the aggregate and the root hash of all layers below that changed into their elements. These layers are hashed.
 * Throws AggregateOverflowError. Returns what to wait for where nodes have to be loaded, or there are many.
 */
export function settleLayer(layer: GroveLayer, pacer: Pacer): Promise<void> | undefined {
  const { stale, openTree: tree } = layer;
  if (stale.size === 0) return undefined;
  const children = [...stale].flatMap((child) => (child.parent ? [{ child, key: child.parent.key }] : []));
  if (tree === undefined || stale.size > FEW_OPERATIONS || !tree.hasPaths(children.map(({ key }) => key)))
    return loadAndSettle(layer, children, pacer);
  tree.replace(children.flatMap(({ child, key }) => settledContent(tree, child, key) ?? []));
  return undefined;
}

async function loadAndSettle(
  layer: GroveLayer,
  children: readonly { readonly child: GroveLayer; readonly key: Uint8Array }[],
  pacer: Pacer,
): Promise<void> {
  const tree = await layer.tree();
  if (tree === undefined) return;
  let changes: SettledContent[] = [];
  for (const { child, key } of children) {
    if (!tree.hasPath(key)) await tree.loadPaths(children.map((one) => one.key));
    const change = settledContent(tree, child, key);
    if (change !== undefined) changes.push(change);
    // The sum of all changes may fit where that of some does not.
    if (canPutInPlace(tree.kind)) {
      tree.replace(changes);
      changes = [];
    }
    const turn = pacer.step();
    if (turn !== undefined) await turn;
  }
  if (changes.length > 0) tree.replace(changes);
}

/** Content of the element above a layer, whose key is in the layer above. */
interface SettledContent {
  readonly key: Uint8Array;
  readonly content: NodeContent;
}

/** Returns the content of the element above a layer; undefined where that was removed. */
function settledContent(tree: MerkTree, child: GroveLayer, key: Uint8Array): SettledContent | undefined {
  const element = tree.loaded(key)?.content.element;
  if (element === undefined || treeKindOf(element) === undefined) return undefined;
  const below = child.openTree;
  if (below === undefined) throw new RangeError('a tree element has no layer');
  const updated = withLayer(element, below.root?.key, below.root?.aggregate ?? NO_AGGREGATE);
  const value = encodeElement(updated);
  const hash = combineHashes(valueHash(value), below.rootHash());
  const own = contributionOf(updated, tree.kind);
  return {
    key,
    content: new NodeContent(value, own, 'combined', { valueHash: hash, layer: below.whole() }),
  };
}
