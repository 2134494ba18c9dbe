// Written by `dapikit generate`: a change here is lost at the next run.

import type { Identifier } from '@dapikit/client';

export type { Identifier };

/** The bytes of a byte array. */
export type Bytes = Uint8Array;

/**
 * The data of a document of type "offer".
 * Something that somebody sells.
 */
export interface Offer {
  /** maxLength 63. */
  topic: string;
  /** minItems 32, maxItems 32. */
  seller: Identifier;
  /** maxItems 20. */
  code: Bytes;
  /** minimum 0, stored as u64. */
  size: bigint;
  /** minimum -100, maximum 100, stored as i8. */
  level?: number;
  about?: {
    /** maxLength 500. */
    text?: string;
    /** maxItems 100. */
    picture?: Bytes;
  };
}

/** A document of type "offer", with the system properties. */
export interface OfferDocument extends Offer {
  /** Derived from the contract, the owner, the type and the entropy. */
  readonly $id: Identifier;
  /** The identity that owns the document. */
  readonly $ownerId: Identifier;
  /** 1 at first; each change adds 1. */
  readonly $revision: bigint;
  /** The time of the block. */
  readonly $createdAt: Date;
  /** The identity that created the document. */
  readonly $creatorId: Identifier;
  /** In credits; only while the document is for sale. */
  readonly $price?: bigint;
}

/** The data of a document of type "vote". */
export interface Vote {
  /** maxLength 20. */
  poll: string;
  /** minimum 0, maximum 60000, stored as u16. */
  weight: number;
}

/** A document of type "vote", with the system properties. */
export interface VoteDocument extends Vote {
  /** Derived from the contract, the owner, the type and the entropy. */
  readonly $id: Identifier;
  /** The identity that owns the document. */
  readonly $ownerId: Identifier;
}

/** The documents of the contract, by the name of their type. */
export interface Documents {
  offer: OfferDocument;
  vote: VoteDocument;
}
