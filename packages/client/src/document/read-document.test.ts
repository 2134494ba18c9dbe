import { expect, it } from 'vitest';
import type { FieldShape } from './document-shape.js';
import { readFields } from './read-document.js';
import { writeFields } from './write-value.js';

const FIELDS: readonly FieldShape[] = [
  { name: 'topic', kind: 'text' },
  { name: 'about', kind: 'object', fields: [{ name: 'text', kind: 'text' }] },
];

it('keeps properties that the client does not know, also of copies and of objects inside', () => {
  const stored = { topic: 'a', added: 7n, about: { text: 'b', picture: Uint8Array.of(1) }, none: undefined };
  const read = readFields({ ...stored, $id: 'id', $type: 'note' }, FIELDS);
  expect(Object.keys(read)).toEqual(['topic', 'about']);
  expect(writeFields({ ...read, topic: 'changed' }, FIELDS)).toEqual({
    topic: 'changed',
    added: 7n,
    about: { text: 'b', picture: Uint8Array.of(1) },
  });
});

it('reads and writes properties that every object inherits only where a document has them', () => {
  const fields: readonly FieldShape[] = [
    { name: 'constructor', kind: 'bytes' },
    { name: 'toString', kind: 'text' },
    { name: 'topic', kind: 'text' },
  ];
  expect(Object.entries(readFields({ topic: 'a' }, fields))).toEqual([['topic', 'a']]);
  expect(Object.entries(writeFields({ topic: 'a' }, fields))).toEqual([['topic', 'a']]);
  const all = { constructor: Uint8Array.of(1), toString: 'b', topic: 'a' };
  expect(Object.entries(readFields(all, fields))).toEqual(Object.entries(all));
  expect(Object.entries(writeFields(all, fields))).toEqual(Object.entries(all));
});

it('adds nothing to a document whose properties it knows', () => {
  expect(Reflect.ownKeys(readFields({ topic: 'a', $id: 'id' }, FIELDS))).toEqual(['topic']);
});
