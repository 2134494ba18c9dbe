import { describe, expect, it } from 'vitest';
import { listPossibleChanges } from './possible-changes.js';

const NOTE = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 2, maxLength: 63, position: 0 },
    kind: { type: 'string', maxLength: 5, enum: ['a', 'b'], position: 1 },
  },
  required: ['text'],
  indices: [{ name: 'byText', properties: [{ text: 'asc' }] }],
  documentsMutable: true,
  additionalProperties: false,
};
const TYPES = JSON.stringify({ note: NOTE });
const ID = '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6';
const WHOLE = JSON.stringify({
  $formatVersion: '1',
  id: ID,
  ownerId: ID,
  version: 3,
  documentSchemas: { note: NOTE },
  description: 'notes',
  keywords: ['note'],
});

const allowed = (text: string, pointer: string) =>
  listPossibleChanges(text, pointer).map(({ kind, isAllowed }) => `${kind} ${isAllowed}`);

describe('listPossibleChanges', () => {
  it.each([
    ['/note/properties/kind/maxLength', ['remove true', 'raise true', 'lower false']],
    // An index has at most 63 characters of text.
    ['/note/properties/text/maxLength', ['remove false', 'raise false', 'lower false']],
    ['/note/properties/text/minLength', ['remove true', 'raise false', 'lower true']],
    ['/note/properties/text/type', ['remove false', 'change false']],
    ['/note/properties/kind/enum', ['remove true', 'add true']],
    ['/note/properties', ['remove false', 'add true']],
    ['/note/properties/text', ['remove false']],
    ['/note/required', ['remove false', 'add false']],
    ['/note/documentsMutable', ['remove false', 'change false']],
    ['/note', ['remove false']],
    ['/note/absent', []],
    ['', []],
  ])('tries the changes of %s', (pointer, changes) => {
    expect(allowed(TYPES, pointer)).toEqual(changes);
  });

  it('raises the version of a whole contract beside the change', () => {
    expect(allowed(WHOLE, '/documentSchemas/note/properties/kind/maxLength')).toEqual([
      'remove true',
      'raise true',
      'lower false',
    ]);
    expect(allowed(WHOLE, '/documentSchemas')).toEqual(['remove false', 'add true']);
    expect(allowed(WHOLE, '/description')).toEqual(['remove true', 'change true']);
    expect(allowed(WHOLE, '/ownerId')).toEqual(['remove false', 'change false']);
  });

  it('names the first error of a rejected change', () => {
    const [removal] = listPossibleChanges(TYPES, '/note/properties/text');
    expect(removal?.reason?.code).toBe('update-property-removed');
  });

  it.each(['', '{', '[]', '{"note": {"type": "text"}}'])('tries nothing with %s', (text) => {
    expect(listPossibleChanges(text, '/note')).toEqual([]);
  });
});
