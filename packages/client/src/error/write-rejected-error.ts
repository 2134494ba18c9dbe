import { ClientError } from './client-error.js';

/** Describes a rejection that a contract can cause: written by `dapikit generate`. */
export interface RejectionNote {
  /** Name of the consensus error. */
  readonly name: string;
  /** The fix, as a sentence. */
  readonly fix: string;
  /** Its text, with `*` for values: evo-sdk gives the text of a rejection, and no number. */
  readonly says?: string;
}

/** Lists rejections by the number of their consensus error. */
export type RejectionNotes = Readonly<Record<number, RejectionNote>>;

/** Reports that the platform rejected a write. */
export class WriteRejectedError<Code extends number | undefined = number | undefined> extends ClientError {
  override readonly name = 'WriteRejectedError';

  constructor(
    /** Number of the consensus error; `undefined` where the client does not know the text of the error, from which it follows: evo-sdk 4.1 keeps no number. */
    readonly code: Code,
    /** Name of the consensus error; `undefined` for a number that the client does not know. */
    readonly reason: string | undefined,
    /** The fix; `undefined` for a number that the client does not know. */
    readonly fix: string | undefined,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Returns whether an error is the rejection of a write, with one of some numbers if any are given. */
export function isRejected<Code extends number>(
  error: unknown,
  ...codes: readonly Code[]
): error is WriteRejectedError<Code> {
  return (
    error instanceof WriteRejectedError && (codes.length === 0 || codes.some((code) => code === error.code))
  );
}
