import { excerpt } from '../source/excerpt.js';
import type { IntegerStorage } from '../model/integer-storage.js';
import { getMember, type ObjectNode } from '../source/json-node.js';
import { toData, getKind, getNumber } from './data.js';
import { countNote } from './document-example.js';
import type { Check, DocumentRule } from './document-rule.js';

const BITS = { u8: 8n, u16: 16n, u32: 32n, u64: 64n, i8: 8n, i16: 16n, i32: 32n, i64: 64n } as const;

/** Checks whether an integer fits its storage width. */
export const INTEGER_WIDTH_RULE: DocumentRule = {
  code: 'value-integer-width',
  title: 'An integer does not fit its storage width',
  about: 'document',
  stage: 'storage',
  severity: 'network',
  official: { name: 'ValueError' },
  why: 'The bounds of an integer decide how wide it is stored. With only a `maximum` it is unsigned: a negative number matches the schema and cannot be stored. Without bounds, and in a contract without `sizedIntegerTypes`, it is a signed 64-bit integer.',
  fix: 'Write a number that fits, or give the property both a minimum and a maximum.',
  wrong: countNote({ maximum: 255 }, -1),
  right: countNote({ maximum: 255 }, 0),
};

/** Returns the smallest and the largest integer of a storage type. */
export function getStorageRange(storage: IntegerStorage): { readonly min: bigint; readonly max: bigint } {
  const bits = BITS[storage];
  return storage.startsWith('u')
    ? { min: 0n, max: 2n ** bits - 1n }
    : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n };
}

/** Compiles the check of an integer against its storage width. Other rules check the bounds of the schema. */
export function compileWidthCheck(schema: ObjectNode, storage: IntegerStorage): Check {
  const { min, max } = getStorageRange(storage);
  const [minimum, maximum] = ['minimum', 'maximum'].map((name) => {
    const node = getMember(schema, name);
    return node === undefined ? undefined : getNumber(toData(node));
  });
  return (value) => {
    const integer = getKind(value) === 'integer' ? getNumber(value) : undefined;
    if (integer === undefined || (integer >= min && integer <= max)) return undefined;
    if (
      integer < min ? minimum !== undefined && integer < minimum : maximum !== undefined && integer > maximum
    )
      return undefined;
    return { message: `${excerpt(value)} does not fit ${storage}: the range is ${min} to ${max}` };
  };
}
