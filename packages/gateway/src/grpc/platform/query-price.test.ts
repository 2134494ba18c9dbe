import { expect, it } from 'vitest';
import { priceOfQuery } from './query-price.js';

const list = (length: number): Uint8Array[] => Array.from({ length }, () => new Uint8Array(32));

it.each<[content: string, units: number, price: number]>([
  ['9 ids', priceOfQuery({ ids: list(9) }, {}), 0],
  ['10 ids', priceOfQuery({ ids: list(10) }, {}), 1],
  ['100 ids', priceOfQuery({ ids: list(100) }, {}), 10],
  ['1,000 ids', priceOfQuery({ ids: list(1000) }, {}), 19],
  ['1,000 ids of an expensive method', priceOfQuery({ ids: list(1000) }, { cost: 20 }), 0],
  [
    'lists within messages',
    priceOfQuery({ a: { b: { values: [1, 2, 3, [4, 5, 6, 7, 8, 9, 10, 11]] } } }, {}),
    1,
  ],
  ['bytes', priceOfQuery({ where: new Uint8Array(1000), nested: { id: new Uint8Array(1000) } }, {}), 0],
  ['a limit without a proof', priceOfQuery({ limit: 100 }, {}), 0],
  ['a proof of 100 results', priceOfQuery({ prove: true, limit: 100 }, {}), 10],
  ['a proof of more results than there can be', priceOfQuery({ prove: true, limit: 65_535 }, {}), 10],
  ['a proof without a limit', priceOfQuery({ prove: true }, {}), 0],
  ['a proof of as many as the default', priceOfQuery({ prove: true, limit: 0 }, { defaultLimit: 100 }), 10],
  ['a proof of a page by its count', priceOfQuery({ prove: true, count: 50 }, {}), 5],
  ['a proof of 50 results for 50 values', priceOfQuery({ prove: true, limit: 50, values: list(50) }, {}), 10],
])('%s cost what they take', (_, units, price) => {
  expect(units).toBe(price);
});
