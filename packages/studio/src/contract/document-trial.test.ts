import { documentValidator } from '@dapikit/contract';
import { describe, expect, it } from 'vitest';
import { judgeTrial, type Trial } from './document-trial.js';

const IDENTITY_ID = '4cy1zSAUtRbL6xuffjGa6LvkBK8jb8TNn4T5htXWnnMg';

const CONTRACT = {
  note: {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 63, position: 0 },
      slug: {
        type: 'string',
        maxLength: 63,
        position: 1,
        generatedFrom: { property: 'text', transform: 'slug' },
      },
      reader: { type: 'identifier', refersTo: { type: 'identity' }, position: 2 },
      parent: {
        type: 'identifier',
        refersTo: { type: 'deletableDocument', documentType: 'note' },
        position: 3,
      },
    },
    required: ['text'],
    deleteConstraints: { noReplies: { equal: [{ countOf: ['note', { parent: '$id' }] }, 0] } },
    indices: [{ name: 'byParent', properties: [{ parent: 'asc' }], countable: 'countable' }],
    additionalProperties: false,
  },
};

const judge = (trial: Partial<Trial>) =>
  judgeTrial(documentValidator(CONTRACT, 'note', { protocolVersion: 14 }), {
    action: 'create',
    document: '{"text": "hi"}',
    stored: '{"text": "hi"}',
    outside: {},
    assumptions: '',
    ...trial,
  });

const named = (name: string): string => JSON.stringify({ text: 'hi', [name]: IDENTITY_ID });

describe('a document that is tried', () => {
  it('is judged as it is typed, also where it is no JSON', () => {
    expect(judge({})).toMatchObject({ ok: true, diagnostics: [], unjudged: [], asked: [] });
    expect(judge({ document: '{"text": 5}' })).toMatchObject({ ok: false });
    expect(judge({ document: '{"text' })).toMatchObject({ ok: false });
    expect(judge({ action: 'replace', stored: 'no' })).toMatchObject({ ok: false });
  });

  it('asks of the outside what its rules depend on', () => {
    const document = named('reader');
    expect(judge({ document })).toMatchObject({
      ok: true,
      asked: ['identities'],
      unjudged: [expect.any(String)],
    });
    expect(judge({ document, outside: { identities: true } })).toMatchObject({ ok: true, unjudged: [] });
    expect(judge({ document, outside: { identities: false } })).toMatchObject({
      ok: false,
      asked: ['identities'],
    });
  });

  it('refers to no document where none exists, and to those that are assumed', () => {
    const document = named('parent');
    const assumptions = JSON.stringify({
      documents: [{ type: 'note', id: IDENTITY_ID, ownerId: IDENTITY_ID, data: { text: 'first' } }],
    });
    expect(judge({ document, outside: { documents: false } })).toMatchObject({
      ok: false,
      asked: ['documents'],
    });
    expect(judge({ document, assumptions })).toMatchObject({ ok: true, unjudged: [] });
  });

  it('reads totals from the assumptions', () => {
    const countOf = ['note', { parent: '$id' }];
    const assumed = (is: number): string => JSON.stringify({ totals: [{ countOf, is }] });
    expect(judge({ action: 'delete' }).unjudged).toHaveLength(1);
    expect(judge({ action: 'delete', assumptions: assumed(0) })).toMatchObject({ ok: true, unjudged: [] });
    expect(judge({ action: 'delete', assumptions: assumed(2) })).toMatchObject({ ok: false });
  });

  it('says why assumptions cannot be read', () => {
    expect(judge({ assumptions: '{"identitys": []}' }).assumptionsError).toContain(
      'did you mean "identities"?',
    );
    expect(judge({ assumptions: '[' }).assumptionsError).toContain('not JSON');
  });
});
