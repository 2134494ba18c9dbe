import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import type { DocumentValue } from '../document/document.js';
import { fieldType } from '../document/field.js';
import { indexKey, type KeyOrder } from '../document/index-key.js';
import { readValue } from '../document/read-value.js';
import { inValues, type RangeClause } from './group-clauses.js';
import { QueryError, shown } from './query-error.js';
import type { KeyBound, Selection } from './query-plan.js';
import type { Clause } from './read-query.js';

/** In bytes: no indexed value has a longer key. */
export const LONGEST_KEY_OF_VALUE = 255;

/** Reads the values of clauses as those of their fields, and turns them into keys. */
export class KeySelector {
  constructor(
    private readonly type: DocumentTypeDescription,
    private readonly order: KeyOrder,
  ) {}

  /** The key of an `==`; null finds the documents that have no value. @throws {QueryError} */
  equal({ field, value, place }: Clause): Selection {
    return { kind: 'keys', keys: [this.#key(field, value, place)] };
  }

  /** The keys of an `in`, ascending. @throws {QueryError} */
  in(clause: Clause): Selection {
    const keys = inValues(clause)
      .map((value) => this.#key(clause.field, value, clause.place))
      .toSorted(compareKeys);
    const isRepeated = keys.some((key, at) => at > 0 && compareKeys(key, keys[at - 1] ?? key) === 0);
    if (isRepeated)
      throw new QueryError('InvalidInClause', {
        expected: 'each value once',
        found: 'one that stands there twice',
        advice: 'remove it',
        place: clause.place,
      });
    return { kind: 'keys', keys };
  }

  /**
   * The keys of a range. One with an upper bound only has the documents without a value, too: their key comes before all.
   *
   * @throws {QueryError}
   */
  range(clause: RangeClause): Selection {
    const { field, place, prefix, lower, upper } = clause;
    if (prefix !== undefined) return this.#prefix(field, prefix, place);
    if (lower !== undefined && upper !== undefined) this.#checkAscending(clause, lower, upper);
    const bound = (end: typeof lower): KeyBound | undefined =>
      end === undefined
        ? undefined
        : { key: this.#key(field, end.value, place), included: end.bound === 'included' };
    const from = bound(lower);
    const to = bound(upper);
    return {
      kind: 'range',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    };
  }

  #prefix(field: string, prefix: string, place: string): Selection {
    if (this.#typeOf(field) !== 'string')
      throw new QueryError('InvalidWhereClauseComponents', {
        expected: 'a field that is text',
        found: `${shown(field)}, which is ${this.#typeOf(field)}`,
        advice: 'use "between" for other types',
        place,
      });
    const key = this.#key(field, prefix, place);
    const behind = Uint8Array.from(key);
    behind[key.length - 1] = (key.at(-1) ?? 0) + 1;
    return { kind: 'range', from: { key, included: true }, to: { key: behind, included: false } };
  }

  #checkAscending(
    { field, place, isMerged }: RangeClause,
    lower: NonNullable<RangeClause['lower']>,
    upper: NonNullable<RangeClause['upper']>,
  ): void {
    // By value and not by key: the keys of unsigned integers do not ascend as their values do.
    const byValue = { unsignedByValue: true };
    const type = this.#typeOf(field);
    const [least, most] = [lower, upper].map((end) =>
      indexKey(type, this.#value(field, end.value, place), byValue),
    );
    const compared = least === undefined || most === undefined ? 0 : compareKeys(least, most);
    const mayBeEqual =
      isMerged === true
        ? lower.bound === 'included' || upper.bound === 'included'
        : lower.bound === 'included' && upper.bound === 'included';
    if (compared < 0 || (compared === 0 && mayBeEqual)) return;
    throw new QueryError(isMerged === true ? 'MultipleRangeClauses' : 'InvalidBetweenClause', {
      expected: `a lower bound below the upper one of ${shown(field)}`,
      found: `${shown(lower.value)} and ${shown(upper.value)}`,
      advice: 'exchange them',
      place,
    });
  }

  #key(field: string, value: unknown, place: string): Uint8Array {
    const key = indexKey(this.#typeOf(field), this.#value(field, value, place), this.order);
    if (key.length <= LONGEST_KEY_OF_VALUE) return key;
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: `a value of at most ${LONGEST_KEY_OF_VALUE} bytes for ${shown(field)}`,
      found: `${key.length} bytes`,
      advice: 'no document has a longer one in an index',
      place,
    });
  }

  #value(field: string, value: unknown, place: string): DocumentValue | undefined {
    if (value === null) return undefined;
    const read = readValue(this.#typeOf(field), value);
    if (read !== undefined) return read;
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: `a value of type ${this.#typeOf(field)} for ${shown(field)}`,
      found: shown(value),
      advice: 'give a value that a document can have there, or null for documents without one',
      place,
    });
  }

  #typeOf(field: string): StorageType {
    return fieldType(this.type, field) ?? 'unknown';
  }
}

/** Compares keys as unsigned bytes, a key before those it begins. */
export const compareKeys = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);
