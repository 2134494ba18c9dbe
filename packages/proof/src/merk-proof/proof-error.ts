import { ProofPackageError } from '../errors/proof-package-error.js';

/** Names why a proof is rejected. */
export type ProofReason =
  /** The operations of a layer do not form one tree, or are not in the order of keys. */
  | 'malformed'
  /** A hash does not match: the proof does not show what the root covers. */
  | 'hash-mismatch'
  /** The proof does not show everything that the query selects. */
  | 'incomplete'
  /** The proof shows more than the query selects. */
  | 'excess'
  /** The proof has a form that this verifier does not check. */
  | 'unsupported'
  /** The proven elements do not have the form that the platform stores. */
  | 'unexpected-element'
  /** The signature does not cover the root hash, or the quorum is unknown. */
  | 'signature';

/** Reports a proof that does not prove its response. Bytes that cannot be decoded are reported as `DecodeError`. */
export class ProofError extends ProofPackageError {
  override readonly name = 'ProofError';
  readonly reason: ProofReason;

  constructor(reason: ProofReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
