import { PlatformError } from '../../base/errors/platform-error.js';
import type { ConsensusError } from '../../base/errors/consensus-error.js';

/** Wraps a rejection that is charged but does not consume the nonce. */
export class NonceUnusedError extends PlatformError {
  override readonly name = 'NonceUnusedError';

  readonly reason = 'nonce-unused';

  /** @param fee what the rejection costs, in credits, before the increase that the signer offers. */
  constructor(
    readonly error: ConsensusError,
    readonly fee: bigint,
  ) {
    super(error.message);
  }
}
