import type { GroveOperation } from '@dapikit/proof/prover';
import { expect, it } from 'vitest';
import { encodeOperations } from './operation-list.js';
import { RecordedOperations } from './recorded-operations.js';

const key = (number: number): Uint8Array => Uint8Array.of(number);

const put = (value: Uint8Array): readonly GroveOperation[] => [
  { type: 'put', path: [], key: key(1), element: { type: 'item', value, flags: undefined } },
];

const ONE = put(Uint8Array.of(1));
const OTHER = put(Uint8Array.of(2));

it('returns operations that were noted, once', () => {
  const recorded = new RecordedOperations();
  const bytes = encodeOperations(ONE);
  recorded.note(key(7), bytes, ONE);
  expect(recorded.take(key(7), Buffer.from(bytes))).toBe(ONE);
  expect(recorded.take(key(7), bytes)).not.toBe(ONE);
  expect(recorded.take(key(7), bytes)).toEqual(ONE);
});

it('decodes what is stored where another block has the height', () => {
  const recorded = new RecordedOperations();
  recorded.note(key(7), encodeOperations(ONE), ONE);
  expect(recorded.take(key(7), encodeOperations(OTHER))).toEqual(OTHER);
});

it('forgets the oldest operations before they take much memory', () => {
  const recorded = new RecordedOperations();
  const large = Array.from({ length: 10 }, (_, number) => put(new Uint8Array(1024 * 1024).fill(number)));
  for (const [number, operations] of large.entries())
    recorded.note(key(number), encodeOperations(operations), operations);
  const isKnown = large.map((operations, number) => {
    return recorded.take(key(number), encodeOperations(operations)) === operations;
  });
  expect(isKnown).toEqual([false, false, false, true, true, true, true, true, true, true]);
});
