import type { Total } from './expression.js';

/** Lists what is known about a document while its rules are judged, beside its properties. */
export interface DocumentFacts {
  /** Identity that owns the document after the write: 32 bytes; undefined if unknown. */
  readonly ownerId?: Uint8Array | undefined;
  /** Times in milliseconds and heights by name, such as `$createdAt`, as they are after the write. */
  readonly times?: ReadonlyMap<string, bigint> | undefined;
  /** Returns a total as it is after the write; undefined if unknown. */
  readonly totalOf?: ((total: Total) => bigint | undefined) | undefined;
}

/** Names why a rule is broken. Source: `PropertyConstraintViolation` in `packages/rs-dpp` of dashpay/platform, in its order. */
export type RuleViolation = 'NotMet' | 'Overflow' | 'DivisionByZero' | 'NegativeExponent' | 'NotAnInteger';

/** Maps violations to words. */
export const VIOLATION_WORDS: Readonly<Record<RuleViolation, string>> = {
  NotMet: 'it does not hold',
  Overflow: 'a number in it does not fit 128 bits',
  DivisionByZero: 'it divides by 0',
  NegativeExponent: 'it has a negative exponent',
  NotAnInteger: 'it reads a value that is no integer',
};

/** Holds the verdict about a rule. */
export type RuleVerdict =
  | { readonly result: 'holds' }
  | { readonly result: 'broken'; readonly violation: RuleViolation }
  /** The rule reads an owner, a time, a height or a total that is not known. */
  | { readonly result: 'unknown'; readonly reads: string };
