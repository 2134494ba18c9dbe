import * as fc from 'fast-check';
import type { Description } from '@dapikit/protocol';

const RANGES: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
  u8: () => fc.integer({ min: 0, max: 0xff }),
  u16: () => fc.integer({ min: 0, max: 0xffff }),
  u32: () => fc.integer({ min: 0, max: 0xffff_ffff }),
  u64: () => fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  i64: () => fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  i128: () => fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
  bool: () => fc.boolean(),
  text: () => fc.string({ unit: 'binary', maxLength: 40 }),
  bytes: () => fc.uint8Array({ maxLength: 300 }),
  identifier: () => bytesOf(32),
  'transaction id': () => bytesOf(32),
  Value: () => dynamicValue,
};

const bytesOf = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });

const typed = <Value>(type: string, value: fc.Arbitrary<Value>): fc.Arbitrary<object> =>
  value.map((content) => ({ type, value: content }));

/** Any dynamic value. */
export const dynamicValue: fc.Arbitrary<object> = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    typed('u128', fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })),
    typed('i128', fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n })),
    typed('u64', fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    typed('i64', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    typed('u32', fc.integer({ min: 0, max: 2 ** 32 - 1 })),
    typed('i32', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    typed('u16', fc.integer({ min: 0, max: 2 ** 16 - 1 })),
    typed('i16', fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
    typed('u8', fc.integer({ min: 0, max: 255 })),
    typed('i8', fc.integer({ min: -128, max: 127 })),
    typed('bytes', fc.uint8Array({ maxLength: 80 })),
    typed('bytes20', bytesOf(20)),
    typed('bytes32', bytesOf(32)),
    typed('bytes36', bytesOf(36)),
    typed('enumU8', fc.uint8Array({ maxLength: 8 })),
    typed('enumString', fc.array(fc.string(), { maxLength: 3 })),
    typed('identifier', bytesOf(32)),
    typed('float', fc.double()),
    typed('text', fc.string({ unit: 'binary', maxLength: 60 })),
    typed('bool', fc.boolean()),
    typed('null', fc.constant(null)),
    typed('array', fc.array(tie('value'), { maxLength: 4 })),
    typed('map', fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 })),
  ),
})).value;

/** Returns values that the codec of a description can write, in its own form. */
export function valuesOf(description: Description): fc.Arbitrary<unknown> {
  switch (description.kind) {
    case 'primitive': {
      const [, length] = /^(\d+) bytes$/.exec(description.name) ?? [];
      if (length !== undefined) return bytesOf(Number(length));
      const range = RANGES[description.name];
      if (range === undefined) throw new TypeError(`no values for ${description.name}`);
      return range();
    }
    case 'names':
      return fc.constantFrom(...description.names);
    case 'struct':
      return description.name === 'tuple'
        ? fc.tuple(...description.fields.map(({ content }) => valuesOf(content)))
        : fc.record(
            Object.fromEntries(description.fields.map(({ name, content }) => [name, valuesOf(content)])),
          );
    case 'union':
      return fc.oneof(
        ...description.variants.map(({ name, content }, number) =>
          valuesOf(content).map((value) => ({
            [description.tag]: description.tag === 'formatVersion' ? number : name,
            ...Object(value),
          })),
        ),
      );
    case 'option':
      return fc.option(valuesOf(description.content), { nil: undefined });
    case 'unsigned':
      return valuesOf(description.content);
    case 'list':
      return fc.array(valuesOf(description.content), { maxLength: 3 });
    case 'map':
      return mapsOf(description.key, description.value);
    default:
      return dynamicValue;
  }
}

/** Maps with identifiers as keys are lists of entries, others are maps. */
function mapsOf(key: Description, value: Description): fc.Arbitrary<unknown> {
  const entries = fc.uniqueArray(fc.tuple(valuesOf(key), valuesOf(value)), {
    maxLength: 3,
    selector: ([name]) => String(name),
  });
  return key.kind === 'primitive' && key.name === 'identifier'
    ? entries
    : entries.map((list) => new Map(list));
}
