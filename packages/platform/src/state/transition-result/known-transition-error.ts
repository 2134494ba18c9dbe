import { PlatformError } from '../../base/errors/platform-error.js';

/** Rejects a state transition that was sent before. */
export class KnownTransitionError extends PlatformError {
  override readonly name = 'KnownTransitionError';
  readonly reason = 'known-transition';

  /** @param place where it is: it waits for its block, or has one. */
  constructor(readonly place: 'mempool' | 'chain') {
    super(`state transition already in ${place}`, {
      expected: 'a state transition that was not sent before',
      found: `one in the ${place}`,
      fix: 'wait for its result',
    });
  }
}
