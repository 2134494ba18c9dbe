import { base58, base64, hex } from '@scure/base';
import type { Codec } from './codec.js';
import { jsonError } from './decode-error.js';
import { EncodeError } from './encode-error.js';

/** Writes bytes as text and reads them again. */
export interface TextForm {
  readonly name: string;
  readonly encode: (bytes: Uint8Array) => string;
  readonly decode: (text: string) => Uint8Array;
}

/** Formats bytes as the official library does. */
export const BASE64: TextForm = { name: 'Base64', encode: base64.encode, decode: base64.decode };
/** Formats identifiers. */
export const BASE58: TextForm = { name: 'Base58', encode: base58.encode, decode: base58.decode };
/** Formats hashes. */
export const HEX: TextForm = { name: 'hexadecimal', encode: hex.encode, decode: hex.decode };

/** Reads bytes from text; the length is checked where it is given. Throws DecodeError. */
export function bytesFromText(json: unknown, form: TextForm, length?: number): Uint8Array {
  const size = length === undefined ? 'bytes' : `${length} bytes`;
  // Base58 takes quadratic time: a text that is much too long is not even looked at.
  if (typeof json !== 'string' || (length !== undefined && json.length > 2 * length + 2))
    throw jsonError(`${size} in ${form.name}`, json);
  let decoded: Uint8Array;
  try {
    decoded = form.decode(json);
  } catch {
    throw jsonError(`${size} in ${form.name}`, json);
  }
  if (length !== undefined && decoded.length !== length)
    throw jsonError(`${size} in ${form.name}`, `${decoded.length} bytes`);
  return decoded;
}

/** Defines a fixed number of raw bytes. */
export function bytes(length: number, form: TextForm = BASE64): Codec<Uint8Array> {
  return {
    description: {
      kind: 'primitive',
      name: `${length} bytes`,
      bytes: `${length} bytes`,
      json: form.name,
    },
    decode: (reader) => reader.bytes(length),
    encode: (writer, value) => {
      if (!(value instanceof Uint8Array) || value.length !== length)
        throw new EncodeError(`${length} bytes`, `${value.length}`);
      writer.bytes(value);
    },
    toJson: form.encode,
    fromJson: (json) => bytesFromText(json, form, length),
  };
}

/** Defines bytes behind their length. */
export function byteStringAs(form: TextForm): Codec<Uint8Array> {
  return {
    description: { kind: 'primitive', name: 'bytes', bytes: 'length, bytes', json: form.name },
    decode: (reader) => reader.byteString(),
    encode: (writer, value) => writer.byteString(value),
    toJson: form.encode,
    fromJson: (json) => bytesFromText(json, form),
  };
}

/** Bytes behind their length. */
export const byteString = byteStringAs(BASE64);

/** Defines the identifier of an identity, contract, document or token: 32 raw bytes, Base58 in JSON. */
export const identifier: Codec<Uint8Array> = {
  ...bytes(32, BASE58),
  description: { kind: 'primitive', name: 'identifier', bytes: '32 bytes', json: 'Base58' },
};
