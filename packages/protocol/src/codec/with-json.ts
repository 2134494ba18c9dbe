import type { Codec } from './codec.js';
import type { Json } from './json.js';

/** Gives a codec another JSON form. */
export function withJson<Value>(
  codec: Codec<Value>,
  toJson: (value: Value) => Json,
  fromJson: (json: unknown) => Value,
): Codec<Value> {
  const { description, decode, encode } = codec;
  return { description, decode, encode, toJson, fromJson };
}
