/**
 * Lists the bytes that the platform's engine needs for the parts of a compiled pattern. It rejects a pattern whose
 * sum exceeds its limit, so the checker adds up the same numbers.
 *
 * Source: `regex-automata`, `nfa/thompson/{builder,compiler}.rs`; the numbers of Unicode classes were measured on the
 * official build.
 */
export const REGEX_COST = {
  /** What every pattern takes. */
  program: 104,
  byte: 16,
  empty: 16,
  look: 16,
  captures: 32,
  union: (alternatives: number) => 16 + 4 * alternatives,
  asciiClass: (ranges: number) => 32 + 8 * ranges,
  /** Any character but a few: `.`, `[^a]`. */
  nearlyAny: 520,
  /** Each further run of ASCII characters that such a class leaves out. */
  negatedRun: 20,
  /** One range of a class beyond ASCII. */
  wideRange: 100,
} as const;

/** Limits the bytes of a compiled `pattern`. */
export const MAX_PATTERN_BYTES = 5 * 2 ** 20;
/** Limits the bytes of a compiled `regexPattern` of a contested index, and of a pattern to which nothing refers. */
export const MAX_CONTESTED_PATTERN_BYTES = 10 * 2 ** 20;

/** Calculates the cost of repeating a part `min` to `max` times; without `max`, without limit. */
export function calculateRepetitionCost(
  part: { readonly cost: number; readonly isNullable: boolean },
  min: number,
  max: number | undefined,
): number {
  const { cost, isNullable } = part;
  if (max !== undefined) {
    const end = max > min ? REGEX_COST.empty : 0;
    return min * cost + (max - min) * (cost + REGEX_COST.union(2)) + end;
  }
  // A part that can match nothing is repeated at least once, and made optional.
  const optional = min === 0 && isNullable ? REGEX_COST.union(2) + REGEX_COST.empty : 0;
  return Math.max(min, 1) * cost + REGEX_COST.union(2) + optional;
}
