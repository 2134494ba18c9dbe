import { describe, expect, it } from 'vitest';
import { documentValidator, validateDocument } from '../src/index.js';

const ID = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';
const PROPERTIES = {
  text: { type: 'string', maxLength: 63, position: 0 },
  emoji: { type: 'string', minLength: 2, maxLength: 5, position: 1 },
  small: { type: 'integer', minimum: 0, maximum: 255, position: 2 },
  wide: { type: 'integer', position: 3 },
  unsigned: { type: 'integer', minimum: 0, position: 4 },
  ratio: { type: 'number', position: 5 },
  bytes: { type: 'array', byteArray: true, minItems: 4, maxItems: 8, position: 6 },
  author: {
    type: 'array',
    byteArray: true,
    minItems: 32,
    maxItems: 32,
    contentMediaType: 'application/x.dash.dpp.identifier',
    position: 7,
  },
  long: { type: 'string', maxLength: 6000, position: 8 },
  place: {
    type: 'object',
    properties: { city: { type: 'string', maxLength: 6000, position: 0 } },
    required: ['city'],
    additionalProperties: false,
    position: 9,
  },
  secret: { type: 'string', maxLength: 9, position: 10 },
} as const;
const CONTRACT = {
  note: {
    type: 'object',
    properties: PROPERTIES,
    required: ['secret', '$createdAt', '$updatedAtBlockHeight'],
    transient: ['secret'],
    additionalProperties: false,
  },
};
const notes = documentValidator(CONTRACT, 'note');
const judge = (data: object) => notes.validate({ secret: 's', ...data });
const found = (data: object) => judge(data).rejections.map(({ code, at }) => `${code} ${at}`);

describe('document cases executed on the official builds', () => {
  it('accepts 5,120 bytes in a field and rejects 5,121, whatever the schema allows', () => {
    expect(found({ long: 'a'.repeat(5120) })).toEqual([]);
    expect(found({ long: 'é'.repeat(2560) })).toEqual([]);
    expect(found({ long: `${'é'.repeat(2560)}a` })).toEqual(['value-size /long']);
    expect(judge({ place: { city: 'a'.repeat(5121) } }).rejections[0]!.official).toEqual({
      name: 'DocumentFieldMaxSizeExceededError',
      code: 10417,
      payload: { field: 'city', actualSizeBytes: 5121, maxSizeBytes: 5120 },
    });
  });

  it('rejects 6,000 bytes with maxLength 63 for the size only', () => {
    const { rejections, diagnostics } = judge({ text: 'a'.repeat(6000) });
    expect(rejections.map(({ official }) => official?.code)).toEqual([10417]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['value-size', 'value-max-length']);
  });

  it('counts the bytes of a byte array written as text or as an array', () => {
    const sized = ['A'.repeat(6832), Array.from({ length: 5121 }, () => 1), new Uint8Array(5121)];
    for (const bytes of sized) expect(found({ bytes })).toEqual(['value-size /bytes']);
  });

  it('reports missing, unknown and wrongly typed properties', () => {
    const { rejections } = notes.validate({ zzz: 1, $creatorId: 2, text: 5, place: {} });
    expect(rejections.map(({ code, at, official }) => [code, at, official?.code])).toEqual([
      ['value-type', '/text', 10101],
      ['value-required', '/place', 10101],
      ['value-required', '', 10101],
      ['value-unknown-property', '/zzz', 10101],
      ['value-system-name', '/$creatorId', 10101],
    ]);
    expect(rejections[2]!.official!.payload).toEqual({
      keyword: 'required',
      instancePath: '',
      schemaPath: '/required',
      propertyName: 'secret',
      params: { missingProperty: 'secret' },
    });
    expect(rejections[3]!.official!.payload).toMatchObject({
      keyword: 'additionalProperties',
      instancePath: '',
      params: { additionalProperties: ['$creatorId', 'zzz'] },
    });
  });

  it('rejects null and accepts omitted values', () => {
    expect(found({ text: null })).toEqual(['value-type /text']);
    expect(found({ text: undefined })).toEqual([]);
  });

  it('counts the code points of text', () => {
    expect(found({ emoji: '😀'.repeat(5) })).toEqual([]);
    expect(found({ emoji: '😀'.repeat(6) })).toEqual(['value-max-length /emoji']);
    expect(found({ emoji: '😀' })).toEqual(['value-min-length /emoji']);
  });

  it('accepts 1.0 and 3 as numbers, and rejects 1.5 as an integer', () => {
    expect(notes.validate('{"secret": "s", "small": 1.0, "ratio": 3}').ok).toBe(true);
    expect(found({ small: 1.5 })).toEqual(['value-type /small']);
    expect(found({ small: 256 })).toEqual(['value-maximum /small']);
  });

  it('requires transient properties', () => {
    expect(notes.validate({}).rejections.map(({ code }) => code)).toEqual(['value-required']);
    expect(notes.transient).toEqual(['secret']);
  });

  it('rejects an unknown document type', () => {
    expect(validateDocument(CONTRACT, 'Note', {}).rejections.map(({ official }) => official)).toEqual([
      { name: 'InvalidDocumentTypeError', code: 10406, payload: { documentType: 'Note', contractId: '' } },
    ]);
  });
});

const rejected = (contract: unknown, protocolVersion = 13) =>
  validateDocument(contract, 'note', { n: -1 }, { protocolVersion }).rejections.map(({ code }) => code);

describe('the spelling of values in documents', () => {
  it('accepts bytes in three forms', () => {
    for (const bytes of ['AQIDBA==', [1, 2, 3, 4], new Uint8Array(4)]) expect(found({ bytes })).toEqual([]);
    for (const bytes of ['AQIDBA', 'AQIDBB==', '-_==', 5, {}, '$$$$'])
      expect(found({ bytes })).toContain('value-type /bytes');
    expect(found({ bytes: [1, 2, 3, 4, 256] })).toEqual(['value-byte /bytes/4']);
    expect(found({ bytes: 'AQID' })).toEqual(['value-min-items /bytes']);
  });

  it('accepts identifiers in three forms', () => {
    for (const author of [ID, new Uint8Array(32), Array.from({ length: 32 }, () => 7)])
      expect(found({ author })).toEqual([]);
    expect(found({ author: new Uint8Array(31) })).toEqual(['value-min-items /author']);
    expect(found({ author: `${ID}a` })).toEqual(['value-type /author']);
  });

  it('accepts integers of 64 bits as numbers, bigint and decimal text, exactly', () => {
    const max = 2n ** 63n - 1n;
    for (const wide of [5, 5n, '5', max, String(max), -max - 1n]) expect(found({ wide })).toEqual([]);
    for (const wide of [max + 1n, String(max + 1n), -max - 2n])
      expect(found({ wide })).toEqual(['value-integer-width /wide']);
    expect(notes.validate('{"secret": "s", "wide": 9223372036854775807}').ok).toBe(true);
    expect(notes.validate('{"secret": "s", "wide": 9223372036854775808}').ok).toBe(false);
    expect(found({ unsigned: 2n ** 64n - 1n })).toEqual([]);
    expect(found({ unsigned: 2n ** 64n })).toEqual(['value-integer-width /unsigned']);
    for (const wide of ['', '5.0', '0x5', ' 5', '1e3']) expect(found({ wide })).toEqual(['value-type /wide']);
    expect(found({ small: '5' })).toEqual(['value-type /small']);
  });

  it('hints at the form of the network when an integer is text', () => {
    const verdict = judge({ wide: '5', unsigned: '9007199254740993', small: 5 });
    expect(verdict).toMatchObject({ ok: true, rejections: [] });
    expect(verdict.diagnostics).toMatchObject([
      { code: 'value-integer-text', severity: 'hint', at: '/wide', fix: { text: 'Write the number 5.' } },
      {
        code: 'value-integer-text',
        severity: 'hint',
        at: '/unsigned',
        fix: {
          text: 'Pass the bigint 9007199254740993n to the SDK: a JSON number above 2^53 is inexact.',
        },
      },
    ]);
    expect(judge({ wide: 5, unsigned: 2n ** 53n + 1n }).diagnostics).toEqual([]);
    expect(judge({ wide: String(2n ** 63n) }).diagnostics.map(({ code }) => code)).toEqual([
      'value-integer-text',
      'value-integer-width',
    ]);
    expect(notes.validate('{"secret": "s", "wide": "5"}').diagnostics).toMatchObject([
      { range: { start: { line: 1, column: 25 }, end: { line: 1, column: 28 } } },
    ]);
  });

  it('sizes integers by the config of the contract', () => {
    const documents = {
      note: {
        ...CONTRACT.note,
        properties: { n: { type: 'integer', maximum: 255, position: 0 } },
        required: [],
      },
    };
    const whole = (config: object) => ({ documents, config });
    expect(rejected(whole({ $formatVersion: '1' }))).toEqual(['value-integer-width']);
    expect(rejected(whole({ $formatVersion: '1', sizedIntegerTypes: false }))).toEqual([]);
    expect(rejected(whole({ $formatVersion: '0' }))).toEqual([]);
    expect(rejected(documents, 8)).toEqual([]);
  });

  it('locates errors in a text', () => {
    const text = '{\n  "secret": "s",\n  "small": 300,\n  "zzz": 1\n}';
    expect(notes.validate(text).diagnostics).toMatchObject([
      { code: 'value-maximum', range: { start: { line: 3, column: 12 }, end: { line: 3, column: 15 } } },
      {
        code: 'value-unknown-property',
        range: { start: { line: 4, column: 3 }, end: { line: 4, column: 8 } },
      },
    ]);
    expect(notes.validate('{"secret": "s", "text": "a", "text": "b"}')).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'json-repeated-key', severity: 'warning' }],
    });
  });

  it('resolves references', () => {
    const contract = {
      documents: {
        note: {
          type: 'object',
          properties: { tag: { $ref: '#/$defs/tag', position: 0 }, by: { $ref: '#/$defs/by', position: 1 } },
          additionalProperties: false,
        },
      },
      $defs: { tag: { type: 'string', maxLength: 3 }, by: PROPERTIES.author },
    };
    expect(validateDocument(contract, 'note', { tag: 'abc', by: ID }).ok).toBe(true);
    expect(
      validateDocument(contract, 'note', { tag: 'abcd', by: 'x' }).diagnostics.map(({ at }) => at),
    ).toEqual(['/tag', '/by']);
  });
});
