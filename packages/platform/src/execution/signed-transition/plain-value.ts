import type { Value } from '@dapikit/protocol';

/**
 * Returns a dynamic value as unsigned controls take it; the document type says what it means, and which of the forms that clients send
 * the network takes.
 */
export function plainValue(given: Value): unknown {
  switch (given.type) {
    case 'u128':
    case 'i128':
    case 'u64':
    case 'i64':
      return plainInteger(given.value);
    case 'enumU8':
      return [...given.value];
    case 'array':
      return given.value.map(plainValue);
    case 'map':
      return Object.fromEntries(given.value.map(([key, value]) => [keyText(key), plainValue(value)]));
    default:
      return given.value;
  }
}

/** Returns the properties of a document. */
export const plainData = (data: ReadonlyMap<string, Value>): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...data].map(([name, value]) => [name, plainValue(value)]));

const plainInteger = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

/** Returns the key of an entry as a member name. Schemas have no other members than those named by text. */
const keyText = (key: Value): string => (key.type === 'text' ? key.value : String(plainValue(key)));
