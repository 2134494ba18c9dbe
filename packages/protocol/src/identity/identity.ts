import type { Codec, ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { compareNumbers } from '../codec/compare.js';
import { versioned } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { sortedListOf } from '../codec/sorted-list-of.js';
import { struct } from '../codec/struct.js';
import { identityPublicKey, type IdentityPublicKey } from './identity-public-key.js';

/** An entry of the map of keys: the map's key is the id of the key once more, and the key's own id counts. */
const keyEntry: Codec<IdentityPublicKey> = {
  ...identityPublicKey,
  decode: (reader) => {
    const at = reader.offset;
    const id = u32.decode(reader);
    const key = identityPublicKey.decode(reader);
    if (key.id !== id) throw reader.error('invalid-value', `key ${id} under its id`, `key ${key.id}`, at);
    return key;
  },
  encode: (writer, key) => {
    u32.encode(writer, key.id);
    identityPublicKey.encode(writer, key);
  },
};

/** Describes an identity: its keys, balance and revision. */
export const identity = versioned('Identity', [
  struct(
    {
      name: 'IdentityV0',
      summary: 'Is an identity with its keys and its balance in credits.',
      source: 'packages/rs-dpp/src/identity/v0/mod.rs',
    },
    {
      id: identifier,
      publicKeys: sortedListOf(keyEntry, (a, b) => compareNumbers(a.id, b.id)),
      balance: u64,
      revision: u64,
    },
  ),
]);

export type Identity = ValueOf<typeof identity>;
