import { isReadableBls, verifySignature, type SigningKey } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { notSignedBy } from '../../base/errors/identity-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { PublicKey } from '../../state/identity/public-key.js';
import type { SentTransition } from './decode-transition.js';

/** Bytes that signatures of a transition cover, and the way they are verified. */
export type SignedBytes = Pick<SentTransition, 'signable' | 'acceptsWrongBls'>;

/** Returns whether a signature of a transition is that of a key, or passes as such. */
export const isSignatureOf = (
  { signable, acceptsWrongBls }: SignedBytes,
  signature: Uint8Array,
  key: SigningKey,
): boolean =>
  verifySignature(signable, signature, key, nodeSignatures) ||
  (acceptsWrongBls && key.type === 'BLS12_381' && isReadableBls(signature, key.data));

/**
 * Returns the check of a signature over signable bytes, which takes place before a transition waits for its block and in its block: for the
 * same key it is computed once. The check throws ConsensusError 20002.
 */
export function signatureCheck(sent: SignedBytes, signature: Uint8Array): (key: PublicKey) => void {
  let signer: PublicKey | undefined;
  return (key) => {
    if (signer?.type === key.type && compareBytes(signer.data, key.data) === 0) return;
    if (!isSignatureOf(sent, signature, key))
      throw new ConsensusError('InvalidStateTransitionSignatureError', notSignedBy({ keyId: key.id }));
    signer = key;
  };
}
