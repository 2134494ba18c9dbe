import type { IntegerStorage } from '../model/integer-storage.js';
import { member, type ObjectNode } from '../source/json-node.js';
import { dataOf, kindOf, numberOf, shown } from './data.js';
import { countNote } from './document-example.js';
import type { Check, DocumentRule } from './document-rule.js';

const BITS = { u8: 8n, u16: 16n, u32: 32n, u64: 64n, i8: 8n, i16: 16n, i32: 32n, i64: 64n } as const;

/** The rule about what an integer is stored as. */
export const WIDTH_RULE: DocumentRule = {
  code: 'value-integer-width',
  title: 'An integer does not fit into what it is stored as',
  about: 'document',
  stage: 'storage',
  verdict: 'network',
  official: { name: 'ValueError' },
  why: 'The bounds of an integer decide how wide it is stored: with only a `maximum` it is unsigned, so that a negative number keeps the schema and cannot be stored. Without bounds, and in a contract without `sizedIntegerTypes`, it has 64 bits and a sign.',
  mend: 'Write a number that fits, or give the property both a minimum and a maximum.',
  wrong: countNote({ maximum: 255 }, -1),
  right: countNote({ maximum: 255 }, 0),
};

/** The least and the largest integer that is stored so. */
export function rangeOf(storage: IntegerStorage): { readonly least: bigint; readonly most: bigint } {
  const bits = BITS[storage];
  return storage.startsWith('u')
    ? { least: 0n, most: 2n ** bits - 1n }
    : { least: -(2n ** (bits - 1n)), most: 2n ** (bits - 1n) - 1n };
}

/** Looks whether an integer fits into what it is stored as; one beyond the bounds of its schema has a rule of its own. */
export function widthCheck(schema: ObjectNode, storage: IntegerStorage): Check {
  const { least, most } = rangeOf(storage);
  const [minimum, maximum] = ['minimum', 'maximum'].map((name) => {
    const node = member(schema, name);
    return node === undefined ? undefined : numberOf(dataOf(node));
  });
  return (value) => {
    const integer = kindOf(value) === 'integer' ? numberOf(value) : undefined;
    if (integer === undefined || (integer >= least && integer <= most)) return undefined;
    if (
      integer < least
        ? minimum !== undefined && integer < minimum
        : maximum !== undefined && integer > maximum
    )
      return undefined;
    return { message: `expected an integer from ${least} to ${most} (${storage}), found ${shown(value)}` };
  };
}
