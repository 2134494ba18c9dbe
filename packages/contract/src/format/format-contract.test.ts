import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateContract } from '../check/validate-contract.js';
import { formatContract, type FormatOptions } from './format-contract.js';

const format = (text: string, options?: FormatOptions) => {
  const { text: formatted, ...rest } = formatContract(text, options);
  if (formatted === undefined) throw new Error(JSON.stringify(rest));
  return formatted;
};
const codes = (text: string) =>
  validateContract(text)
    .diagnostics.map(({ code }) => code)
    .toSorted();
const words = (text: string) =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null/g)].map(([word]) => word).toSorted();

const folder = new URL('../../../../fixtures/contracts/', import.meta.url);
const REAL = readdirSync(new URL('real/', folder))
  .filter((name) => name !== 'index.json')
  .map((name) => [name, readFileSync(new URL(`real/${name}`, folder), 'utf8')] as const);
const CORPUS = readFileSync(new URL('corpus.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const { schemas }: { schemas: unknown } = JSON.parse(line);
    return JSON.stringify(schemas);
  });

const UNFORMATTED = `{"note": {"additionalProperties": false, "properties": {
  "when": {"position": 1, "minimum": 1e3, "type": "integer", "maximum": 18446744073709551615},
  "text": {"position": 0, "maxLength": 63, "type": "string", "description": "a \\u0041"}},
  "indices": [{"properties": [{"text": "asc"}], "name": "byText"}], "type": "object"}}`;

const FORMATTED = `{
  "note": {
    "type": "object",
    "indices": [
      { "name": "byText", "properties": [{ "text": "asc" }] }
    ],
    "properties": {
      "text": { "description": "a \\u0041", "type": "string", "maxLength": 63, "position": 0 },
      "when": { "type": "integer", "minimum": 1e3, "maximum": 18446744073709551615, "position": 1 }
    },
    "additionalProperties": false
  }
}
`;

describe('formatContract', () => {
  it('sorts members and keeps the spelling of numbers and texts', () => {
    expect(format(UNFORMATTED)).toBe(FORMATTED);
  });

  it('keeps line ends and drops a byte order mark', () => {
    expect(format(`\ufeff${UNFORMATTED.replaceAll('\n', '\r\n')}`)).toBe(FORMATTED.replaceAll('\n', '\r\n'));
  });

  it('breaks lines longer than 100 columns', () => {
    const names = Array.from({ length: 20 }, (_, at) => `name${at}`);
    const text = format(JSON.stringify({ note: { required: names } }));
    expect(text.split('\n').filter((line) => /^ {6}"name\d+",?$/.test(line))).toHaveLength(20);
    for (const [, contract] of REAL) {
      const long = format(contract)
        .split('\n')
        .filter((line) => line.length > 100 && /[{[].*[}\]]/.test(line));
      expect(long).toEqual([]);
    }
  });

  it('keeps the order of document types, lists, unknown members and values', () => {
    const text =
      '{"b":{"zeta":1,"alpha":{"type":1,"$comment":2}},"a":{"properties":{"x":{"const":{"type":1,"$comment":2}}}}}';
    expect(JSON.stringify(JSON.parse(format(text)))).toBe(text);
  });

  it.each([
    ['{"a": {"b": 1, "b": 2}}', 'json-repeated-key'],
    ['{"a": }', 'json-syntax'],
    ['[1]', 'contract-not-object'],
    [`{"a": ${'['.repeat(2000)}${']'.repeat(2000)}}`, 'json-depth'],
  ])('rejects %.30s', (text, code) => {
    expect(formatContract(text)).toMatchObject({ diagnostics: [{ code }] });
  });

  it('renumbers properties at every level on request', () => {
    const text =
      '{"note":{"properties":{"c":{"type":"object","properties":{"z":{"type":"string"},"y":{"position":7}}},"skipped":1,"b":{"position":9},"a":{"position":5}}}}';
    expect(JSON.parse(format(text, { renumber: true }))).toEqual({
      note: {
        properties: {
          a: { position: 0 },
          b: { position: 1 },
          c: {
            type: 'object',
            position: 2,
            properties: { y: { position: 0 }, z: { type: 'string', position: 1 } },
          },
          skipped: 1,
        },
      },
    });
    expect(words(format(text))).toEqual(words(text));
  });

  it.each(REAL)('changes only the order of %s', (_, text) => {
    const formatted = format(text);
    expect(format(formatted)).toBe(formatted);
    expect(JSON.parse(formatted)).toEqual(JSON.parse(text));
    expect(words(formatted)).toEqual(words(text));
    expect(codes(formatted)).toEqual(codes(text));
  });

  it('changes only the order of the corpus', { timeout: 300_000 }, () => {
    expect(CORPUS.length).toBeGreaterThan(500);
    for (const text of CORPUS) {
      const formatted = format(text);
      expect(format(formatted)).toBe(formatted);
      expect(JSON.parse(formatted)).toEqual(JSON.parse(text));
      const renumbered = format(text, { renumber: true });
      expect(format(renumbered, { renumber: true })).toBe(renumbered);
      expect(codes(renumbered).filter((code) => /^position-(?!value)|property-positions/.test(code))).toEqual(
        [],
      );
    }
  });

  it('changes only the order of any JSON object', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { noNullPrototype: true });
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1, 2), (value, indent) => {
        const text = JSON.stringify({ documents: value }, undefined, indent);
        const formatted = format(text);
        expect(format(formatted)).toBe(formatted);
        expect(JSON.parse(formatted)).toEqual(JSON.parse(text));
        expect(words(formatted)).toEqual(words(text));
      }),
    );
  });
});
