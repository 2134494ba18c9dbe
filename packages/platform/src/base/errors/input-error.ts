import { excerpt, pointerTo } from '@dapikit/proof/document-query';
import { PlatformError } from './platform-error.js';

/** Describes a value that an input cannot have. */
interface InputErrorDetails {
  /**
   * States the problem, unless it is the type or form of the value: the message then says that the value is missing, or compares
   * `expected` with `found`.
   */
  readonly problem?: string;
  readonly expected: string;
  /** The value itself; the error has an excerpt. */
  readonly found: unknown;
  /** The fix, where the expectation does not say it. */
  readonly fix?: string;
}

/** Rejects an input that is no transition or query at all: the network would never see it. */
export class InputError extends PlatformError {
  override readonly name = 'InputError';
  readonly reason = 'invalid-input';

  /** @param member of the input, such as `keys[0].type`; words for the whole input. */
  constructor(member: string, { problem, expected, found, fix }: InputErrorDetails) {
    const mismatch =
      found === undefined
        ? `${member} is missing: expected ${expected}`
        : `${member}: expected ${expected}, found ${excerpt(found)}`;
    super(problem === undefined ? mismatch : `${member}: ${problem}`, {
      expected,
      found: excerpt(found),
      at: pointerTo(member),
      ...(fix === undefined ? {} : { fix }),
    });
  }
}
