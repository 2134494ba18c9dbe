import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../src/diagnostic/contract-error.js';
import { documentValidator, validateDocument } from '../src/index.js';

const noteWith = (text: object) => ({
  note: { type: 'object', properties: { text: { ...text, position: 0 } }, additionalProperties: false },
});
const CONTRACT = noteWith({ type: 'string', maxLength: 50_000 });
const codes = (document: unknown, protocolVersion = 13) => [
  ...new Set(
    validateDocument(CONTRACT, 'note', document, { protocolVersion }).diagnostics.map(({ code }) => code),
  ),
];
const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe('validateDocument on hostile documents', () => {
  it('survives ten thousand levels of nesting', () => {
    for (const document of [
      { text: nested(10_000) },
      `{"text": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    ]) {
      expect(codes(document)).toEqual(['document-depth']);
      expect(codes(document, 12)).toEqual(['document-unreadable']);
    }
    expect(codes('['.repeat(100_000))).toEqual(['document-unreadable']);
    expect(codes({ text: nested(255) })).toEqual(['value-type']);
    expect(codes({ text: nested(256) })).toEqual(['document-depth']);
  });

  it('survives cycles, getters that throw and values outside JSON', () => {
    const loop: Record<string, unknown> = {};
    loop['text'] = loop;
    expect(codes(loop)).toEqual(['document-depth']);
    const throwing = {
      get text(): unknown {
        throw new Error('no');
      },
    };
    expect(codes(throwing)).toEqual(['document-unreadable']);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(codes(revoked.proxy)).toEqual(['document-unreadable']);
    for (const value of [() => 1, Symbol('x'), Number.NaN, Infinity, new Date(0), null, 5n, {}, []])
      expect(codes({ text: value })).toEqual(['value-type']);
    for (const value of [undefined, null, 1, true, 1n, [], () => 1])
      expect(codes(value)).toEqual(['document-not-object']);
    for (const text of ['', '{', "{'text': 1}", '{"text": 01}'])
      expect(codes(text)).toEqual(['document-unreadable']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'survives names such as %s',
    (name) => {
      expect(codes(`{"${name}": 1}`)).toEqual(['value-unknown-property']);
      expect(codes(`{"${name}": {"text": 1}}`)).toEqual(['value-unknown-property']);
      const contract = `{"note": {"type": "object", "properties": {"${name}": {"type": "string", "maxLength": 3, "position": 0}}, "additionalProperties": false, "required": ["${name}"]}}`;
      const validator = documentValidator(contract, 'note');
      expect(validator.validate('{}').rejections.map(({ code }) => code)).toEqual(['value-required']);
      expect(validator.validate({}).rejections.map(({ code }) => code)).toEqual(['value-required']);
      expect(validator.validate(`{"${name}": "a"}`).ok).toBe(true);
      expect(validateDocument(contract, name, {}).rejections.map(({ code }) => code)).toEqual([
        'document-type-unknown',
      ]);
    },
  );

  it('checks huge documents in time', { timeout: 300_000 }, () => {
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    expect(codes({ text: sparse })).toEqual(['document-unreadable']);
    expect(codes({ text: 'a'.repeat(10_000_000) })).toEqual(['value-size', 'value-max-length']);
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, at]));
    expect(codes(wide)).toEqual(['value-unknown-property']);
  });

  it.each([
    '(a+)+$',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?i)(x+x+)+y',
    '(a{100}){100}$',
    '(?:a?){500}a{500}$',
  ])('matches the pattern %s in linear time', { timeout: 300_000 }, (pattern) => {
    const notes = documentValidator(noteWith({ type: 'string', maxLength: 50_000, pattern }), 'note');
    for (const text of ['a', 'x']) {
      const verdict = notes.validate({ text: `${text.repeat(5000)}!` });
      expect(verdict.rejections.map(({ code }) => code)).toEqual(['value-pattern']);
    }
  });

  it('reports lone surrogates', () => {
    expect(codes({ text: 'a\ud800' })).toEqual(['json-lone-surrogate']);
    expect(codes('{"text": "\\ud800"}')).toEqual(['json-lone-surrogate']);
    expect(codes({ text: 'a\ud83d\ude00' })).toEqual([]);
  });

  it('survives any document', () => {
    fc.assert(fc.property(fc.anything(), (value) => void codes(value)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void codes(text)));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(codes(JSON.stringify(value)).toSorted()).toEqual(
          codes(typeof value === 'string' ? JSON.stringify(value) : value).toSorted(),
        );
      }),
    );
  });
});

describe('validateDocument on hostile contracts', () => {
  it('survives any contract', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (contract, name) => {
        // A schema without a word in it is no contract, and yet takes every document.
        fc.pre(!Object.hasOwn(Object(contract), name));
        expect(validateDocument(contract, name, {}).ok).toBe(false);
      }),
    );
  });

  it.each([
    ['refers to itself', { $ref: '#/properties/text' }],
    ['references its container', { type: 'object', properties: { text: { $ref: '#/properties/text' } } }],
    ['refers to nothing', { $ref: '#/$defs/none' }],
    ['has a malformed keyword', { type: 'string', maxLength: 'x' }],
    ['has a pattern no engine supports', { type: 'string', pattern: '(?=a)' }],
    ['has an unknown format', { type: 'string', format: 'uuid' }],
  ])('reports a type that %s', (_, schema) => {
    expect(
      validateDocument(noteWith(schema), 'note', { text: 'a' }).rejections.map(({ code }) => code),
    ).toEqual(['document-type-unusable']);
  });

  it('survives definitions that multiply', { timeout: 300_000 }, () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `d${at}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } },
        },
      ]),
    );
    const documents = noteWith({ $ref: '#/$defs/d0' });
    expect(validateDocument({ documents, $defs }, 'note', {}).rejections).toMatchObject([
      { code: 'document-type-unusable' },
    ]);
  });

  it('rejects an unknown protocol version', () => {
    expect(() => documentValidator(CONTRACT, 'note', { protocolVersion: 99 })).toThrow(InvalidOptionError);
    expect(() => validateDocument(CONTRACT, 'note', {}, { protocolVersion: 0 })).toThrow(InvalidOptionError);
  });
});
