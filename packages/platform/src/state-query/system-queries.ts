import { listEpochStarts, type EpochStart } from '../chain/epoch-store.js';
import { totalCredits } from '../identity/credits.js';
import type { StateContext } from './state-context.js';

/** Selects epochs. */
export interface EpochPage {
  readonly start: number;
  readonly limit: number;
  /** Whether later epochs follow; else earlier ones. */
  readonly ascending: boolean;
}

/** Queries the platform as a whole. */
export interface SystemQueries {
  /** Returns stored epochs, in the order of the page. */
  epochs(page: EpochPage): Promise<readonly EpochStart[]>;
  /** Returns all credits that there are. */
  totalCredits(): Promise<bigint>;
}

/** Returns the queries of a state as a whole. */
export function systemQueries({ view }: StateContext): SystemQueries {
  return {
    epochs: async (page) => listEpochStarts(view, page),
    totalCredits: async () => totalCredits(view),
  };
}
