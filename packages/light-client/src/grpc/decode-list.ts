import { decode, Tokenizer } from 'cborg';
import { PeerError } from '../peers/peer-error.js';

/** Some times more than a full list of mainnet has; a message of 8 MiB could have eight millions, which take seconds and hundreds of megabytes. */
const MAX_TOKENS = 500_000;

/** Returns a masternode list diff of a peer, decoded from CBOR. @throws {PeerError} `outage` for other bytes, and for too many elements */
export function decodeList(bytes: Uint8Array): unknown {
  const tokens = new Tokenizer(bytes, {});
  let count = 0;
  const tokenizer = {
    done: () => tokens.done(),
    pos: () => tokens.pos(),
    next: () => {
      count += 1;
      if (count > MAX_TOKENS) throw new PeerError('outage', 'the masternode list has too many elements');
      return tokens.next();
    },
  };
  try {
    return decode(bytes, { tokenizer }) as unknown;
  } catch (cause) {
    if (cause instanceof PeerError) throw cause;
    throw new PeerError('outage', 'the masternode list is not CBOR', { cause });
  }
}
