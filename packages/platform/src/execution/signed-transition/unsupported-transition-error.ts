import { PlatformError } from '../../base/errors/platform-error.js';

/** Rejects a state transition of a kind that the local platform does not execute. */
export class UnsupportedTransitionError extends PlatformError {
  override readonly name = 'UnsupportedTransitionError';
  readonly reason = 'unsupported-transition';

  constructor(what: string) {
    super(`the local platform does not execute ${what}`, {
      expected: 'a state transition that the local platform executes',
      found: what,
    });
  }
}
