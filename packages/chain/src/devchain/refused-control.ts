import { inspect } from 'node:util';

/** What is told of a control that was refused. */
export interface ControlProblem {
  readonly expected: string;
  /** Any value; long ones are cut when they are told. */
  readonly found: unknown;
  /** The value that is wrong, where `found` is words about it. */
  readonly value?: unknown;
  /** What to do about it, where that is not plain from what was expected. */
  readonly mend?: string;
}

/** A control of the development chain was asked for what cannot be. Nothing has changed. */
export class RefusedControl extends RangeError {
  override readonly name = 'RefusedControl';
  readonly expected: string;
  readonly found: string | number | boolean;
  readonly mend: string | undefined;
  /** What was given, as it was. */
  readonly value: unknown;

  constructor(
    /** What kind of mistake it is, such as `unknown-snapshot`; it never changes. */
    readonly reason: string,
    { expected, found, mend, value = found }: ControlProblem,
  ) {
    const told = excerpt(found);
    super(`expected ${expected}, found ${told}`);
    this.expected = expected;
    this.found = typeof found === 'number' || typeof found === 'boolean' ? found : told;
    this.mend = mend;
    this.value = value;
  }
}

const LONGEST_EXCERPT = 120;

function excerpt(found: unknown): string {
  const text = typeof found === 'string' ? found : inspect(found, { depth: 1, breakLength: Infinity });
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)} …` : text;
}
