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

it('adds nothing to a document whose properties it knows', () => {
  expect(Reflect.ownKeys(readFields({ topic: 'a', $id: 'id' }, FIELDS))).toEqual(['topic']);
});
