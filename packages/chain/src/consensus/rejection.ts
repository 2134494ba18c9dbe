/** Why a transaction or block was refused. `missing-inputs` is told apart because Dash Core gives it a code of its own. */
export type RejectionKind = 'invalid' | 'missing-inputs';

/**
 * A transaction or block breaks a rule.
 *
 * The message is Dash Core's: the reject reason, and after a comma the detail where there is one.
 */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  constructor(
    /** Dash Core's reject reason, such as `bad-txns-vin-empty`. */
    readonly reason: string,
    detail?: string,
    readonly kind: RejectionKind = 'invalid',
  ) {
    super(detail === undefined ? reason : `${reason}, ${detail}`);
  }
}

/** A rule: the reject reason, and whether a subject breaks it. */
export type Rule<Subject> = readonly [reason: string, isBroken: (subject: Subject) => boolean];

/**
 * Checks rules in their order.
 * @throws {Rejection} for the first that is broken.
 */
export function enforce<Subject>(rules: readonly Rule<Subject>[], subject: Subject): void {
  for (const [reason, isBroken] of rules) {
    if (isBroken(subject)) throw new Rejection(reason);
  }
}

/** Whether `action` does not throw a {@link Rejection}; any other error goes on. */
export function isAccepted(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (error instanceof Rejection) return false;
    throw error;
  }
}
