import type { IndexDescription } from '@dapikit/contract';
import type { KeyOrder } from './index-key.js';
import type { PropertyUse } from './choose-index.js';
import type { Cursor } from './read-query.js';

/** Describes the plan of a query: the keys that are walked, and their order. Pure data, made without a store. */
export type QueryPlan = IdPlan | IndexPlan;

interface Page {
  readonly limit: number;
  readonly cursor?: Cursor;
}

/** Documents by their ids: some, or all. */
export interface IdPlan extends Page {
  readonly kind: 'ids';
  /** Ascending, each once; all documents when absent. */
  readonly ids?: readonly Uint8Array[];
  readonly descending: boolean;
}

/** Documents by an index: through its properties level by level, and then by their ids. */
export interface IndexPlan extends Page {
  readonly kind: 'index';
  readonly index: IndexDescription;
  readonly levels: readonly IndexLevel[];
  /** True if documents with the same values come with the highest id first. */
  readonly idsDescending: boolean;
  readonly order: KeyOrder;
  /** True if a value below which nothing is selected uses up one of the limit, as up to protocol 13. */
  readonly emptyBranchesUseLimit?: true;
  /** True if the page behind a start document lacks the documents that it lacks on the network, up to protocol 13. */
  readonly losesPageRows?: true;
}

/** Describes one property of an index. */
export interface IndexLevel {
  readonly property: string;
  readonly use: PropertyUse;
  readonly select: Selection;
  readonly descending: boolean;
}

/** Describes the keys of a property that are walked. */
export type Selection =
  | {
      readonly kind: 'keys';
      /** Ascending, each once. */
      readonly keys: readonly Uint8Array[];
    }
  | {
      readonly kind: 'range';
      readonly from?: KeyBound;
      readonly to?: KeyBound;
    };

export interface KeyBound {
  readonly key: Uint8Array;
  readonly included: boolean;
}
