import { ChainError } from '../../base/bytes/chain-error.js';

/** Lists the kinds of rejection. `missing-inputs` is separate because Dash Core gives it a code of its own. */
export type RejectionKind = 'invalid' | 'missing-inputs';

/**
 * Reports that a transaction or block violates a rule.
 *
 * The message is Dash Core's: the reject reason, and after a comma the detail where there is one.
 */
export class RejectionError extends ChainError {
  override readonly name = 'RejectionError';

  constructor(
    /** Dash Core's reject reason, such as `bad-txns-vin-empty`. */
    readonly reason: string,
    detail?: string,
    readonly kind: RejectionKind = 'invalid',
  ) {
    super(detail === undefined ? reason : `${reason}, ${detail}`);
  }
}

/** Describes a rule: the reject reason, and whether a subject breaks it. */
export type Rule<Subject> = readonly [reason: string, isBroken: (subject: Subject) => boolean];

/**
 * Checks rules in their order.
 * @throws {RejectionError} for the first that is broken.
 */
export function enforce<Subject>(rules: readonly Rule<Subject>[], subject: Subject): void {
  for (const [reason, isBroken] of rules) {
    if (isBroken(subject)) throw new RejectionError(reason);
  }
}

/** Returns whether `action` does not throw a {@link RejectionError}; other errors are thrown. */
export function isAccepted(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (error instanceof RejectionError) return false;
    throw error;
  }
}
