import type { IdentityPublicKeyInCreation } from '@dapikit/protocol';
import { notSigned, signsNeedlessly } from '../../base/errors/identity-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { isUniqueKey } from '../../state/identity/key-hash-index.js';
import { isSignatureOf, type SignedBytes } from './check-signature.js';
import type { KeyInput } from '../../state/identity/read-keys.js';

/** Returns a new key as unsigned controls take it. */
export function keyInput({
  id,
  type,
  purpose,
  securityLevel,
  readOnly,
  data,
  contractBounds: bounds,
}: IdentityPublicKeyInCreation): KeyInput {
  const key = { id, type, purpose, securityLevel, readOnly, data };
  if (bounds === undefined) return key;
  const contractId = bounds.id;
  return {
    ...key,
    contractBounds:
      bounds.type === 'documentType' ? { contractId, documentType: bounds.documentTypeName } : { contractId },
  };
}

/**
 * Checks that each new key signs the transition: keys that are hashes have no signature.
 *
 * Source: `validate_identity_public_keys_signatures_v0` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 20008, 20009 or 20010, paid.
 */
export function checkKeyProofs(keys: readonly IdentityPublicKeyInCreation[], sent: SignedBytes): void {
  for (const { id, type, data, signature } of keys) {
    if (!isUniqueKey({ type })) {
      if (signature.length > 0)
        throw new ConsensusError('SignatureShouldNotBePresentError', signsNeedlessly(id));
    } else if (!isSignatureOf(sent, signature, { type, data })) {
      const name = type === 'BLS12_381' ? 'BasicBLSError' : 'BasicECDSAError';
      throw new ConsensusError(name, notSigned(`the new key ${id}`));
    }
  }
}
