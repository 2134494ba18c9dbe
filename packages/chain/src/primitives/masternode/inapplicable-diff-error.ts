import { ChainError } from '../../base/bytes/chain-error.js';

/** Lists the reasons why a masternode list diff cannot be applied. Stable: programs may match on them. */
export type InapplicableDiffReason =
  | 'wrong-base'
  | 'unknown-masternode'
  | 'repeated-masternode'
  | 'malformed-entry'
  | 'unknown-quorum'
  | 'known-quorum'
  | 'malformed-quorum';

/** Reports a diff of masternode lists that does not apply to the list, or is inconsistent. */
export class InapplicableDiffError extends ChainError {
  override readonly name = 'InapplicableDiffError';

  constructor(
    readonly reason: InapplicableDiffReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
