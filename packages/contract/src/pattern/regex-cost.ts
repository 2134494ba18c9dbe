/**
 * How many bytes the platform's engine takes for the parts of a compiled pattern. It refuses a pattern whose sum is
 * beyond its limit, so a checker has to add up the same numbers.
 *
 * Source: `regex-automata`, `nfa/thompson/{builder,compiler}.rs`; the numbers of Unicode classes were measured on the
 * official build.
 */
export const COST = {
  byte: 16,
  empty: 16,
  look: 16,
  captures: 32,
  union: (alternatives: number) => 16 + 4 * alternatives,
  asciiClass: (ranges: number) => 32 + 8 * ranges,
  /** Any character but a few: `.`, `[^a]`. */
  nearlyAny: 520,
  /** One range of a class beyond ASCII. */
  wideRange: 100,
} as const;

/** Bytes that a compiled `pattern` may take. */
export const PATTERN_LIMIT = 5 * 2 ** 20;
/** Bytes that a compiled `regexPattern` of a contested index may take. */
export const CONTESTED_LIMIT = 10 * 2 ** 20;

/** The cost of repeating a part `least` to `most` times; without `most`, without end. */
export function repeatedCost(
  part: { readonly cost: number; readonly isNullable: boolean },
  least: number,
  most: number | undefined,
): number {
  const { cost, isNullable } = part;
  if (most !== undefined) {
    const end = most > least ? COST.empty : 0;
    return least * cost + (most - least) * (cost + COST.union(2)) + end;
  }
  // What can match nothing is repeated from one on, and that is made optional.
  const optional = least === 0 && isNullable ? COST.union(2) + COST.empty : 0;
  return Math.max(least, 1) * cost + COST.union(2) + optional;
}
