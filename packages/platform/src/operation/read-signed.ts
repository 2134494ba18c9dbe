import { BadInput } from '../input/bad-input.js';
import { readUnsigned } from '../input/read-input.js';

const MOST_INCREASE = 65_535;

/** A nonce of 64 bits at most; whether it may be used is not said. @throws {BadInput} */
export const readNonce = (input: unknown): bigint => readUnsigned(input, 'nonce');

/** Percent. @throws {BadInput} */
export function readIncrease(input: unknown = 0): bigint {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0 && input <= MOST_INCREASE)
    return BigInt(input);
  throw new BadInput('userFeeIncrease', {
    expected: `percent as a whole number from 0 to ${MOST_INCREASE}`,
    found: input,
  });
}

const MOST_KEY_ID = 0xff_ff_ff_ff;

/** The id of a key. @throws {BadInput} */
export function readKeyId(input: unknown): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0 && input <= MOST_KEY_ID)
    return input;
  throw new BadInput('keyId', { expected: 'the id of a key, from 0 to 2^32 - 1', found: input });
}
