import { describe, expect, it } from 'vitest';
import { findTypeNames } from './type-names.js';

const at = (text: string, options = {}) =>
  findTypeNames(text, options).map(({ name, range: { start, end }, isDefinition }) => [
    name,
    text.slice(start.offset, end.offset),
    isDefinition,
  ]);

describe('findTypeNames', () => {
  it('finds the types of a map and of a whole contract', () => {
    expect(at('{"note": {"type": "object"}}')).toEqual([['note', '"note"', true]]);
    expect(at('{"ownerId": "x", "documentSchemas": {"a": {"type": "object"}, "b": {}}}')).toEqual([
      ['a', '"a"', true],
      ['b', '"b"', true],
    ]);
  });

  it('finds names in references, in totals of rules and in abilities of moderators', () => {
    const text = JSON.stringify({
      $formatVersion: '1',
      config: {
        $formatVersion: '2',
        moderation: { moderators: { $type: 'elected', moderatedDocumentTypes: { post: ['remove'] } } },
      },
      documentSchemas: {
        post: { type: 'object', properties: {} },
        like: {
          type: 'object',
          properties: {
            on: {
              type: 'array',
              byteArray: true,
              minItems: 32,
              maxItems: 32,
              contentMediaType: 'application/x.dash.dpp.identifier',
              position: 0,
              refersTo: { type: 'deletableDocument', documentType: 'post' },
            },
          },
          propertyConstraints: { few: { lessThan: [{ countOf: ['post', {}] }, 5] } },
        },
      },
    });
    expect(at(text, { protocolVersion: 14 })).toEqual([
      ['post', '"post"', false],
      ['post', '"post"', true],
      ['like', '"like"', true],
      ['post', '"post"', false],
      ['post', '"post"', false],
    ]);
  });

  it('leaves out types of other contracts', () => {
    const text = JSON.stringify({
      like: {
        type: 'object',
        ownerRefersTo: {
          type: 'permanentDocument',
          contractId: '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6',
          documentType: 'like',
        },
      },
    });
    expect(at(text, { protocolVersion: 14 })).toEqual([['like', '"like"', true]]);
  });

  it.each(['', '{', '[]', '{"type": "object", "properties": {}}'])('finds none in %s', (text) => {
    expect(findTypeNames(text)).toEqual([]);
  });

  it('finds names in a text with a trailing comma', () => {
    expect(at('{"note": {"type": "object"},}')).toEqual([['note', '"note"', true]]);
  });
});
