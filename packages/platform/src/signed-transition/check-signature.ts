import { verifySignature } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { compareBytes } from '../bytes/compare-bytes.js';
import { ConsensusError } from '../errors/consensus-error.js';
import type { PublicKey } from '../identity/public-key.js';

/**
 * Returns the check of a signature over signable bytes, which takes place before a transition waits for its block and in its block: for the
 * same key it is computed once. The check throws ConsensusError 20002.
 */
export function signatureCheck(signable: Uint8Array, signature: Uint8Array): (key: PublicKey) => void {
  let signer: PublicKey | undefined;
  return (key) => {
    if (signer?.type === key.type && compareBytes(signer.data, key.data) === 0) return;
    if (!verifySignature(signable, signature, key, nodeSignatures))
      throw new ConsensusError('InvalidStateTransitionSignatureError', { keyId: key.id });
    signer = key;
  };
}
