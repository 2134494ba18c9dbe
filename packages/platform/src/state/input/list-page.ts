import { InputError } from '../../base/errors/input-error.js';
import { readId } from './read-input.js';

/** Selects a page of a list that is in the order of ids. */
export interface ListPage {
  /** The id behind which the page begins, in base58. */
  readonly startAfter?: string | undefined;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number | undefined;
}

/** Defines how many entries a page of a list has at most. */
export const MAX_PAGE_ENTRIES = 100;

/** Returns the limit of a page; {@link MAX_PAGE_ENTRIES} when absent. @throws {InputError} */
export function readPageLimit(input: unknown = MAX_PAGE_ENTRIES): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 1 && input <= MAX_PAGE_ENTRIES)
    return input;
  throw new InputError('limit', {
    expected: `a whole number from 1 to ${MAX_PAGE_ENTRIES}`,
    found: input,
  });
}

/** Reads a page. @throws {InputError} */
export const readListPage = ({
  startAfter,
  limit,
}: ListPage): { readonly startAfter: Uint8Array | undefined; readonly limit: number } => ({
  startAfter: startAfter === undefined ? undefined : readId(startAfter, 'startAfter'),
  limit: readPageLimit(limit),
});
