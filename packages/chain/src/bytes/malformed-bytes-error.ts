import { ChainError } from './chain-error.js';

/** What a strict reading of serialised bytes can stumble over. Stable: programs may match on it. */
export type MalformedBytesReason =
  | 'truncated'
  | 'trailing-bytes'
  | 'non-canonical-size'
  | 'size-too-large'
  | 'bad-value';

/**
 * The bytes given are not the serialisation of what was to be read.
 *
 * `offset` is where the reading stopped, counted in bytes from the start of the input.
 */
export class MalformedBytesError extends ChainError {
  override readonly name = 'MalformedBytesError';

  constructor(
    readonly reason: MalformedBytesReason,
    readonly offset: number,
    message: string,
  ) {
    super(`${message} at byte ${offset}`);
  }
}
