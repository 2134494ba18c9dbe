import { expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

const NAME = { type: 'string', maxLength: 20 };
const BY_SLUG = { name: 'bySlug', properties: [{ $ownerId: 'asc' }, { slug: 'asc' }], unique: true };
const BY_CATEGORY = { name: 'byCategory', properties: [{ $ownerId: 'asc' }, { category: 'asc' }] };
const FEW = { name: 'few', properties: [{ category: 'asc' }], nullSearchable: false };

/** Returns what is said of the indices of a type with an optional category, and with a slug. */
const warned = (indices: readonly object[], members: object = {}): readonly string[] => {
  const { diagnostics } = validateContract({
    listing: {
      type: 'object',
      properties: {
        slug: { ...NAME, position: 0 },
        category: { ...NAME, position: 1 },
        tag: {
          type: 'object',
          properties: { name: { ...NAME, position: 0 } },
          required: ['name'],
          additionalProperties: false,
          position: 2,
        },
      },
      required: ['slug'],
      additionalProperties: false,
      indices,
      ...members,
    },
  });
  return diagnostics.filter(({ code }) => code === 'index-values-missing').map(({ message }) => message);
};

const IMMUTABLE = { documentsMutable: false };

it('warns of an index that skips documents without values', () => {
  expect(warned([FEW])).toEqual([expect.stringContaining('without any of its values')]);
  expect(warned([{ ...FEW, properties: [{ 'tag.name': 'asc' }] }])).toHaveLength(1);
  expect(warned([FEW], { ...IMMUTABLE, transferable: 1 })).toHaveLength(1);
});

it('says nothing where no document lacks all values, or none can be changed', () => {
  expect(warned([{ ...FEW, nullSearchable: true }])).toEqual([]);
  expect(warned([{ ...FEW, properties: [{ category: 'asc' }, { slug: 'asc' }] }])).toEqual([]);
  expect(warned([FEW], IMMUTABLE)).toEqual([]);
});

it('warns of a unique index with an optional property', () => {
  expect(warned([{ ...BY_SLUG, properties: [{ slug: 'asc' }, { category: 'asc' }] }])).toEqual([
    expect.stringContaining('without "category"'),
  ]);
  expect(warned([{ ...BY_SLUG, properties: [{ category: 'asc' }] }])).toEqual([]);
});

it('warns of a unique index beside one that sorts before and lacks a value', () => {
  const [message, ...others] = warned([BY_CATEGORY, BY_SLUG]);
  expect(others).toEqual([]);
  expect(message).toMatch(
    /index "bySlug".*without "category".*queries by its values fail.*and changes that keep them$/,
  );
  const [fixed, ...more] = warned([BY_CATEGORY, BY_SLUG], IMMUTABLE);
  expect(more).toEqual([]);
  expect(fixed).toMatch(/queries by its values fail, and so do a second document with them$/);
  expect(warned([BY_SLUG])).toEqual([]);
  const behind = { ...BY_SLUG, properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] };
  expect(warned([BY_CATEGORY, behind], { required: ['slug', '$createdAt'] })).toEqual([]);
  expect(warned([{ ...BY_CATEGORY, properties: [{ category: 'asc' }] }, BY_SLUG])).toEqual([]);
  const tagged = { ...BY_CATEGORY, properties: [{ $ownerId: 'asc' }, { 'tag.name': 'asc' }] };
  expect(warned([tagged, BY_SLUG])).toEqual([]);
});

it('warns of no property that is missing only where a value of the unique index is', () => {
  const member = { type: 'object', additionalProperties: false, position: 2, required: ['a', 'b'] };
  const properties = {
    slug: { ...NAME, position: 0 },
    category: { ...NAME, position: 1 },
    pair: { ...member, properties: { a: { ...NAME, position: 0 }, b: { ...NAME, position: 1 } } },
  };
  const indices = [
    { name: 'first', properties: [{ $ownerId: 'asc' }, { 'pair.a': 'asc' }] },
    { name: 'second', properties: [{ $ownerId: 'asc' }, { 'pair.b': 'asc' }], unique: true },
  ];
  expect(warned(indices, { ...IMMUTABLE, properties })).toEqual([]);
  const [message] = warned(indices, { properties });
  expect(message).toContain('where changes do not find it');
});

it('says nothing of changes of a unique index whose values each change replaces', () => {
  const [message] = warned([BY_CATEGORY, BY_SLUG], { ...IMMUTABLE, transferable: 1 });
  expect(message).not.toContain('changes');
  const latest = { ...BY_SLUG, properties: [{ $updatedAt: 'asc' }, { category: 'asc' }] };
  expect(warned([latest], { required: ['slug', '$updatedAt'] })).toEqual([]);
  expect(warned([latest])).toHaveLength(1);
});
