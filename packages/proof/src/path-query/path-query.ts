import type { Path } from '../element/reference-path.js';
import type { QueryItem } from './query-item.js';

/** Selects the layer below a key that a query selects. */
export interface SubqueryBranch {
  /** The keys on the way down; none if undefined. */
  readonly path?: Path | undefined;
  /** The query at the end of these keys; undefined selects the element of the last key. */
  readonly query?: Query | undefined;
}

/** Selects the layers below the keys that an item selects. */
export interface ConditionalBranch {
  readonly item: QueryItem;
  readonly branch: SubqueryBranch;
}

/** Selects keys of a layer and the layers below them. Source: `Query` in grovedb `grovedb-query/src/query.rs`. */
export interface Query {
  /** The items, sorted by key and without overlaps. */
  readonly items: readonly QueryItem[];
  /** True if the results come in ascending order; true if undefined. */
  readonly isLeftToRight?: boolean | undefined;
  /** Branch of the keys that no conditional branch takes; undefined if these elements are results themselves. */
  readonly defaultBranch?: SubqueryBranch | undefined;
  /** Are tried in order; the first one that selects a key is taken. */
  readonly conditionalBranches?: readonly ConditionalBranch[] | undefined;
  /** True if a tree whose content is selected is a result too. */
  readonly addsParentTree?: boolean | undefined;
}

/** Selects elements of a grove. Source: `PathQuery` and `SizedQuery` in grovedb `grovedb/src/query/mod.rs`. */
export interface PathQuery {
  /** The layer of the query. */
  readonly path: Path;
  readonly query: Query;
  /** Limits the results of all layers together. */
  readonly limit?: number | undefined;
}
