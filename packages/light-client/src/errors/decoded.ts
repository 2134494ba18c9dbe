import { MalformedBytesError } from '@dapikit/chain/browser';
import { VerificationError } from './verification-error.js';

/** Runs a decoder. @throws {VerificationError} `malformed` in place of its own errors. */
export function decoded<Value>(name: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof MalformedBytesError || cause instanceof RangeError)
      throw new VerificationError('malformed', `malformed ${name}: ${cause.message}`, { cause });
    throw cause;
  }
}
