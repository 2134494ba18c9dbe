import { ClientError } from './client-error.js';

/** Describes what is wrong with a document. */
export interface DocumentProblem {
  /** JSON pointer of the place. */
  readonly at: string;
  readonly message: string;
}

/** Checks the data of a document before it is signed. @returns what the network would reject; nothing for a valid document */
export type DocumentCheck = (
  typeName: string,
  data: object,
  action: 'create' | 'replace',
) => readonly DocumentProblem[];

/** Reports a document that the network would reject, and that was not sent. */
export class InvalidDocumentError extends ClientError {
  override readonly name = 'InvalidDocumentError';

  constructor(
    readonly typeName: string,
    readonly problems: readonly DocumentProblem[],
  ) {
    const told = problems.map(({ at, message }) => `${at === '' ? 'the document' : at}: ${message}`);
    super(`${typeName} is not valid: ${told.join('; ')}`);
  }
}
