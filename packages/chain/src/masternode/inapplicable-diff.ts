/** Why a masternode list diff cannot be applied. Stable: programs may match on it. */
export type InapplicableDiffReason =
  | 'wrong-base'
  | 'unknown-masternode'
  | 'repeated-masternode'
  | 'malformed-entry'
  | 'unknown-quorum'
  | 'known-quorum'
  | 'malformed-quorum';

/** A diff of masternode lists that is not from the list at hand, or holds something that cannot be. */
export class InapplicableDiff extends Error {
  override readonly name = 'InapplicableDiff';

  constructor(
    readonly reason: InapplicableDiffReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
