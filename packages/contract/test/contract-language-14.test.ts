import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

type Members = Readonly<Record<string, unknown>>;

const page = readFileSync(
  new URL('../../../docs/reference/contract-language-14.md', import.meta.url),
  'utf8',
);
const examples = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']): Members =>
  JSON.parse(text),
);

const text = { type: 'string', maxLength: 40 };
const ID = { type: 'identifier' };
const integer = { type: 'integer', minimum: 0, maximum: 1000 };

const withPositions = (properties: Members) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema], position) => [name, { ...Object(schema), position }]),
  );

const typeOf = (properties: Members, members: Members = {}) => ({
  type: 'object',
  properties: withPositions(properties),
  additionalProperties: false,
  ...members,
});

const KEPT = { documentsMutable: false, canBeDeleted: false };

/** The types that examples name, and a type with the example. */
const typesWith = (properties: Members, members: Members = {}) => ({
  post: typeOf({ text }, KEPT),
  team: typeOf({ members: { type: 'array', maxItems: 5, items: ID } }, KEPT),
  seller: typeOf(
    { sellerId: ID },
    { ...KEPT, indices: [{ name: 'byId', properties: [{ sellerId: 'asc' }], unique: true }] },
  ),
  commitment: typeOf(
    { hash: { type: 'bytes', size: 32 } },
    {
      documentsMutable: false,
      canBeDeleted: 'onlyWhenConsumed',
      required: ['hash', '$createdAtBlockHeight'],
      indices: [{ name: 'byHash', properties: [{ hash: 'asc' }], unique: true }],
    },
  ),
  listing: typeOf({ title: text }),
  order: typeOf(
    { listingId: ID },
    {
      documentsMutable: false,
      required: ['listingId'],
      indices: [{ name: 'byListing', properties: [{ listingId: 'asc' }], countable: true }],
    },
  ),
  own: typeOf(
    {
      title: text,
      salt: text,
      tag: text,
      sellerId: ID,
      teamId: ID,
      price: integer,
      leastPrice: integer,
      sold: integer,
      ...properties,
    },
    {
      required: ['title', 'salt', 'sellerId', 'teamId', '$createdAt', '$updatedAt'],
      ...members,
    },
  ),
});

const MODERATED = {
  $formatVersion: '2',
  moderation: { banlist: true, moderators: { $type: 'contractOwner' } },
};

/** A contract with an example in its place. */
function contractOf(example: Members): object {
  if ('moderation' in example) return { config: example, documentSchemas: typesWith({}) };
  if ('0' in example) return { documentSchemas: typesWith({}), tokens: example };
  if ('salt' in example) return { documentSchemas: typesWith(example, { documentsMutable: false }) };
  if (example['indexOnly'] === true) return { documentSchemas: { ...typesWith({}), own: example } };
  if ('timeRange' in example) return { documentSchemas: typesWith({}, { indices: [example] }) };
  if ('type' in example) return { documentSchemas: typesWith({ example }) };
  return { config: MODERATED, documentSchemas: typesWith({}, example) };
}

describe('the page on what protocol 14 adds to the language', () => {
  it.each(examples.map((example) => [JSON.stringify(example).slice(0, 80), example] as const))(
    'has an example that is accepted: %s',
    (_, example) => {
      const contract = { $formatVersion: '1', version: 1, ...contractOf(example) };
      const { diagnostics } = validateContract(JSON.stringify(contract), { protocolVersion: 14 });
      const errors = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
      expect(errors.map(({ at, message }) => `${at}: ${message}`)).toEqual([]);
    },
  );
});
