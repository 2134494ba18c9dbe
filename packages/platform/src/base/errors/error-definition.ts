/** Describes one occurrence of an error. */
export interface ErrorText {
  /** What is wrong, as a sentence without a full stop. */
  readonly problem: string;
  readonly expected: string;
  readonly found: string;
  /** What to do; nothing where the problem says it. */
  readonly fix?: string;
}

/** Describes the payload of an error without members. */
export type NoPayload = Readonly<Record<string, never>>;

/** Defines a consensus error. */
export interface ErrorDefinition<Payload> {
  /** The official number. */
  readonly code: number;
  /** Whether the signer pays for processing and the nonce is consumed. */
  readonly isPaid: boolean;
  readonly describe: (payload: Payload) => ErrorText;
}

/** Defines an error after which the signer pays and the nonce is consumed. */
export const paid = <Payload>(
  code: number,
  describe: (payload: Payload) => ErrorText,
): ErrorDefinition<Payload> => ({ code, isPaid: true, describe });

/** Defines an error after which nothing has changed. */
export const unpaid = <Payload>(
  code: number,
  describe: (payload: Payload) => ErrorText,
): ErrorDefinition<Payload> => ({ code, isPaid: false, describe });
