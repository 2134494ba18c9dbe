import { verifySignature } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import { ConsensusError } from '../errors/consensus-error.js';
import type { PublicKey } from '../identity/public-key.js';

/** Returns the check of a signature over signable bytes. The check throws ConsensusError 20002. */
export const signatureCheck =
  (signable: Uint8Array, signature: Uint8Array) =>
  (key: PublicKey): void => {
    if (verifySignature(signable, signature, key, nodeSignatures)) return;
    throw new ConsensusError('InvalidStateTransitionSignatureError', { keyId: key.id });
  };
