import type { PlatformError } from '../consensus-error.js';

/** A refusal that is paid and yet leaves the nonce as it was: what an operation throws instead of the error itself. */
export class KeepsNonce extends Error {
  override readonly name = 'KeepsNonce';

  /** @param fee what it costs, in credits, before the increase that the signer offers. */
  constructor(
    readonly error: PlatformError,
    readonly fee: bigint,
  ) {
    super(error.message);
  }
}
