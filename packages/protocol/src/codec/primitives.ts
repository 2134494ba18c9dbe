import type { Codec } from './codec.js';
import { jsonError } from './decode-error.js';
import { EncodeError } from './encode-error.js';

/** Codes a boolean as `00` or `01`. */
export const bool: Codec<boolean> = {
  description: { kind: 'primitive', name: 'bool', bytes: '00 or 01', json: 'boolean' },
  decode: (reader) => reader.flag('a boolean'),
  encode: (writer, value) => writer.u8(value ? 1 : 0),
  toJson: (value) => value,
  fromJson: (json) => {
    if (typeof json !== 'boolean') throw jsonError('a boolean', json);
    return json;
  },
};

/** Defines a 64-bit float, IEEE 754, big endian. JSON has no infinity and no NaN: these are null there. */
export const f64: Codec<number> = {
  description: { kind: 'primitive', name: 'f64', bytes: '8 bytes, IEEE 754, big endian', json: 'number' },
  decode: (reader) => reader.f64(),
  encode: (writer, value) => writer.f64(value),
  toJson: (value) => (Number.isFinite(value) ? value : null),
  fromJson: (json) => {
    if (typeof json !== 'number') throw jsonError('a number', json);
    return json;
  },
};

/** Half of a surrogate pair: with the flag u, whole pairs do not match. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Defines a text in UTF-8 behind its length in bytes. */
export const text: Codec<string> = {
  description: { kind: 'primitive', name: 'text', bytes: 'length, UTF-8', json: 'text' },
  decode: (reader) => reader.text(),
  encode: (writer, value) => {
    if (LONE_SURROGATE.test(value)) throw new EncodeError('well-formed text', 'half of a surrogate pair');
    writer.text(value);
  },
  toJson: (value) => value,
  fromJson: (json) => {
    if (typeof json !== 'string' || LONE_SURROGATE.test(json)) throw jsonError('well-formed text', json);
    return json;
  },
};
