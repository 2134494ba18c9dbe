import { ProtocolError } from './protocol-error.js';

/** Reports a value that has no encoding: a number out of range, a wrong number of bytes, a key twice in a map. */
export class EncodeError extends ProtocolError {
  override readonly name = 'EncodeError';
  readonly expected: string;
  readonly found: string;

  constructor(expected: string, found: string) {
    super(`expected ${expected}, found ${found}`);
    this.expected = expected;
    this.found = found;
  }
}
