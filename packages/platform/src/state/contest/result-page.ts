/** Describes a page of results. */
export interface ResultPage<Item> {
  readonly items: readonly Item[];
  /** True if no result follows. */
  readonly isLast: boolean;
}

/** Cuts results of a query with a limit of one more to a page. */
export const pageOf = <Item>(found: readonly Item[], limit: number): ResultPage<Item> => ({
  items: found.slice(0, limit),
  isLast: found.length <= limit,
});
