import { identifierBytes } from '../src/base/bytes/identifier.js';
import type { Collection } from '../src/state/document/collection.js';
import type { Document, DocumentData } from '../src/state/document/document.js';
import { CONTRACT, typeOf } from '../../proof/test/sample-contract.js';

/** The notes of the sample contract. */
export const notesOf = (properties: Readonly<Record<string, object>>, members: object = {}): Collection => ({
  location: { contractId: identifierBytes(CONTRACT)!, documentType: 'note' },
  type: typeOf(properties, members),
});

export const ID = (number: number): Uint8Array => new Uint8Array(32).fill(number, 31);

/** A note that an owner made as its first revision. */
export const note = (id: number, data: DocumentData, more: Partial<Document> = {}): Document => ({
  id: ID(id),
  ownerId: ID(200),
  revision: 1n,
  times: {},
  data,
  ...more,
});

/** An index as a contract has it. */
export const indexOf = (name: string, properties: readonly string[], flags: object = {}): object => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
  ...flags,
});
