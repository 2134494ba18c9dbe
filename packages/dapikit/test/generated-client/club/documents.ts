// Written by `dapikit generate`: a change here is lost at the next run.

import type { Identifier } from '@dapikit/client';

export type { Identifier };

/** The bytes of a byte array. */
export type Bytes = Uint8Array;

/** The data of a document of type "note". */
export interface Note {
  /** maxLength 63. */
  text?: string;
}

/** A document of type "note", with the system properties. */
export interface NoteDocument extends Note {
  /** Derived from the contract, the owner, the type and the entropy. */
  readonly $id: Identifier;
  /** The identity that owns the document. */
  readonly $ownerId: Identifier;
  /** 1 at first; each change adds 1. */
  readonly $revision: bigint;
}

/** The documents of the contract, by the name of their type. */
export interface Documents {
  note: NoteDocument;
}
