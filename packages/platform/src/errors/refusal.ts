/** What a message says. */
export interface Told {
  readonly expected: string;
  readonly found: string;
  /** What to do. */
  readonly advice: string;
  /** The message, where it is not made of the others. */
  readonly message?: string;
}

/** The payload of a reason that has nothing to tell. */
export type Nothing = Readonly<Record<string, never>>;

/** A reason to refuse an operation. */
export interface Refusal<Payload> {
  /** The official number. */
  readonly code: number;
  /** Whether the signer pays for processing all the same, and the nonce is used up. */
  readonly isPaid: boolean;
  readonly tell: (payload: Payload) => Told;
}

/** A reason after which the signer pays and the nonce is used up. */
export const paid = <Payload>(code: number, tell: (payload: Payload) => Told): Refusal<Payload> => ({
  code,
  isPaid: true,
  tell,
});

/** A reason after which nothing has changed. */
export const unpaid = <Payload>(code: number, tell: (payload: Payload) => Told): Refusal<Payload> => ({
  code,
  isPaid: false,
  tell,
});
