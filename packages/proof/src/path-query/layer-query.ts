import { compareBytes } from '@dapikit/protocol/codec';
import type { Path } from '../element/reference-path.js';
import type { PathQuery, Query, SubqueryBranch } from './path-query.js';
import { selectsKey, type QueryItem } from './query-item.js';

/** Selection of a path query in one layer. */
export interface LayerQuery {
  readonly items: readonly QueryItem[];
  readonly isLeftToRight: boolean;
  /** True if the layer lies above the layer of the path query: its one key is no result and uses up no limit. */
  readonly isOnPath: boolean;
  /** Returns whether the content of the tree at a key is selected, instead of its element. */
  readonly hasQueryBelow: (key: Uint8Array) => boolean;
  /** True if a tree whose content is selected is a result too. */
  readonly addsParentTree: boolean;
}

/**
 * Returns what a path query selects in the layer at a path; undefined if that is nothing: the layer is elsewhere, or below the
 * selected elements. Source: `query_items_at_path` in grovedb `grovedb/src/query/mod.rs`.
 */
export function layerQueryAt(pathQuery: PathQuery, path: Path): LayerQuery | undefined {
  const { length } = pathQuery.path;
  if (!startWithSameKeys(path, pathQuery.path)) return undefined;
  const next = pathQuery.path[path.length];
  if (next !== undefined) return { ...singleKey(next, true), isOnPath: true };
  return below(pathQuery.query, path.slice(length));
}

/** Returns what a query selects in the layer at a path below its own layer. */
function below(query: Query, path: Path): LayerQuery | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return layerQueryOf(query);
  const branch = branchFor(query, key);
  if (branch === undefined) return undefined;
  const way = branch.path ?? [];
  if (!startWithSameKeys(rest, way)) return undefined;
  const next = way[rest.length];
  if (next !== undefined) return singleKey(next, rest.length + 1 < way.length || branch.query !== undefined);
  return branch.query === undefined ? undefined : below(branch.query, rest.slice(way.length));
}

/** Returns the branch that a key of a query takes: the first conditional one that selects it, else the default one. */
function branchFor(query: Query, key: Uint8Array): SubqueryBranch | undefined {
  const conditional = query.conditionalBranches?.find(({ item }) => selectsKey(item, key));
  return conditional === undefined ? query.defaultBranch : conditional.branch;
}

/** A default branch covers all keys, even where a conditional branch without a query below takes one of them. */
function layerQueryOf(query: Query): LayerQuery {
  const { defaultBranch, conditionalBranches = [] } = query;
  const isAlways = defaultBranch?.path !== undefined || defaultBranch?.query !== undefined;
  return {
    items: query.items,
    isLeftToRight: query.isLeftToRight ?? true,
    isOnPath: false,
    hasQueryBelow: (key) => isAlways || conditionalBranches.some(({ item }) => selectsKey(item, key)),
    addsParentTree: query.addsParentTree ?? false,
  };
}

const singleKey = (key: Uint8Array, hasQueryBelow: boolean): LayerQuery => ({
  items: [{ type: 'key', key }],
  isLeftToRight: true,
  isOnPath: false,
  hasQueryBelow: (other) => hasQueryBelow && compareBytes(other, key) === 0,
  addsParentTree: false,
});

/** Returns whether two paths have the same keys as far as both go. */
const startWithSameKeys = (first: Path, second: Path): boolean =>
  first.every((key, at) => {
    const other = second[at];
    return other === undefined || compareBytes(key, other) === 0;
  });
