// Written by `dapikit generate`: a change here is lost at the next run.

import { ContractClient, type ConnectedSdk, type Averaged, type ContractOptions, type Counted, type Documents, type Ordered, type Prefixed, type Ranged, type Summed } from '@dapikit/client';
import type { Identifier, Offer, OfferDocument, Vote, VoteDocument } from './documents.js';
import { REJECTIONS } from './rejections.js';
import { SHAPES } from './shapes.js';

export * from './documents.js';
export type { RejectionCode } from './rejections.js';

/** Documents of type "offer". */
export interface OfferCollection {
  /** Returns a document by its id. */
  get(id: Identifier): Promise<OfferDocument | undefined>;
  /** Reads all documents in the order of their ids. */
  all(): Documents<OfferDocument>;
  /** Creates a document. */
  create(data: Offer): Promise<OfferDocument>;
  /** Replaces properties; `null` removes one, and the others stay. */
  replace(document: OfferDocument, changes: { readonly [Name in keyof Offer]?: Offer[Name] | null }): Promise<OfferDocument>;
  /** Deletes a document. */
  delete(document: OfferDocument): Promise<void>;
  /** Gives a document to another identity. */
  transfer(document: OfferDocument, recipient: Identifier): Promise<OfferDocument>;
  /** Offers a document for a price in credits. A replace, a transfer or a sale ends the offer. */
  setPrice(document: OfferDocument, credits: bigint): Promise<OfferDocument>;
  /** Buys a document for its price in credits. */
  purchase(document: OfferDocument, credits: bigint): Promise<OfferDocument>;
  /** Reads by the index "byCode": code. */
  byCode(): Documents<OfferDocument> & Ranged<Uint8Array, Ordered<OfferDocument>>;
  byCode(where: { readonly code: Uint8Array }): Documents<OfferDocument>;
  /** Reads by the index "bySize": size, level. */
  bySize(): Ordered<OfferDocument> & Ranged<bigint, Ordered<OfferDocument>>;
  bySize(where: { readonly size: bigint }): Documents<OfferDocument> & Ranged<number, Ordered<OfferDocument>>;
  bySize(where: { readonly size: bigint; readonly level: number }): Documents<OfferDocument>;
  /** Reads by the index "byTopic": topic, $createdAt. */
  byTopic(): Ordered<OfferDocument> & Ranged<string, Ordered<OfferDocument>> & Prefixed<Ordered<OfferDocument>>;
  byTopic(where: { readonly topic: string }): Ordered<OfferDocument> & Ranged<Date, Ordered<OfferDocument>>;
  byTopic(where: { readonly topic: string; readonly $createdAt: Date }): Documents<OfferDocument>;
  /** Reads by the index "seller": seller. */
  bySeller(): Documents<OfferDocument> & Ranged<Identifier, Ordered<OfferDocument>>;
  bySeller(where: { readonly seller: Identifier }): Documents<OfferDocument>;
}

/** Documents of type "vote". */
export interface VoteCollection {
  /** Returns a document by its id. */
  get(id: Identifier): Promise<VoteDocument | undefined>;
  /** Reads all documents in the order of their ids. */
  all(): Documents<VoteDocument> & Counted & Summed & Averaged;
  /** Creates a document. */
  create(data: Vote): Promise<VoteDocument>;
  /** Reads by the index "byPoll": poll. */
  byPoll(): Ordered<VoteDocument> & Ranged<string, Ordered<VoteDocument>> & Prefixed<Ordered<VoteDocument>>;
  byPoll(where: { readonly poll: string }): Documents<VoteDocument> & Counted & Summed & Averaged;
  /** Reads by the index "byWeight": weight. */
  byWeight(): Ordered<VoteDocument> & Ranged<number, Ordered<VoteDocument> & Counted>;
  byWeight(where: { readonly weight: number }): Documents<VoteDocument> & Counted;
}

/** The documents of the contract. */
export interface Market {
  readonly offer: OfferCollection;
  readonly vote: VoteCollection;
}

/**
 * Connects the documents of the contract with an SDK.
 * @param sdk an `EvoSDK` that is connected.
 */
export function createMarket(sdk: ConnectedSdk, options: ContractOptions): Market {
  const client = new ContractClient(sdk, options, { protocolVersion: 13, rejections: REJECTIONS });
  return {
    offer: client.documents<OfferCollection>(SHAPES["offer"]),
    vote: client.documents<VoteCollection>(SHAPES["vote"]),
  };
}
