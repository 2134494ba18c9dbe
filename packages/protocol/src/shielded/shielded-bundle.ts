import { bytes, byteString } from '../codec/bytes.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';

const SOURCE = 'packages/rs-dpp/src/shielded';

/**
 * Describes the actions of an Orchard bundle: the notes that it spends and creates. Proofs and signatures in it are not
 * checked here.
 */
export const shieldedActions = listOf(
  struct(
    { name: 'SerializedAction', summary: 'Spends a note and creates another.', source: SOURCE },
    {
      nullifier: bytes(32),
      rk: bytes(32),
      cmx: bytes(32),
      encryptedNote: byteString,
      cvNet: bytes(32),
      spendAuthSig: bytes(64),
    },
  ),
);

/** Lists the fields of a bundle beside its actions. They are consecutive in a transition. */
export const BUNDLE_FIELDS = { anchor: bytes(32), proof: byteString, bindingSignature: bytes(64) } as const;
