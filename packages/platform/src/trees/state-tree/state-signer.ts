import { stateSignDigest, type StateSignature } from '@dapikit/proof';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ProofsUnavailableError } from './state-proofs.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { StateMetadata } from '../../state/chain/state-metadata.js';

/** Key of a quorum that signs states. */
export interface StateSigner {
  /** The type of the quorum; 106 on regtest and devnets. */
  readonly quorumType: number;
  /** The hash of the quorum in display order: 32 bytes. */
  readonly quorumHash: Uint8Array;
  /** Signs a digest of 32 bytes in the basic BLS scheme: 96 bytes. */
  readonly sign: (digest: Uint8Array) => Uint8Array;
}

/** Describes a signed state: its metadata with the time of the signature, and the signature. */
export interface SignedState {
  readonly metadata: StateMetadata;
  readonly signature: StateSignature;
}

/**
 * Signs the state of a block once, and again when the signature is so old, in ms: clients reject signatures older than
 * 31 minutes.
 */
const MAX_SIGNATURE_AGE = 60_000;

/** Signs states, each height once a minute. */
export class StateSignatures {
  readonly #signer: () => StateSigner | undefined;
  /** Milliseconds since the beginning of 1970, by the host clock. */
  readonly #now: () => number;
  #last: (SignedState & { readonly rootHash: Uint8Array }) | undefined;

  constructor(signer: () => StateSigner | undefined, now: () => number) {
    this.#signer = signer;
    this.#now = now;
  }

  /** Returns the signature of a state. Throws ProofsUnavailableError where nobody signs. The time in its metadata is that of the host clock. */
  of(rootHash: Uint8Array, metadata: StateMetadata): SignedState {
    const signer = this.#signer();
    if (signer === undefined) throw new ProofsUnavailableError();
    const last = this.#last;
    const time = this.#now();
    const isSame =
      last?.metadata.height === metadata.height &&
      compareBytes(last.rootHash, rootHash) === 0 &&
      compareBytes(last.signature.quorumHash, signer.quorumHash) === 0;
    if (last !== undefined && isSame && Math.abs(time - last.metadata.time) < MAX_SIGNATURE_AGE) return last;
    const signed = { ...this.#sign(signer, rootHash, { ...metadata, time }), rootHash };
    this.#last = signed;
    return signed;
  }

  #sign(signer: StateSigner, rootHash: Uint8Array, metadata: StateMetadata): SignedState {
    const { quorumType, quorumHash, sign } = signer;
    const { height, coreHeight, time, protocolVersion, chainId } = metadata;
    // What the block id is does not matter to clients: it is only signed.
    const unsigned = { quorumType, quorumHash, round: 0, blockIdHash: sha256(rootHash) };
    const digest = stateSignDigest(
      rootHash,
      { height, coreChainLockedHeight: coreHeight, timeMs: BigInt(time), protocolVersion, chainId },
      unsigned,
    );
    return { metadata, signature: { ...unsigned, signature: sign(digest) } };
  }
}
