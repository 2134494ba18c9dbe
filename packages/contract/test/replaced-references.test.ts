import { describe, expect, it } from 'vitest';
import { documentValidator } from '../src/index.js';
import { encodeIdentifier } from '../src/model/identifier.js';
import type { DocumentWrite } from '../src/index.js';

const idOf = (byte: number): string => encodeIdentifier(new Uint8Array(32).fill(byte));
const CREATOR = idOf(1);
const BUYER = idOf(2);
const TARGET = idOf(3);
const TEXT = { type: 'string', maxLength: 63 };
const ID = { type: 'identifier' };
const typeOf = (properties: Record<string, object>, members: object = {}) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema], position) => [name, { ...schema, position }]),
  ),
  additionalProperties: false,
  ...members,
});

const judge = (types: object, write: DocumentWrite) => {
  const { diagnostics, unjudged } = documentValidator({ documentSchemas: types }, 'note', {
    protocolVersion: 14,
  }).judge(write);
  return { codes: diagnostics.map(({ official }) => official?.code), unjudged };
};
const keysOf = (identityId: string) => ({ keys: [{ identityId, keyId: 2 }] });
const ACCEPTED = { codes: [], unjudged: [] };

describe('a replace judges', () => {
  const LICENCE = typeOf(
    { text: TEXT },
    { indices: [{ name: 'byOwner', properties: [{ $ownerId: 'asc' }], unique: true }] },
  );
  const licensed = {
    note: typeOf(
      { text: TEXT },
      {
        transferable: 1,
        creatorRefersTo: { type: 'deletableDocument', documentType: 'licence', findBy: { $ownerId: '.' } },
      },
    ),
    licence: LICENCE,
  };
  const replace = {
    action: 'replace',
    document: { text: 'b' },
    stored: { text: 'a' },
    ownerId: BUYER,
  } as const;

  it('the reference of the creator, who is not the owner', () => {
    const documents = [{ type: 'licence', id: TARGET, ownerId: CREATOR, data: {} }];
    const write = { ...replace, creatorId: CREATOR };
    expect(judge(licensed, { ...write, assume: { documents } })).toEqual(ACCEPTED);
    expect(judge(licensed, { ...write, assume: { documents: [] } }).codes).toEqual([40_120]);
    const ofBuyer = [{ type: 'licence', id: TARGET, ownerId: BUYER, data: {} }];
    expect(judge(licensed, { ...write, assume: { documents: ofBuyer } }).codes).toEqual([40_120]);
  });

  it('no reference of a creator that is unknown, and says so', () => {
    expect(judge(licensed, { ...replace, assume: { documents: [] } })).toEqual({
      codes: [],
      unjudged: ['the reference of "$creatorId"'],
    });
  });

  it('a key of the creator, who is not the owner', () => {
    const keyed = {
      note: typeOf(
        {
          key: {
            type: 'integer',
            minimum: 0,
            maximum: 4_294_967_295,
            refersTo: { type: 'identityPublicKey', identityProperty: '$creatorId' },
          },
        },
        { transferable: 1 },
      ),
    };
    const write = { ...replace, document: { key: 2 }, stored: { key: 1 }, creatorId: CREATOR };
    expect(judge(keyed, { ...write, assume: keysOf(CREATOR) })).toEqual(ACCEPTED);
    expect(judge(keyed, { ...write, assume: keysOf(BUYER) }).codes).toEqual([40_123]);
  });

  it('all references of anyOf where it judges one of them', () => {
    const either = {
      note: typeOf({
        text: TEXT,
        target: {
          ...ID,
          refersTo: {
            anyOf: [
              { type: 'permanentDocument', documentType: 'topic' },
              { type: 'deletableDocument', documentType: 'draft' },
            ],
          },
        },
      }),
      topic: typeOf({ text: TEXT }, { documentsMutable: false, canBeDeleted: false }),
      draft: typeOf({ text: TEXT }),
    };
    const write = {
      ...replace,
      document: { text: 'b', target: TARGET },
      stored: { text: 'a', target: TARGET },
    };
    const withTarget = (type: string) => ({
      documents: [{ type, id: TARGET, ownerId: CREATOR, data: {} }],
    });
    expect(judge(either, { ...write, assume: { documents: [] } }).codes).toEqual([40_120]);
    expect(judge(either, { ...write, assume: withTarget('topic') })).toEqual(ACCEPTED);
    expect(judge(either, { ...write, assume: withTarget('draft') })).toEqual(ACCEPTED);
  });
});

it.each(['transfer', 'purchase'] as const)(
  'a %s may give a document to an identity that it names',
  (action) => {
    const types = {
      note: typeOf({ friend: { ...ID, distinctFrom: '$ownerId' } }, { transferable: 1, tradeMode: 1 }),
    };
    const data = { friend: BUYER };
    expect(judge(types, { action, stored: data, ownerId: BUYER })).toEqual(ACCEPTED);
    expect(judge(types, { action: 'replace', document: data, stored: {}, ownerId: BUYER }).codes).toEqual([
      10_419,
    ]);
  },
);
