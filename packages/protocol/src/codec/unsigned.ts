import type { Codec } from './codec.js';

/** Defines a field that signatures do not cover: it is left out of the signable bytes. */
export function unsigned<Value>(content: Codec<Value>): Codec<Value> {
  return {
    ...content,
    description: { kind: 'unsigned', content: content.description },
    encode: (writer, value) => {
      if (!writer.isSignable) content.encode(writer, value);
    },
  };
}
