import { hex } from '@scure/base';
import type { ValueOf } from '../codec/codec.js';
import { bytes, bytesFromText, HEX } from '../codec/bytes.js';
import { compareBytes } from '../codec/compare.js';
import { jsonError } from '../codec/decode-error.js';
import { enumOf } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { withJson } from '../codec/with-json.js';

const HASH_BYTES = 20;
const SOURCE = 'packages/rs-dpp/src/address_funds/platform_address.rs';
const TYPES = ['p2pkh', 'p2sh'] as const;

/** Describes an address that has credits: the hash of a key or of a script. Hexadecimal of 21 bytes in JSON. */
export const platformAddress = withJson(
  enumOf(
    { name: 'PlatformAddress', tag: 'type' },
    {
      p2pkh: struct(
        { name: 'P2pkh', summary: 'Pays to the hash of a key.', source: SOURCE },
        { hash: bytes(HASH_BYTES) },
      ),
      p2sh: struct(
        { name: 'P2sh', summary: 'Pays to the hash of a script.', source: SOURCE },
        { hash: bytes(HASH_BYTES) },
      ),
    },
  ),
  ({ type, hash }) => `0${TYPES.indexOf(type)}${hex.encode(hash)}`,
  (json) => {
    const read = bytesFromText(json, HEX, HASH_BYTES + 1);
    const type = TYPES[read[0] ?? TYPES.length];
    if (type === undefined) throw jsonError('an address that begins with 00 or 01', json);
    return { type, hash: read.slice(1) };
  },
);

export type PlatformAddress = ValueOf<typeof platformAddress>;

/** Compares addresses in the order in which maps have them: by type, then by hash. */
export const compareAddresses = (a: PlatformAddress, b: PlatformAddress): number =>
  TYPES.indexOf(a.type) - TYPES.indexOf(b.type) || compareBytes(a.hash, b.hash);
