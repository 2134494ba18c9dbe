import { ChainError } from './chain-error.js';

/** Lists the defects of serialised bytes. Stable: programs may match on them. */
export type MalformedBytesReason =
  | 'truncated'
  | 'trailing-bytes'
  | 'non-canonical-size'
  | 'size-too-large'
  | 'bad-value';

/**
 * Reports that bytes are not a valid serialisation.
 *
 * `offset` is the position of the defect in bytes from the start of the input.
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
