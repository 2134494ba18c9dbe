import { identifierText } from '@dapikit/client';
import { expect, it } from 'vitest';
import { referencesTo } from './copy-references.js';

const id = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const IDS = new Set([identifierText(id(1)), identifierText(id(2))]);

it('counts copies with the id of a copied document, by the path of the property', () => {
  const found = referencesTo(IDS, [
    { data: { replyTo: id(1), about: { note: id(2), other: id(3) } } },
    { data: { replyTo: id(2), list: [id(1), id(2)], title: identifierText(id(1)) } },
    { data: { replyTo: id(3), short: id(1).subarray(1), count: 1 } },
  ]);
  expect(Object.fromEntries(found)).toEqual({ replyTo: 2, 'about.note': 1, list: 1, title: 1 });
});
