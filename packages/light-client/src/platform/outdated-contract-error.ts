/** Reports documents of a signed state that do not verify with the contract of an older one: an update of the contract may have come between. */
export class OutdatedContractError extends Error {
  override readonly name = 'OutdatedContractError';

  /** @param height that of the signed state */
  constructor(
    readonly height: bigint,
    options: ErrorOptions,
  ) {
    super(`the contract may have changed up to height ${height}`, options);
  }
}
