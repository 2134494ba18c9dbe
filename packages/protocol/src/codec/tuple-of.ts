import type { Codec } from './codec.js';
import { errorInside, jsonError } from './decode-error.js';

/** Defines values one after another: an array of as many in JSON. */
export function tupleOf<const Parts extends readonly Codec<unknown>[]>(
  ...parts: Parts
): Codec<{ readonly [At in keyof Parts]: Parts[At] extends Codec<infer Value> ? Value : never }> {
  type Value = { readonly [At in keyof Parts]: Parts[At] extends Codec<infer Part> ? Part : never };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part gave its value
  const complete = (values: readonly unknown[]): Value => values as unknown as Value;
  return {
    description: {
      kind: 'struct',
      name: 'tuple',
      summary: '',
      source: '',
      fields: parts.map(({ description }, at) => ({
        name: `${at}`,
        jsonName: `${at}`,
        content: description,
      })),
    },
    decode: (reader) => complete(parts.map((part) => part.decode(reader))),
    encode: (writer, values) => {
      for (const [at, part] of parts.entries()) part.encode(writer, values[at]);
    },
    toJson: (values) => parts.map((part, at) => part.toJson(values[at])),
    fromJson: (json) => {
      if (!Array.isArray(json) || json.length !== parts.length)
        throw jsonError(`an array of ${parts.length}`, json);
      return complete(
        parts.map((part, at) => {
          try {
            return part.fromJson(json[at]);
          } catch (error) {
            throw errorInside(error, `[${at}]`);
          }
        }),
      );
    },
  };
}
