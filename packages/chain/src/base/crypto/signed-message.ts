import { ByteWriter } from '../bytes/byte-writer.js';
import { sha256d } from './hashes.js';

const MAGIC = 'DarkCoin Signed Message:\n';

/** Returns the hash that is signed for a message of text. Source: `MessageHash` in `src/util/message.cpp` of dashpay/dash. */
export function messageHash(message: string): Uint8Array {
  return sha256d(new ByteWriter().varBytes(Buffer.from(MAGIC)).varBytes(Buffer.from(message)).toBytes());
}
