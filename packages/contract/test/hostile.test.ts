import { describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

const TEXT = '{"type":"string","maxLength":63,"position":0}';
const note = (properties: string, members = '') =>
  `{"note":{"type":"object","properties":{${properties}},"additionalProperties":false${members}}}`;
const codes = (input: unknown) => [...new Set(validateContract(input).diagnostics.map(({ code }) => code))];
const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(',');

describe('hostile input', () => {
  it('nests ten thousand levels deep', () => {
    expect(codes(`{"note":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)).toEqual(['json-depth']);
    expect(codes('['.repeat(100_000))).toEqual(['json-syntax']);
    let value: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) value = [value];
    expect(codes({ note: value })).toEqual(['json-depth']);
  });

  it('holds itself', () => {
    const value: Record<string, unknown> = {};
    value['note'] = value;
    expect(codes(value)).toEqual(['json-syntax']);
  });

  it('throws when it is looked at', () => {
    const value = {
      get note(): unknown {
        throw new Error('no');
      },
    };
    expect(codes(value)).toEqual(['json-syntax']);
    expect(codes({ note: () => 1 })).toEqual(['json-syntax']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'has names such as %s',
    (name) => {
      const properties = `"${name}":${TEXT}`;
      expect(codes(note(properties))).toEqual([]);
      expect(
        codes(note(properties, `,"indices":[{"name":"${name}","properties":[{"${name}":"asc"}]}]`)),
      ).toEqual([]);
      expect(codes(`{"${name}":5}`)).toEqual(['document-type-not-object']);
      expect(codes(note(`"text":{"type":"${name}","position":0}`))).toEqual(['property-type']);
      expect(codes(note(`"text":{"type":"string","maxLength":63,"position":0,"${name}":1}`))).toEqual([
        'property-keyword-unknown',
      ]);
      expect(codes(note(`"text":${TEXT}`, `,"tokenCost":{"${name}":{}}`))).toEqual(['token-cost-shape']);
    },
  );

  it('has numbers that no float holds', () => {
    const bounded = (bound: string) =>
      note(`"n":{"type":"integer","minimum":${bound},"maximum":9223372036854775807,"position":0}`);
    expect(codes(bounded('-9223372036854775808'))).toEqual([]);
    expect(codes(bounded('-9223372036854775809'))).toEqual(['integer-bounds']);
    expect(codes(bounded('1e999999999'))).toEqual(['integer-bounds', 'bounds-crossed']);
    expect(codes(note(`"text":{"type":"string","maxLength":63,"position":${'9'.repeat(100_000)}}`))).toEqual([
      'position-value',
    ]);
  });

  it.each([
    ['a megabyte of properties', note(many(30_000, (at) => `"p${at}":{"type":"string","position":${at}}`))],
    ['a megabyte of document types', `{${many(30_000, (at) => `"t${at}":{"$ref":"#/$defs/t${at}"}`)}}`],
    [
      'a megabyte of indices',
      note(
        `"text":${TEXT}`,
        `,"indices":[${many(15_000, (at) => `{"name":"i${at}","unique":true,"properties":[{"text":"asc"}]}`)}]`,
      ),
    ],
    [
      'references to everything',
      `{"documents":{${many(8000, (at) => `"t${at}":{"$ref":"#/$defs/d"}`)}},"$defs":{${many(8000, (at) => `"d${at}":{}`)}}}`,
    ],
    [
      'definitions that multiply',
      `{"documents":${note('"text":{"$ref":"#/$defs/d0","position":0}')},"$defs":{${many(60, (at) => `"d${at}":{"type":"object","position":0,"additionalProperties":false,"properties":{"a":{"$ref":"#/$defs/d${at + 1}"},"b":{"$ref":"#/$defs/d${at + 1}"}}}`)}}}`,
    ],
    [
      'a long pattern',
      note(`"text":{"type":"string","maxLength":63,"position":0,"pattern":"${'(a*)*'.repeat(100_000)}"}`),
    ],
    [
      'a pattern of groups',
      note(`"text":{"type":"string","maxLength":63,"position":0,"pattern":"${'('.repeat(15_000)}"}`),
    ],
  ])('is %s, and is judged in time', { timeout: 5000 }, (_, input) => {
    expect(validateContract(input).accepted).toBe(false);
  });

  it.each([
    '(a+)+$',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*){1,32000}[bc]',
    '((a{1000}){1000}){1000}',
  ])('is the pattern %s, which other engines choke on', { timeout: 1000 }, (pattern) => {
    const input = {
      note: {
        type: 'object',
        properties: { text: { type: 'string', maxLength: 63, position: 0, pattern } },
        additionalProperties: false,
      },
    };
    expect(validateContract(input).diagnostics.every(({ code }) => code.startsWith('pattern-'))).toBe(true);
  });

  it('is no JSON at all', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '}',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,}',
      '[1,]',
      '01',
      '1.',
      '"',
      '"\n"',
      '\\',
      'nul',
      '{}x',
      "{'a':1}",
    ])
      expect(codes(text)).toEqual(['json-syntax']);
    for (const value of [undefined, () => 1, Symbol('x')]) expect(codes(value)).toEqual(['json-syntax']);
    for (const value of [null, 1, true, [], 1n]) expect(codes(value)).toEqual(['contract-not-object']);
  });

  it('says where', () => {
    const text =
      '{\n  "note": {\n    "type": "object",\n    "properties": {},\n    "additionalProperties": false\n  }\n}';
    expect(validateContract(text).diagnostics).toMatchObject([
      {
        code: 'document-type-properties',
        pointer: '/note/properties',
        range: { start: { line: 4, column: 19, offset: 54 }, end: { line: 4, column: 21, offset: 56 } },
        official: { name: 'JsonSchemaError', code: 10101 },
        refusedBy: 'network',
        docs: 'docs/rules/document-type-properties.md',
      },
    ]);
  });
});
