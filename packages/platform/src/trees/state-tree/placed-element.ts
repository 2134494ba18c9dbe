import { treeKindOf, type Path, type TreeKind } from '@dapikit/proof/prover';
import type { DocumentElement } from './document-entries.js';
import { kindOfOlderTree } from './tree-kinds.js';
import type { TreePlace } from './tree-place.js';

/** Describes an element of the trees, its place, and the kind of the tree that has it. */
export interface PlacedElement {
  readonly element: DocumentElement;
  readonly place: TreePlace;
  readonly kind: TreeKind;
}

/** Returns elements, trees before what is in them, with their places below a root. @param trees know kinds of trees that are there already */
export function placeElements(
  root: TreePlace,
  elements: readonly DocumentElement[],
  trees: { readonly kindAt?: (path: Path) => TreeKind | undefined },
): readonly PlacedElement[] {
  return elements.map((one) => {
    const { type, path, key, element } = one.put;
    const tree = root.at(path);
    const place = tree.child(key);
    if (type === 'putTree') place.kind = treeKindOf(element);
    tree.kind ??= trees.kindAt?.(path) ?? kindOfOlderTree(path);
    return { element: one, place, kind: tree.kind };
  });
}
