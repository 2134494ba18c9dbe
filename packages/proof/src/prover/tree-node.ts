import type { MerkLink, MerkNode } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import type { ProofNode } from '../merk-proof/proof-node.js';
import { hashedAggregate, NO_AGGREGATE } from '../merk/tree-kind.js';

/** Shows a tree; with the root hash of its layer if the tree is a result itself and not empty. */
export function treeNode(
  tree: MerkTree,
  { key, content }: MerkNode,
  link: MerkLink,
  childHash?: Uint8Array,
): ProofNode {
  const shown = { key, value: content.value, valueHash: content.valueHash() };
  const { count, sum } = hashedAggregate(tree.kind, link.aggregate);
  const isProvable = count !== undefined || sum !== undefined;
  const featureType = isProvable
    ? { kind: tree.kind, ...link.aggregate }
    : { kind: 'normal' as const, ...NO_AGGREGATE };
  if (childHash !== undefined)
    return { type: 'kvValueHashFeatureTypeWithChildHash', ...shown, featureType, childHash };
  return isProvable
    ? { type: 'kvValueHashFeatureType', ...shown, featureType }
    : { type: 'kvValueHash', ...shown };
}
