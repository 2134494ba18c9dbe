import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../src/diagnostic/contract-error.js';
import { validateContract } from '../src/index.js';

const TEXT = '{"type":"string","maxLength":63,"position":0}';
const note = (properties: string, members = '') =>
  `{"note":{"type":"object","properties":{${properties}},"additionalProperties":false${members}}}`;
const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};
const codes = (input: unknown) => [...new Set(validateContract(input).diagnostics.map(({ code }) => code))];
const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(',');

describe('validateContract on hostile input', () => {
  it('survives ten thousand levels of nesting', () => {
    expect(codes(`{"note":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)).toEqual(['json-depth']);
    expect(codes('['.repeat(5_000_000))).toEqual(['json-syntax']);
    let value: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) value = [value];
    expect(codes({ note: value })).toEqual(['json-depth']);
  });

  it('survives a cycle', () => {
    const value: Record<string, unknown> = {};
    value['note'] = value;
    expect(codes(value)).toEqual(['json-syntax']);
  });

  it('survives getters that throw', () => {
    const value = {
      get note(): unknown {
        throw new Error('no');
      },
    };
    expect(codes(value)).toEqual(['json-syntax']);
    expect(codes({ note: () => 1 })).toEqual(['json-syntax']);
    class Spiteful extends Error {
      override get message(): string {
        throw new Error('not even this');
      }
    }
    for (const thrown of [undefined, 'text', new Spiteful(), Proxy.revocable({}, {}).proxy])
      expect(
        codes({
          get note(): unknown {
            throw thrown;
          },
        }),
      ).toEqual(['json-syntax']);
  });

  it('survives endless input', () => {
    const endless = (names: string[]): object =>
      new Proxy(
        {},
        {
          get: () => endless(names),
          ownKeys: () => names,
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    let doubled: unknown = 1;
    for (let level = 0; level < 40; level += 1) doubled = [doubled, doubled];
    for (const value of [endless(['a']), endless(['a', 'b']), proxy, doubled])
      expect(codes({ note: value })).toEqual(['json-syntax']);
  });

  it('survives a wrong length', () => {
    const sparse: unknown[] = [];
    sparse[4_000_000_000] = 1;
    expect(codes({ note: sparse })).toEqual(['json-syntax']);
    expect(codes({ note: new Uint8Array(2_000_000) })).toEqual(['json-syntax']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'survives names such as %s',
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

  it('survives numbers beyond the range of floats', () => {
    const bounded = (bound: string) =>
      note(`"n":{"type":"integer","minimum":${bound},"maximum":9007199254740991,"position":0}`);
    expect(codes(bounded('-9007199254740991'))).toEqual([]);
    expect(codes(bounded('-9007199254740992'))).toEqual(['integer-bounds']);
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
      'references to one that is large',
      `{"documents":${note(many(100_000, (at) => `"p${at}":{"$ref":"#/$defs/d","position":${at}}`))},"$defs":{"d":{"type":"object","additionalProperties":false,"properties":{${many(200, (at) => `"q${at}":${TEXT}`)}}}}}`,
    ],
    [
      'document types that refer to one that is large',
      `{"documents":{${many(300, (at) => `"t${at}":{"properties":{"a":{"$ref":"#/$defs/d"}}}`)}},"$defs":{"d":{"type":"object","properties":{${many(2000, (at) => `"q${at}":{}`)}}}}}`,
    ],
    [
      'a path of a hundred thousand names',
      note(`"text":${TEXT}`, `,"indices":[{"name":"i","properties":[{"${'a.'.repeat(100_000)}":"asc"}]}]`),
    ],
    [
      'a megabyte of patterns',
      note(
        many(
          20_000,
          (at) => `"p${at}":{"type":"string","maxLength":5,"position":${at},"pattern":"^a${at}[a-z]{1,50}$"}`,
        ),
      ),
    ],
    [
      'a long pattern',
      note(`"text":{"type":"string","maxLength":63,"position":0,"pattern":"${'(a*)*'.repeat(100_000)}"}`),
    ],
    [
      'a pattern of groups',
      note(`"text":{"type":"string","maxLength":63,"position":0,"pattern":"${'('.repeat(15_000)}"}`),
    ],
    [
      'definitions that expand to more properties than fit into memory',
      `{"documents":{"note":{"type":"object","properties":{"text":{"$ref":"#/$defs/d0","position":0}},"additionalProperties":false}},"$defs":{"d40":${TEXT},${many(40, (at) => `"d${at}":{"type":"object","properties":{"a":{"$ref":"#/$defs/d${at + 1}"},"b":{"$ref":"#/$defs/d${at + 1}"}}}`)}}}`,
    ],
    [
      'a definition that refers to itself often',
      `{"documents":{"note":{"type":"object","properties":{"text":{"$ref":"#/$defs/d","position":0}},"additionalProperties":false,"indices":[{"name":"i","properties":[{"text.a1.a2":"asc"}]}]}},"$defs":{"d":{"type":"object","properties":{${many(50, (at) => `"a${at}":{"$ref":"#/$defs/d"}`)}}}}}`,
    ],
    [
      'long names inside each other',
      note(
        `${`"${'x'.repeat(500)}":{"type":"object","properties":{`.repeat(200)}${many(8000, (at) => `"${at}":{}`)}${'}}'.repeat(200)}`,
      ),
    ],
    [
      'a thousand patterns that are slow to compile',
      note(
        many(
          1000,
          (at) =>
            `"p${at}":{"type":"string","maxLength":9,"position":${at},"pattern":"${'\\\\p{L}'.repeat(50)}${at}"}`,
        ),
      ),
    ],
    // What is not bounded takes minutes; a busy machine needs some seconds.
  ])('checks %s in time', { timeout: 300_000 }, (_, input) => {
    expect(validateContract(input, { maxDiagnostics: 1000 }).accepted).toBe(false);
  });

  it('stops at the maximum number of diagnostics', () => {
    const input = `{${many(5000, (at) => `"t${at}":5`)}}`;
    const some = validateContract(input, { maxDiagnostics: 10 });
    const all = validateContract(input);
    expect(all.diagnostics.length).toBeGreaterThan(5000);
    expect(all.truncated).toBeUndefined();
    expect(some).toEqual({
      ok: false,
      accepted: false,
      diagnostics: all.diagnostics.slice(0, 10),
      truncated: true,
    });
    expect(validateContract(input, { maxDiagnostics: all.diagnostics.length })).toEqual(all);
    expect(() => validateContract(input, { maxDiagnostics: 0 })).toThrow(InvalidOptionError);
  });

  it('rejects a contract whose error is beyond the maximum', () => {
    const twice = `"note":${JSON.stringify(NOTE)},`.repeat(20);
    const input = `{${twice}"note":5}`;
    expect(validateContract(input, { maxDiagnostics: 3 })).toMatchObject({
      ok: false,
      accepted: false,
      truncated: true,
    });
    const sound = validateContract(`{${twice}"note":${JSON.stringify(NOTE)}}`, { maxDiagnostics: 3 });
    expect(sound).toMatchObject({
      ok: true,
      accepted: true,
      truncated: true,
      contract: { documentTypes: ['note'] },
    });
    expect(sound.diagnostics).toHaveLength(3);
  });

  it.each([
    '(a+)+$',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*){1,32000}[bc]',
    '((a{1000}){1000}){1000}',
  ])('checks the pattern %s, which makes other engines backtrack', { timeout: 300_000 }, (pattern) => {
    const input = {
      note: {
        type: 'object',
        properties: { text: { type: 'string', maxLength: 63, position: 0, pattern } },
        additionalProperties: false,
      },
    };
    expect(validateContract(input).diagnostics.every(({ code }) => code.startsWith('pattern-'))).toBe(true);
  });

  it('survives text that is not JSON', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '}',
      '{"a"',
      '{"a":',
      '{"a":1',
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
    for (const text of ['{"a":1,}', '[1,]']) expect(codes(text)).toContain('json-trailing-comma');
    for (const value of [undefined, () => 1, Symbol('x')]) expect(codes(value)).toEqual(['json-syntax']);
    for (const value of [null, 1, true, [], 1n]) expect(codes(value)).toEqual(['contract-not-object']);
  });

  it('locates errors', () => {
    const text =
      '{\n  "note": {\n    "type": "object",\n    "properties": {},\n    "additionalProperties": false\n  }\n}';
    expect(validateContract(text).diagnostics).toMatchObject([
      {
        code: 'document-type-properties',
        at: '/note/properties',
        range: { start: { line: 4, column: 19, offset: 54 }, end: { line: 4, column: 21, offset: 56 } },
        official: { name: 'JsonSchemaError', code: 10101 },
        rejectedBy: 'network',
        docs: 'dapikit explain document-type-properties',
      },
    ]);
  });
});
