import { InputError } from '../../base/errors/input-error.js';
import { readId, readUnsigned, type IdInput } from './read-input.js';

/** Returns who signs with the id as bytes. @throws {InputError} */
export const readSigner = <Signed extends { readonly by: IdInput }>(
  signed: Signed,
): Signed & { readonly by: Uint8Array } => ({ ...signed, by: readId(signed.by, 'by') });

const MAX_FEE_INCREASE = 65_535;

/** Returns a nonce of 64 bits at most; whether it may be used is not said. @throws {InputError} */
export const readNonce = (input: unknown): bigint => readUnsigned(input, 'nonce');

/** Reads a fee increase in percent. @throws {InputError} */
export function readIncrease(input: unknown = 0): bigint {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0 && input <= MAX_FEE_INCREASE)
    return BigInt(input);
  throw new InputError('userFeeIncrease', {
    expected: `percent as a whole number from 0 to ${MAX_FEE_INCREASE}`,
    found: input,
  });
}

const MAX_KEY_ID = 0xff_ff_ff_ff;

/** Returns the id of a key. @throws {InputError} */
export function readKeyId(input: unknown): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0 && input <= MAX_KEY_ID) return input;
  throw new InputError('keyId', { expected: 'the id of a key, from 0 to 2^32 - 1', found: input });
}
