import type { StoredDocument, Value } from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';
import { isAsChanged } from './changed-document.js';

const OWNER = new Uint8Array(32).fill(7);
const OTHER = new Uint8Array(32).fill(8);

const stored: StoredDocument = {
  formatVersion: 2,
  id: new Uint8Array(32),
  ownerId: OWNER,
  creatorId: undefined,
  revision: 3n,
  times: {},
  price: 500n,
  data: {
    name: 'Ace',
    rank: 9,
    total: 9n,
    isRare: true,
    share: 0.5,
    picture: Uint8Array.of(1, 2),
    friend: OTHER,
    tags: ['a', 'b'],
    place: { row: 1, seat: 'x' },
  },
};

const text = (value: string): Value => ({ type: 'text', value });
const data = new Map<string, Value>([
  ['name', text('Ace')],
  ['rank', { type: 'u8', value: 9 }],
  ['total', { type: 'i64', value: 9n }],
  ['isRare', { type: 'bool', value: true }],
  ['share', { type: 'float', value: 0.5 }],
  ['picture', { type: 'bytes', value: Uint8Array.of(1, 2) }],
  ['friend', { type: 'identifier', value: OTHER }],
  ['tags', { type: 'array', value: [text('a'), text('b')] }],
  [
    'place',
    {
      type: 'map',
      value: [
        [text('seat'), text('x')],
        [text('row'), { type: 'u64', value: 1n }],
      ],
    },
  ],
]);
const expected = { ownerId: OWNER, revision: 3n, data };

describe('a document as a transition leaves it', () => {
  it('is the same with all values, whatever the widths of their integers', () => {
    expect(isAsChanged(stored, expected)).toBe(true);
    expect(isAsChanged(stored, { ...expected, price: 500n })).toBe(true);
    const withNull = new Map([...data, ['none', { type: 'null', value: null } as const]] as const);
    expect(isAsChanged(stored, { ...expected, data: withNull })).toBe(true);
  });

  it.each([
    ['owner', { ownerId: OTHER }],
    ['revision', { revision: 2n }],
    ['price', { price: 501n }],
  ])('is another one with another %s', (_, other) => {
    expect(isAsChanged(stored, { ...expected, ...other })).toBe(false);
  });

  it('is another one where it is not for sale', () => {
    expect(isAsChanged({ ...stored, price: undefined }, { ...expected, price: 500n })).toBe(false);
  });

  it('is the first revision of a type that records none', () => {
    const fixed = { ...stored, revision: undefined };
    expect(isAsChanged(fixed, { ...expected, revision: 1n })).toBe(true);
    expect(isAsChanged(fixed, expected)).toBe(false);
  });

  it.each([...data.keys()])('is another one where the property is missing or another one: %s', (name) => {
    const without = new Map([...data].filter(([other]) => other !== name));
    expect(isAsChanged(stored, { ...expected, data: without })).toBe(false);
    for (const value of [text('other'), { type: 'u8', value: 8 }, { type: 'null', value: null }] as const)
      expect(isAsChanged(stored, { ...expected, data: new Map([...data, [name, value]]) })).toBe(false);
  });

  it('is another one where the state lacks a property, or a list or an object is longer', () => {
    const { name: _name, ...others } = stored.data;
    expect(isAsChanged({ ...stored, data: others }, expected)).toBe(false);
    const longer = { ...stored.data, tags: ['a', 'b', 'c'] };
    expect(isAsChanged({ ...stored, data: longer }, expected)).toBe(false);
    const wider = { ...stored.data, place: { row: 1, seat: 'x', level: 'y' } };
    expect(isAsChanged({ ...stored, data: wider }, expected)).toBe(false);
    expect(isAsChanged({ ...stored, data: { ...stored.data, toString: 1 } }, expected)).toBe(false);
  });
});
