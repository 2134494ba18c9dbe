import { expect, it } from 'vitest';
import { identifierText } from '../document/identifier.js';
import type { FieldShape } from '../document/document-shape.js';
import { isWritten, type ExpectedDocument } from './written-document.js';

const FIELDS: readonly FieldShape[] = [
  { name: 'text', kind: 'text' },
  { name: 'amount', kind: 'bigint' },
  { name: 'salt', kind: 'bytes' },
  {
    name: 'about',
    kind: 'object',
    fields: [
      { name: 'at', kind: 'time' },
      { name: 'id', kind: 'identifier' },
    ],
  },
];
const owner = new Uint8Array(32).fill(1);
const data = {
  text: 'a',
  amount: 2n ** 60n,
  salt: Uint8Array.of(1, 2),
  about: { at: new Date(5), id: owner },
};
const found = { ...data, $id: owner, $ownerId: owner, $revision: 2n, $price: 7n };
const expected: ExpectedDocument = {
  $id: owner,
  ownerId: identifierText(owner),
  revision: 2n,
  price: 7n,
  data,
};

it('recognises a document by its owner, revision, price and values', () => {
  expect(isWritten(found, expected, FIELDS)).toBe(true);
  const { salt: _, ...stored } = found;
  expect(isWritten(stored, expected, FIELDS)).toBe(true);
});

it.each([
  ['another owner', { $ownerId: new Uint8Array(32) }],
  ['another revision', { $revision: 3n }],
  ['another price', { $price: 8n }],
  ['another text', { text: 'b' }],
  ['another integer', { amount: 2n ** 60n + 1n }],
  ['other bytes', { salt: Uint8Array.of(1, 3) }],
  ['another value in an object', { about: { ...data.about, at: new Date(6) } }],
])('recognises no document with %s', (_, other) => {
  expect(isWritten({ ...found, ...other }, expected, FIELDS)).toBe(false);
});

it('recognises no document with a property that was removed', () => {
  const { text: _, ...removed } = data;
  expect(isWritten(found, { ...expected, data: removed }, FIELDS)).toBe(false);
});
