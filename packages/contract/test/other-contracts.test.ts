import { describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

const ID = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const OTHER = 'EG7RGfV8fDTayC2FyVr8HwdpJh3fXDbVztcfE94UmN88';
const IDENTIFIER = { type: 'identifier', position: 0 };

const contract = (id: string, documentSchemas: object) => ({
  $formatVersion: '1',
  id,
  ownerId: ID,
  version: 1,
  documentSchemas,
});

const other = (members: object) =>
  contract(OTHER, {
    post: {
      type: 'object',
      documentsMutable: false,
      canBeDeleted: false,
      indices: [{ name: 'byAuthor', properties: [{ author: 'asc' }], unique: true }],
      properties: {
        author: IDENTIFIER,
        team: { type: 'array', maxItems: 5, items: { type: 'identifier' }, position: 1 },
      },
      required: ['author', 'team'],
      additionalProperties: false,
      ...members,
    },
  });

const referring = (reference: object) =>
  contract(ID, {
    like: {
      type: 'object',
      properties: {
        target: {
          ...IDENTIFIER,
          refersTo: { type: 'permanentDocument', contractId: OTHER, documentType: 'post', ...reference },
        },
        team: { ...IDENTIFIER, position: 1 },
      },
      additionalProperties: false,
    },
  });

const judge = (reference: object, post: object | undefined) =>
  validateContract(referring(reference), {
    protocolVersion: 14,
    ...(post === undefined ? {} : { with: [JSON.stringify(other(post))] }),
  })
    .diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network')
    .map(({ official }) => official?.code);

describe('references into contracts that are given beside the judged one', () => {
  it.each([
    ['an id', {}, {}, []],
    ['an unknown document type', { documentType: 'photo' }, {}, [40_121]],
    ['a document that can be deleted', {}, { canBeDeleted: true }, [40_122]],
    ['a document that stays', { type: 'deletableDocument' }, {}, [40_131]],
    ['a unique index', { findBy: { author: '.' } }, {}, []],
    ['an index that is not unique', { findBy: { author: '.' } }, { indices: [] }, [40_137]],
    ['a list', { findBy: { $id: 'team' }, inList: 'team' }, {}, []],
    [
      'a list that can change',
      { findBy: { $id: 'team' }, inList: 'team' },
      { documentsMutable: true },
      [40_138],
    ],
    [
      'a list in a document that can be deleted',
      { findBy: { $id: 'team' }, inList: 'team' },
      { canBeDeleted: true },
      [40_122],
    ],
    ['an unknown property', { where: { writer: 'team' } }, {}, [40_126]],
  ])('judges %s', (_, reference, post, codes) => {
    expect(judge(reference, post)).toEqual(codes);
  });

  it('judges nothing in contracts that are not given', () => {
    expect(judge({ documentType: 'photo' }, undefined)).toEqual([]);
  });

  it('rejects what is no contract with an id', () => {
    expect(() => validateContract(referring({}), { protocolVersion: 14, with: ['{}'] })).toThrow(
      'with must be a list of contracts in official JSON with their id',
    );
  });
});
