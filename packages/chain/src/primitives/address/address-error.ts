import { ChainError } from '../../base/bytes/chain-error.js';

/** Lists the reasons why a text is not an address or a private key. Stable: programs may match on them. */
export type InvalidAddressReason = 'bad-characters' | 'bad-checksum' | 'bad-length' | 'unknown-prefix';

/** Reports that a text is not an address, or is an address of another network. */
export class AddressError extends ChainError {
  override readonly name = 'AddressError';

  constructor(
    readonly reason: InvalidAddressReason,
    message: string,
  ) {
    super(message);
  }
}
