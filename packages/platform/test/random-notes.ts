import type { IndexDescription } from '@dapikit/contract';
import * as fc from 'fast-check';
import type { Collection } from '../src/state/document/collection.js';
import type { Document, DocumentData } from '../src/state/document/document.js';
import { ID, indexOf, notesOf } from './note-collection.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

/** Few values, so that they meet; zero bytes, empty text and the upper half of an unsigned width among them. */
const VALUES = {
  shop: ['', 'A', 'A\0', 'B'],
  day: [-3, 0, 1, 7],
  level: [0, 1, 200],
  price: [-5n, 0n, 3n, 7n],
} as const;

const OWNERS = [201, 202];
const IDS = 12;

const PROPERTIES = ['shop', 'day', 'level', '$ownerId'] as const;

/** Flags of totals that the rules of contracts accept together. */
const totalsFlags = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      { countable: true },
      { countable: 'countableAllowingOffset', rangeCountable: true },
      { summable: 'price' },
      { summable: 'price', rangeSummable: true },
      { averageable: 'price' },
      { averageable: 'price', rangeAverageable: true },
    ),
  },
);

const index = (at: number): fc.Arbitrary<object> =>
  fc
    .record({
      properties: fc.shuffledSubarray([...PROPERTIES], { minLength: 1, maxLength: 3 }),
      unique: fc.constantFrom(true, false, false),
      nullSearchable: fc.boolean(),
      totals: totalsFlags,
    })
    .map(({ properties, unique, nullSearchable, totals }) =>
      indexOf(`index${at}`, properties, { unique, nullSearchable, ...totals }),
    );

/** Notes with indices and flags of any kind. Some keep history; these have no removal. */
export const randomCollections: fc.Arbitrary<Collection> = fc
  .record({
    indices: fc.tuple(index(1), index(2), index(3)),
    totals: fc.constantFrom<object[]>(
      {},
      { documentsCountable: true },
      { documentsSummable: 'price' },
      { documentsAverageable: 'price' },
    ),
    documentsKeepHistory: fc.boolean(),
    tradeMode: fc.constantFrom(0, 1),
    required: fc.subarray(['$createdAt', '$updatedAt', '$transferredAtCoreBlockHeight']),
  })
  .map(({ indices, totals, required, ...options }) => {
    // Two indices of the same properties are rejected.
    const names = indices.map((one) => JSON.stringify(Object(one).properties));
    return notesOf(
      { shop: SCHEMAS.string, day: SCHEMAS.i16, level: SCHEMAS.u8, price: SCHEMAS.i64 },
      {
        required: ['price', ...required],
        indices: indices.filter((_, at) => names.indexOf(names[at]!) === at),
        ...totals,
        ...options,
      },
    );
  })
  .map((collection) => ({ ...collection, order: { unsignedByValue: true } }));

/** Any data of these notes. */
export const randomData: fc.Arbitrary<DocumentData> = fc.record(
  {
    shop: fc.constantFrom(...VALUES.shop),
    day: fc.constantFrom(...VALUES.day),
    level: fc.constantFrom(...VALUES.level),
    price: fc.constantFrom(...VALUES.price),
  },
  { requiredKeys: ['price'] },
);

/** Something that is done to a note, which may be there or not. */
export interface Change {
  readonly id: Uint8Array;
  readonly kind: 'put' | 'remove' | 'transfer';
  readonly data: DocumentData;
  readonly ownerId: Uint8Array;
}

export const randomChanges: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    id: fc.nat(IDS).map(ID),
    kind: fc.constantFrom('put', 'put', 'remove', 'transfer'),
    data: randomData,
    ownerId: fc.constantFrom(...OWNERS.map(ID)),
  }),
  { minLength: 1, maxLength: 25, size: 'max' },
);

export type Field = (typeof PROPERTIES)[number];
export type Value = string | number | Uint8Array | null;

/** The properties of an index of these notes. */
export const fieldsOf = ({ properties }: Pick<IndexDescription, 'properties'>): Field[] =>
  properties.flatMap((property) => PROPERTIES.filter((field) => field === property));

/** A value that a clause can have; null finds what is missing. */
export const valuesOf = (field: Field): fc.Arbitrary<Value> =>
  field === '$ownerId'
    ? fc.constantFrom(...[...OWNERS, 203].map(ID))
    : fc.constantFrom<Value[]>(...VALUES[field], null);

/** What a note has in a field, as clauses have it. */
export function valueIn(document: Document, field: Field): Value {
  const value = field === '$ownerId' ? document.ownerId : document.data[field];
  if (value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return value;
  throw new Error('expected a value that an index has');
}

/** Nothing before everything; text and bytes by their bytes, numbers by value. */
export function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

const bytesOf = (value: Exclude<Value, null>): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(value === '' ? '\0' : String(value));
