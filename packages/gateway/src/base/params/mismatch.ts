/** Says why a value is not accepted, where there is more than its type to say. */
export class Mismatch {
  /**
   * @param message says all that is wrong
   * @param requirement goes after "must be", such as `<= 4294967295`; the expected values where left out
   * @param found what to show in place of the value, such as where it may contain a password
   * @param fix what to send instead
   */
  constructor(
    readonly details: {
      readonly message?: string;
      readonly requirement?: string;
      readonly reason?: string;
      readonly expected?: string;
      readonly found?: string;
      readonly fix?: string;
    },
  ) {}
}

/** Returns whether a parameter accepted no value. */
export function isMismatch(value: unknown): value is Mismatch | undefined {
  return value === undefined || value instanceof Mismatch;
}
