import { nobleBls, type SignatureBackend } from '@dapikit/protocol';
import { stateSignDigest, type StateMetadata, type StateSignature } from './state-signature.js';

/** Returns whether a quorum with a public key (48 bytes, G1) signed a root hash with its metadata. */
export type VerifyStateSignature = (
  rootHash: Uint8Array,
  metadata: StateMetadata,
  signature: StateSignature,
  quorumKey: Uint8Array,
) => boolean;

const DEFAULT_MAX_SIGNATURES = 256;

/**
 * Creates a function that verifies each signature once: a client gets many responses of one height, and they have one signature. It
 * caches valid signatures with everything they depend on, the oldest leaves first.
 */
export function createStateSignatureVerifier({
  backend = nobleBls,
  maxSignatures = DEFAULT_MAX_SIGNATURES,
}: {
  readonly backend?: Pick<SignatureBackend, 'verifyBls'>;
  readonly maxSignatures?: number;
} = {}): VerifyStateSignature {
  const valid = new Set<string>();
  return (rootHash, metadata, signature, quorumKey) => {
    if (!areInRange(metadata, signature)) return false;
    const digest = stateSignDigest(rootHash, metadata, signature);
    const id = [digest, signature.signature, quorumKey].map((bytes) => bytes.join(',')).join('/');
    if (valid.has(id)) return true;
    if (!backend.verifyBls(digest, signature.signature, quorumKey)) return false;
    valid.add(id);
    for (const oldest of valid) {
      if (valid.size <= maxSignatures) break;
      valid.delete(oldest);
    }
    return true;
  };
}

const MAX_U64 = 2n ** 64n - 1n;
const MAX_U32 = 0xff_ff_ff_ff;
const MAX_U8 = 0xff;
const HASH_BYTES = 32;

/** Returns whether values have the sizes of the signed bytes: of larger ones, a signature covers the lowest bytes only. */
function areInRange(
  { height, timeMs, coreChainLockedHeight, protocolVersion }: StateMetadata,
  { quorumType, quorumHash, round, blockIdHash }: StateSignature,
): boolean {
  return (
    [height, timeMs].every((value) => value >= 0n && value <= MAX_U64) &&
    [coreChainLockedHeight, protocolVersion, round].every((value) => isUnsigned(value, MAX_U32)) &&
    isUnsigned(quorumType, MAX_U8) &&
    [quorumHash, blockIdHash].every(({ length }) => length === HASH_BYTES)
  );
}

const isUnsigned = (value: number, maximum: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= maximum;
