import type { AggregateEntry } from '../src/state/query/run-aggregate.js';
import { indexOf, notesOf } from './note-collection.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

/** Sales with totals of all, of each shop, of days in a shop and of hours in a day. */
export const SALES = notesOf(
  { shop: SCHEMAS.string, day: SCHEMAS.i16, hour: SCHEMAS.i16, price: SCHEMAS.i64, code: SCHEMAS.string },
  {
    required: ['price'],
    documentsAverageable: 'price',
    indices: [
      indexOf('shop', ['shop'], { averageable: 'price' }),
      indexOf('shopDay', ['shop', 'day'], { averageable: 'price', rangeAverageable: true }),
      indexOf('dayHour', ['day', 'hour'], { countable: true, rangeCountable: true }),
      indexOf('code', ['code'], { unique: true, countable: true }),
    ],
  },
);

/** Keys as text where they are text, else in hex; then the total. */
export const shown = (entries: readonly AggregateEntry[]): unknown[] =>
  entries.map(({ keys, count, sum }) => [
    ...keys.map((key) => (key[0] === 0x80 ? Buffer.from(key).toString('hex') : Buffer.from(key).toString())),
    ...(count === undefined ? [] : [count]),
    ...(sum === undefined ? [] : [sum]),
  ]);
