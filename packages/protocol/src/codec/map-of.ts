import type { Codec } from './codec.js';
import { compareNumbers, compareTexts } from './compare.js';
import { errorInside, jsonError } from './decode-error.js';
import { isJsonObject, setMember, type Json, type JsonObject } from './json.js';
import { sortedEntries } from './sorted-list-of.js';
import { integerJson } from './integers.js';

/** Value that can be a key of a JavaScript map. */
type Key = string | number | bigint;

interface KeyForm<K extends Key> {
  readonly compare: (a: K, b: K) => number;
  /** Reads a key from the name of a JSON member. */
  readonly fromName: (name: string) => unknown;
}

const TEXT_KEYS: KeyForm<string> = { compare: compareTexts, fromName: (name) => name };
const DECIMAL = /^\+?\d{1,40}$/;
const integerFromName = (name: string): unknown =>
  DECIMAL.test(name) ? integerJson(BigInt(name.replace('+', ''))) : name;
const NUMBER_KEYS: KeyForm<number> = { compare: compareNumbers, fromName: integerFromName };
const BIGINT_KEYS: KeyForm<bigint> = { compare: compareNumbers, fromName: integerFromName };

/** Defines a map with texts as keys. */
export const textMapOf = <Value>(
  key: Codec<string>,
  value: Codec<Value>,
): Codec<ReadonlyMap<string, Value>> => mapOf(key, value, TEXT_KEYS);

/** Defines a map with integers of up to 32 bits as keys, decimal text in JSON. */
export const numberMapOf = <Value>(
  key: Codec<number>,
  value: Codec<Value>,
): Codec<ReadonlyMap<number, Value>> => mapOf(key, value, NUMBER_KEYS);

/** Defines a map with integers of 64 bits as keys, decimal text in JSON. */
export const bigintMapOf = <Value>(
  key: Codec<bigint>,
  value: Codec<Value>,
): Codec<ReadonlyMap<bigint, Value>> => mapOf(key, value, BIGINT_KEYS);

/** Defines a map: its count, then each key and value, sorted by key. An unsorted one is sorted, as in a Rust map. */
function mapOf<K extends Key, Value>(
  key: Codec<K>,
  value: Codec<Value>,
  { compare, fromName }: KeyForm<K>,
): Codec<ReadonlyMap<K, Value>> {
  const compareEntries = (a: readonly [K, Value], b: readonly [K, Value]): number => compare(a[0], b[0]);
  return {
    description: { kind: 'map', key: key.description, value: value.description },
    decode: (reader) => {
      const count = reader.length('a map');
      const entries: (readonly [K, Value])[] = [];
      while (entries.length < count) {
        const name = key.decode(reader);
        try {
          entries.push([name, value.decode(reader)]);
        } catch (error) {
          throw errorInside(error, `[${JSON.stringify(String(name))}]`);
        }
      }
      return new Map(sortedEntries(entries, compareEntries));
    },
    encode: (writer, map) => {
      writer.u32(map.size);
      for (const [name, content] of sortedEntries([...map], compareEntries)) {
        key.encode(writer, name);
        value.encode(writer, content);
      }
    },
    toJson: (map) => {
      const object: JsonObject = {};
      for (const [name, content] of map) setMember<Json>(object, String(name), value.toJson(content));
      return object;
    },
    fromJson: (json) => {
      if (!isJsonObject(json)) throw jsonError('an object', json);
      const entries = Object.entries(json).map(([name, content]): readonly [K, Value] => {
        try {
          return [key.fromJson(fromName(name)), value.fromJson(content)];
        } catch (error) {
          throw errorInside(error, `[${JSON.stringify(name)}]`);
        }
      });
      return new Map(sortedEntries(entries, compareEntries));
    },
  };
}
