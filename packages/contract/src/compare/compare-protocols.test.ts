import { describe, expect, it } from 'vitest';
import { RULES } from '../rules/all-rules.js';
import { compareProtocols } from './compare-protocols.js';

const TO_PREVIEW = { from: 13, to: 14 };
const TEXT = { type: 'string', maxLength: 63, position: 0 };
const typeOf = (properties: object, members: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...members,
});

const codesOf = (types: object) =>
  compareProtocols(types, TO_PREVIEW).meanings.map(({ code, documentType }) =>
    documentType === undefined ? code : `${documentType}: ${code}`,
  );

describe('compareProtocols', () => {
  it('has what a later protocol rejects', () => {
    const {
      wasAccepted,
      accepted,
      new: added,
      gone,
    } = compareProtocols({ note: typeOf({ 'my-text': TEXT }) }, TO_PREVIEW);
    expect([wasAccepted, accepted]).toEqual([true, false]);
    expect(added.map(({ at }) => at)).toEqual(['/note/properties/my-text']);
    expect(gone).toEqual([]);
  });

  it('has what a later protocol accepts, and the traps that go', () => {
    const list = { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 9 }, position: 0 };
    const { accepted, gone } = compareProtocols({ note: typeOf({ tags: list }) }, TO_PREVIEW);
    expect(accepted).toBe(true);
    expect(gone.length).toBeGreaterThan(0);
    const trap = RULES.find(({ code }) => code === 'aggregating-prefix-unusable');
    const codes = compareProtocols(trap?.wrong, TO_PREVIEW).gone.map(({ code }) => code);
    expect(codes).toContain('aggregating-prefix-unusable');
  });

  it('says which documents mean something else', () => {
    const plain = typeOf({ text: TEXT });
    expect(codesOf({ plain })).toEqual(['document-id']);
    const hidden = typeOf({ text: TEXT }, { documentsMutable: true, transient: ['text'] });
    expect(codesOf({ plain, hidden })).toEqual(['document-id', 'hidden: transient-replaced']);
    const place = { type: 'object', properties: { x: TEXT }, additionalProperties: false, position: 0 };
    expect(codesOf({ plain, placed: typeOf({ place }) })).toEqual(['document-id', 'placed: empty-objects']);
    const named = typeOf(
      { label: TEXT },
      {
        documentsMutable: false,
        required: ['label'],
        indices: [
          {
            name: 'byLabel',
            properties: [{ label: 'asc' }],
            unique: true,
            contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]+$' }], resolution: 0 },
          },
        ],
      },
    );
    expect(codesOf({ plain, named })).toEqual([
      'document-id',
      'named: contest-costs',
      'named: contest-ends',
      'named: contest-fund',
    ]);
  });

  it('tells of missing values where documents can lack some, and can be changed', () => {
    const unique = [{ name: 'byText', properties: [{ text: 'asc' }], unique: true }];
    const lasting = { documentsMutable: false };
    expect(codesOf({ a: typeOf({ text: TEXT }, { indices: unique, ...lasting }) })).toEqual(['document-id']);
    expect(codesOf({ a: typeOf({ text: TEXT }, { indices: unique, required: ['text'] }) })).toEqual([
      'document-id',
    ]);
    expect(codesOf({ a: typeOf({ text: TEXT }, { indices: unique }) })).toEqual([
      'document-id',
      'missing-values',
    ]);
  });

  it('finds no change of meaning between protocols that agree, and none of what cannot be read', () => {
    expect(compareProtocols({ note: typeOf({ text: TEXT }) }, { from: 12, to: 13 }).meanings).toEqual([]);
    expect(compareProtocols('{', TO_PREVIEW)).toMatchObject({
      wasAccepted: false,
      accepted: false,
      gone: [],
      new: [],
      meanings: [],
    });
  });
});
