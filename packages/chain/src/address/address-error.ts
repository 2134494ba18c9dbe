import { ChainError } from '../bytes/chain-error.js';

/** What is wrong with a text that should be an address or a private key. Stable: programs may match on it. */
export type InvalidAddressReason = 'bad-characters' | 'bad-checksum' | 'bad-length' | 'unknown-prefix';

/** The text is no address, or none of the network that was asked for. */
export class AddressError extends ChainError {
  override readonly name = 'AddressError';

  constructor(
    readonly reason: InvalidAddressReason,
    message: string,
  ) {
    super(message);
  }
}
