import { excerpt } from './excerpt.js';
import { compareBytes } from '@dapikit/protocol/codec';
import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import type { StoredValue } from '@dapikit/protocol';
import { fieldType } from './field.js';
import { indexKey, type KeyOrder } from './index-key.js';
import { integerWidth } from './integer-width.js';
import { readValue, roundingFix } from './read-value.js';
import { inValues, type RangeClause } from './group-clauses.js';
import { QueryError } from './query-error.js';
import type { KeyBound, Selection } from './query-plan.js';
import type { Clause } from './read-query.js';

/** Says how values of clauses are read, and become keys. */
export interface KeyOptions extends KeyOrder {
  /**
   * True if values are taken in the forms that Drive takes only: no text for integers, and no lists of integers for bytes and identifiers.
   * False by default.
   */
  readonly takesDriveForms?: boolean;
}

/** Limits the key of an indexed value, in bytes. */
export const MAX_VALUE_KEY_BYTES = 255;

/** Reads the values of clauses as those of their fields, and turns them into keys. */
export class KeySelector {
  constructor(
    private readonly type: DocumentTypeDescription,
    private readonly options: KeyOptions,
  ) {}

  /** Returns the key of an `==`; null finds the documents that have no value. @throws {QueryError} */
  equal({ field, value, at }: Clause): Selection {
    return { kind: 'keys', keys: [this.#key(field, value, at)] };
  }

  /** Returns the keys of an `in`, ascending. @throws {QueryError} */
  in(clause: Clause): Selection {
    const keys = inValues(clause)
      .map((value) => this.#key(clause.field, value, clause.at))
      .toSorted(compareBytes);
    const isRepeated = keys.some((key, at) => at > 0 && compareBytes(key, keys[at - 1] ?? key) === 0);
    if (isRepeated)
      throw new QueryError('InvalidInClause', {
        problem: 'a value is repeated',
        expected: 'each value once',
        found: 'a duplicate',
        fix: 'remove it',
        member: clause.at,
      });
    return { kind: 'keys', keys };
  }

  /**
   * Returns the keys of a range. One with an upper bound only has the documents without a value, too: their key comes before all.
   *
   * @throws {QueryError}
   */
  range(clause: RangeClause): Selection {
    const { field, at, prefix, lower, upper } = clause;
    if (prefix !== undefined) return this.#prefix(field, prefix, at);
    if (lower !== undefined && upper !== undefined) this.#checkAscending(clause, lower, upper);
    const bound = (end: typeof lower): KeyBound | undefined =>
      end === undefined
        ? undefined
        : { key: this.#key(field, end.value, at), included: end.bound === 'included' };
    const from = bound(lower);
    const to = bound(upper);
    return {
      kind: 'range',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    };
  }

  #prefix(field: string, prefix: string, member: string): Selection {
    if (this.#typeOf(field) !== 'string')
      throw new QueryError('InvalidWhereClauseComponents', {
        problem: `${excerpt(field)} is of type ${this.#typeOf(field)}, and only text has a prefix`,
        expected: 'a field that is text',
        found: `${excerpt(field)}, which is ${this.#typeOf(field)}`,
        fix: 'use "between" for other types',
        member,
      });
    const key = this.#key(field, prefix, member);
    const behind = Uint8Array.from(key);
    behind[key.length - 1] = (key.at(-1) ?? 0) + 1;
    return { kind: 'range', from: { key, included: true }, to: { key: behind, included: false } };
  }

  #checkAscending(
    { field, at, isMerged }: RangeClause,
    lower: NonNullable<RangeClause['lower']>,
    upper: NonNullable<RangeClause['upper']>,
  ): void {
    // By value and not by key: the keys of unsigned integers do not ascend as their values do.
    const byValue = { unsignedByValue: true };
    const type = this.#typeOf(field);
    const [least, most] = [lower, upper].map((end) =>
      indexKey(type, this.#value(field, end.value, at), byValue),
    );
    const compared = least === undefined || most === undefined ? 0 : compareBytes(least, most);
    const mayBeEqual =
      isMerged === true
        ? lower.bound === 'included' || upper.bound === 'included'
        : lower.bound === 'included' && upper.bound === 'included';
    if (compared < 0 || (compared === 0 && mayBeEqual)) return;
    throw new QueryError(isMerged === true ? 'MultipleRangeClauses' : 'InvalidBetweenClause', {
      problem: `the lower bound ${excerpt(lower.value)} of ${excerpt(field)} is not below the upper bound ${excerpt(upper.value)}`,
      expected: `a lower bound below the upper one of ${excerpt(field)}`,
      found: `${excerpt(lower.value)} and ${excerpt(upper.value)}`,
      fix: 'exchange them',
      member: at,
    });
  }

  #key(field: string, value: unknown, member: string): Uint8Array {
    const key = indexKey(this.#typeOf(field), this.#value(field, value, member), this.options);
    if (key.length <= MAX_VALUE_KEY_BYTES) return key;
    throw new QueryError('InvalidWhereClauseComponents', {
      problem: `the value of ${excerpt(field)} has ${key.length} bytes, and the limit is ${MAX_VALUE_KEY_BYTES}`,
      expected: `a value of at most ${MAX_VALUE_KEY_BYTES} bytes for ${excerpt(field)}`,
      found: `${key.length} bytes`,
      fix: 'no document has a longer one in an index',
      member,
    });
  }

  #value(field: string, value: unknown, member: string): StoredValue | undefined {
    if (value === null) return undefined;
    const type = this.#typeOf(field);
    const rejected = this.options.takesDriveForms === true ? formDriveRejects(type, value) : undefined;
    const read = rejected === undefined ? readValue(type, value) : undefined;
    if (read !== undefined) return read;
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: `a value of type ${type} for ${excerpt(field)}`,
      found: excerpt(value),
      fix:
        rejected ??
        roundingFix(type, value) ??
        'give a value that a document can have there, or null for documents without one',
      member,
    });
  }

  #typeOf(field: string): StorageType {
    return fieldType(this.type, field) ?? 'unknown';
  }
}

/**
 * Returns what to send in the place of a form that Drive rejects although it can be read; undefined for another form. An empty list is
 * one of bytes.
 *
 * Source: `encode_value_for_tree_keys` in `packages/rs-dpp` and `to_integer` and `to_binary_bytes` in `packages/rs-platform-value` of
 * dashpay/platform.
 */
function formDriveRejects(type: StorageType, value: unknown): string | undefined {
  if (integerWidth(type) !== undefined)
    return typeof value === 'string' ? 'send an integer: the network takes no text here' : undefined;
  if ((type !== 'bytes' && type !== 'identifier') || !Array.isArray(value) || value.length === 0)
    return undefined;
  return `send bytes, or their ${type === 'bytes' ? 'base64' : 'base58'} text: the network takes no list of integers here`;
}
