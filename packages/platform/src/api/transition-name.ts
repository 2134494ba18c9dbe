import { hexToBytes } from '@noble/hashes/utils.js';
import { InputError } from '../base/errors/input-error.js';

/** Names a state transition. */
export interface TransitionName {
  /** SHA-256 of its bytes: 64 hexadecimal digits, or 32 bytes. */
  readonly id: string | Uint8Array;
}

const ID = /^[\da-f]{64}$/i;
const ID_BYTES = 32;

/** Returns the 32 bytes of an id. @throws {InputError} */
export function readTransitionId(input: unknown): Uint8Array {
  if (typeof input === 'string' && ID.test(input)) return hexToBytes(input);
  if (input instanceof Uint8Array && input.length === ID_BYTES) return Uint8Array.from(input);
  throw new InputError('id', {
    expected: '64 hexadecimal digits, or 32 bytes',
    found: input,
  });
}
