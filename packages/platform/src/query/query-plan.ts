import type { IndexDescription } from '@dapikit/contract';
import type { KeyOrder } from '../document/index-key.js';
import type { Use } from './choose-index.js';
import type { Cursor } from './read-query.js';

/** How a query is answered: which keys are walked, in which order. Pure data; no store is asked for it. */
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
  readonly levels: readonly Level[];
  /** Whether documents with the same values come with the highest id first. */
  readonly idsDescending: boolean;
  readonly order: KeyOrder;
}

/** One property of an index. */
export interface Level {
  readonly property: string;
  readonly use: Use;
  readonly select: Selection;
  readonly descending: boolean;
}

/** The keys of a property that are walked. */
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
