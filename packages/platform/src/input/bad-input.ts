import { shown } from '../query/query-error.js';

/** What was found where something else was expected. */
export interface BadInputFault {
  readonly expected: string;
  /** The value itself; it is cut short in the message. */
  readonly found: unknown;
  /** What to do; what the expectation says when absent. */
  readonly advice?: string;
}

/** An input that no operation can be made of: the network never gets to see it. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly expected: string;
  readonly found: string;
  readonly advice: string;

  /** @param place the member of the input, such as `contractId`. */
  constructor(
    readonly place: string,
    { expected, found, advice = 'mend the value' }: BadInputFault,
  ) {
    super(`expected ${expected} as ${place}, found ${shown(found)}: ${advice}`);
    this.expected = expected;
    this.found = shown(found);
    this.advice = advice;
  }
}
