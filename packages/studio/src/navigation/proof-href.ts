import { createHref } from './route.js';

/** Names what is proven: an identity, a contract or a document; nothing for the root hash alone. Ids are base58. */
export interface ProofSubject {
  readonly identityId?: string;
  readonly contractId?: string;
  readonly documentType?: string;
  /** The id of a document. */
  readonly id?: string;
}

/** Creates the address of the view that verifies a proof. */
export const createProofHref = (subject: ProofSubject): string =>
  createHref('explorer', ['proof'], { ...subject });

/** Reads the subject of a proof from the query of an address. */
export function readProofSubject(query: URLSearchParams): ProofSubject {
  const names = ['identityId', 'contractId', 'documentType', 'id'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
