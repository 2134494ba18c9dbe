import type { Codec } from './codec.js';
import { errorInside, jsonError } from './decode-error.js';

/** Defines a list: its count, then its items. */
export function listOf<Value>(item: Codec<Value>): Codec<readonly Value[]> {
  return {
    description: { kind: 'list', content: item.description },
    decode: (reader) => {
      const count = reader.length('a list');
      const items: Value[] = [];
      try {
        while (items.length < count) {
          items.push(item.decode(reader));
        }
      } catch (error) {
        throw errorInside(error, `[${items.length}]`);
      }
      return items;
    },
    encode: (writer, items) => {
      writer.u32(items.length);
      for (const value of items) item.encode(writer, value);
    },
    toJson: (items) => items.map((value) => item.toJson(value)),
    fromJson: (json) => {
      if (!Array.isArray(json)) throw jsonError('an array', json);
      return json.map((value, index) => {
        try {
          return item.fromJson(value);
        } catch (error) {
          throw errorInside(error, `[${index}]`);
        }
      });
    },
  };
}
