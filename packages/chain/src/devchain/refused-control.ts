/** What is told of a control that was refused. */
export interface ControlProblem {
  readonly expected: string;
  readonly found: string;
  /** What to do about it, where that is not plain from what was expected. */
  readonly mend?: string;
}

/** A control of the development chain was asked for what cannot be. Nothing has changed. */
export class RefusedControl extends RangeError {
  override readonly name = 'RefusedControl';
  readonly expected: string;
  readonly found: string;
  readonly mend: string | undefined;

  constructor(
    /** What kind of mistake it is, such as `unknown-snapshot`; it never changes. */
    readonly reason: string,
    { expected, found, mend }: ControlProblem,
  ) {
    super(`expected ${expected}, found ${found}`);
    this.expected = expected;
    this.found = found;
    this.mend = mend;
  }
}
