import { ChainError } from '../base/bytes/chain-error.js';
import { inspect } from 'node:util';

/** Describes a rejected control. */
export interface ControlProblem {
  readonly expected: string;
  /** Any value; long ones are shortened in the message. */
  readonly found: unknown;
  /** The value that is wrong, where `found` is words about it. */
  readonly value?: unknown;
  /** The fix, if it does not follow from the expected value. */
  readonly fix?: string;
}

/** Reports that a control of the development chain rejected its request. The chain is unchanged. */
export class ControlRejectedError extends ChainError {
  override readonly name = 'ControlRejectedError';
  readonly expected: string;
  readonly found: string | number | boolean;
  readonly fix: string | undefined;
  /** Given value, unchanged. */
  readonly value: unknown;

  constructor(
    /** Stable identifier of the error, such as `unknown-snapshot`. */
    readonly reason: string,
    { expected, found, fix, value = found }: ControlProblem,
  ) {
    const shown = excerpt(found);
    super(`expected ${expected}, found ${shown}`);
    this.expected = expected;
    this.found = typeof found === 'number' || typeof found === 'boolean' ? found : shown;
    this.fix = fix;
    this.value = value;
  }
}

const MAX_EXCERPT_LENGTH = 120;

function excerpt(found: unknown): string {
  const text = typeof found === 'string' ? found : inspect(found, { depth: 1, breakLength: Infinity });
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)} …` : text;
}
