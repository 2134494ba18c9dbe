import { base58 } from '@scure/base';
import { identifier } from './bytes.js';
import type { Codec } from './codec.js';
import { compareBytes } from './compare.js';
import { errorInside, jsonError } from './decode-error.js';
import { isJsonObject, setMember, type Json, type JsonObject } from './json.js';
import { sortedEntries, sortedListOf } from './sorted-list-of.js';

/** Describes an entry of a map with identifiers as keys. */
export type IdentifierEntry<Value> = readonly [id: Uint8Array, value: Value];

const compareIds = (a: IdentifierEntry<unknown>, b: IdentifierEntry<unknown>): number =>
  compareBytes(a[0], b[0]);

/** Defines a map with identifiers as keys, as a list of entries sorted by the bytes of the key; Base58 names in JSON. */
export function identifierMapOf<Value>(content: Codec<Value>): Codec<readonly IdentifierEntry<Value>[]> {
  const entries = sortedListOf<IdentifierEntry<Value>>(
    {
      description: content.description,
      decode: (reader) => [identifier.decode(reader), content.decode(reader)],
      encode: (writer, [id, value]) => {
        identifier.encode(writer, id);
        content.encode(writer, value);
      },
      toJson: ([id, value]) => [identifier.toJson(id), content.toJson(value)],
      fromJson: (json) => {
        throw jsonError('an entry of a map', json);
      },
    },
    compareIds,
  );
  return {
    ...entries,
    description: { kind: 'map', key: identifier.description, value: content.description },
    toJson: (list) => {
      const json: JsonObject = {};
      for (const [id, value] of list) setMember<Json>(json, base58.encode(id), content.toJson(value));
      return json;
    },
    fromJson: (json) => {
      if (!isJsonObject(json)) throw jsonError('an object', json);
      const list = Object.entries(json).map(([name, value]): IdentifierEntry<Value> => {
        try {
          return [identifier.fromJson(name), content.fromJson(value)];
        } catch (error) {
          throw errorInside(error, `[${JSON.stringify(name)}]`);
        }
      });
      return sortedEntries(list, compareIds);
    },
  };
}
