import { QueryError } from '@dapikit/proof/document-query';

/** Describes the details of an error in addition to its reason and message. */
export interface PlatformErrorDetails {
  /** The expected value or form. */
  readonly expected?: string;
  /** The found value; long ones are truncated. */
  readonly found?: string;
  /** Where the error is in the input: a JSON pointer, empty for the whole input. */
  readonly at?: string;
  /** The suggested fix. */
  readonly fix?: string;
  /** Command that explains the error; `dapikit explain <reason>` by default. */
  readonly docs?: string;
  /** The error behind this one; for a log. */
  readonly cause?: unknown;
}

/** Represents any error of this package. */
export abstract class PlatformError extends Error {
  override readonly name: string = 'PlatformError';
  /** Names the kind of error. It is stable: programs match on it. */
  abstract readonly reason: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  /** Where the error is in the input: a JSON pointer, empty for the whole input. */
  readonly at: string | undefined;
  /** The suggested fix. */
  readonly fix: string | undefined;
  readonly #docs: string | undefined;

  /** @param problem the problem; the message adds the fix. */
  constructor(problem: string, { expected, found, at, fix, docs, cause }: PlatformErrorDetails = {}) {
    super(fix === undefined ? problem : `${problem}: ${fix}`, cause === undefined ? {} : { cause });
    this.expected = expected;
    this.found = found;
    this.at = at;
    this.fix = fix;
    this.#docs = docs;
  }

  /** Returns the command that explains the error: `dapikit explain <code or reason>`. */
  get docs(): string {
    return this.#docs ?? `dapikit explain ${this.reason}`;
  }
}

/** Returns whether an error rejects what a caller gave, or says why the store does not answer: an error of this package, or of a query. */
export const isPlatformError = (error: unknown): error is PlatformError | QueryError =>
  error instanceof PlatformError || error instanceof QueryError;
