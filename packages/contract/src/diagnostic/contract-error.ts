/** Lists the members that all errors of dapikit share. */
export interface ErrorDetails {
  /** Stable, in kebab case: programs may match on it. */
  readonly reason: string;
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  /** Where in the input, as a JSON pointer (RFC 6901). */
  readonly at?: string;
  readonly fix?: string;
  /** The command that explains the error. */
  readonly docs?: string;
}

/** Base class of the errors of this package. */
export class ContractError extends Error implements ErrorDetails {
  override readonly name: string = 'ContractError';
  readonly reason: string;
  readonly expected?: string;
  readonly found?: string;
  readonly at?: string;
  readonly fix?: string;
  readonly docs?: string;

  constructor({ message, reason, expected, found, at, fix, docs }: ErrorDetails) {
    super(message);
    this.reason = reason;
    if (expected !== undefined) this.expected = expected;
    if (found !== undefined) this.found = found;
    if (at !== undefined) this.at = at;
    if (fix !== undefined) this.fix = fix;
    if (docs !== undefined) this.docs = docs;
  }
}

/** Reports an option that has a value it cannot have. */
export class InvalidOptionError extends ContractError {
  override readonly name = 'InvalidOptionError';

  constructor(option: string, expected: string, found: unknown) {
    super({
      reason: 'invalid-option',
      message: `${option} must be ${expected}, not ${String(found)}`,
      expected,
      found: String(found),
      at: `/${option}`,
      fix: `Set ${option} to ${expected}.`,
    });
  }
}
