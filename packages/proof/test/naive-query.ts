import { unwrapElement, type Element, type PathQuery } from '../src/index.js';
import { selectsKey, treeKindOf, type Path } from '../src/prover.js';
import { layerQueryAt } from '../src/path-query/layer-query.js';
import type { Grove } from '../src/grove/grove.js';

/** Is an element that a query selects, with references followed. */
export interface NaiveResult {
  readonly path: Path;
  readonly key: Uint8Array;
  readonly element: Element;
  /** Whether it is an item that stands where the path of the query goes on: the official verifier alone takes it for a result. */
  readonly isOnPath: boolean;
}

/**
 * Runs a path query by reading all elements of each layer, and counts the limit as the verifier of grovedb does: each layer takes as
 * many keys as are left when it begins, an element uses up one, and so does a layer without any. Returns undefined where a branch leads
 * into a tree and selects nothing there.
 */
export async function naiveQuery(
  grove: Grove,
  query: PathQuery,
  { includesEmptyTrees = false } = {},
): Promise<NaiveResult[] | undefined> {
  const results: NaiveResult[] = [];
  let limit = query.limit ?? Infinity;
  let isUnprovable = false;
  const visit = async (path: Path): Promise<void> => {
    const layer = layerQueryAt(query, path);
    if (layer === undefined) {
      isUnprovable = true;
      return;
    }
    const tree = await grove.layer(path);
    const nodes = (await tree!.all()).filter(({ key }) => layer.items.some((item) => selectsKey(item, key)));
    if (!layer.isLeftToRight) nodes.reverse();
    const shown = layer.isOnPath ? nodes : nodes.slice(0, limit);
    if (shown.length === 0) limit -= 1;
    for (const { key } of shown) {
      if (limit === 0) return;
      const element = (await grove.get(path, key))!;
      const plain = unwrapElement(element);
      const isTree = treeKindOf(element) !== undefined;
      const isEmpty = isTree && 'rootKey' in plain && plain.rootKey === undefined;
      if (isTree && !isEmpty && layer.hasQueryBelow(key)) {
        if (layer.addsParentTree) results.push({ path, key, element, isOnPath: false });
        await visit([...path, key]);
      } else if (
        !isTree ||
        (!layer.hasQueryBelow(key) && (includesEmptyTrees || !(isEmpty && element.type === 'tree')))
      ) {
        results.push({ path, key, element: await grove.follow([...path, key]), isOnPath: layer.isOnPath });
        limit -= 1;
      }
    }
  };
  await visit([]);
  return isUnprovable ? undefined : results;
}
