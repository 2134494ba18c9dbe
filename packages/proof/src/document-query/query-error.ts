import { ProofPackageError } from '../errors/proof-package-error.js';
import type { QueryErrorName } from './query-errors.js';

/** Describes the problem of a query. */
interface QueryErrorDetails {
  /**
   * States the problem, unless it is the type or form of a value: the message then compares `expected` with `found`.
   */
  readonly problem?: string;
  readonly expected: string;
  readonly found: string;
  /** Suggested fix. */
  readonly fix: string;
  /** The member of the query, such as `where[1]`; words for the whole query. */
  readonly member: string;
}

/** Rejects a query that the network rejects, or answers with nothing meaningful. */
export class QueryError extends ProofPackageError {
  override readonly name: QueryErrorName;
  readonly reason: QueryErrorName;
  readonly expected: string;
  readonly found: string;
  /** Where the error is in the query: a JSON pointer, empty for the whole query. */
  readonly at: string;
  /** Suggested fix. */
  readonly fix: string;
  /** Command that explains the error: `dapikit explain <reason>`. */
  readonly docs: string;

  constructor(reason: QueryErrorName, { problem, expected, found, fix, member }: QueryErrorDetails) {
    super(
      problem === undefined
        ? `expected ${expected} in ${member}, found ${found}: ${fix}`
        : `${member}: ${problem}: ${fix}`,
    );
    this.name = reason;
    this.reason = reason;
    this.expected = expected;
    this.found = found;
    this.fix = fix;
    this.docs = `dapikit explain ${reason}`;
    this.at = pointerTo(member);
  }
}

/** Returns the JSON pointer of a member such as `keys[0].type`; an empty one for words, which denote the whole input. */
export const pointerTo = (member: string): string =>
  /^[\w.[\]$]+$/.test(member) ? `/${member.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}` : '';
