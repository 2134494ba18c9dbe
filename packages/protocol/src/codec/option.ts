import type { Codec } from './codec.js';

/** Defines a value that may be missing: `00`, or `01` and the value. Missing is `undefined`, and null in JSON. */
export function option<Value>(content: Codec<Value>): Codec<Value | undefined> {
  return {
    description: { kind: 'option', content: content.description },
    decode: (reader) => (reader.flag('whether a value follows') ? content.decode(reader) : undefined),
    encode: (writer, value) => {
      writer.u8(value === undefined ? 0 : 1);
      if (value !== undefined) content.encode(writer, value);
    },
    toJson: (value) => (value === undefined ? null : content.toJson(value)),
    fromJson: (json) => (json === undefined || json === null ? undefined : content.fromJson(json)),
  };
}
