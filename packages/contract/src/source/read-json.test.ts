import { describe, expect, it } from 'vitest';
import type { JsonNode } from './json-node.js';
import { readJson } from './read-json.js';
import { readValue } from './read-value.js';

/** Returns the text that the error points at, its message and its fix. */
function errorOf(text: string) {
  const { error } = readJson(text);
  if (error === undefined) return undefined;
  return [text.slice(error.start, error.end), error.message, error.fix];
}

describe('readJson', () => {
  it.each([
    ['{"a": 1,\n}', ',', 'trailing comma before "}"', /^Remove the comma/],
    ['[1,]', ',', 'trailing comma before "]"', /^Remove the comma/],
    ['{"a": "b\n}', '"b', 'a double quote is missing at the end of the text', /quote/],
    ['{"a": "b', '"b', 'a double quote is missing at the end of the text', /quote/],
    ['{"a": "b\\', '\\', 'unknown escape \\', /backslash/],
    ['{"a": "\\q"}', '\\q', 'unknown escape \\q', /backslash/],
    ['{"a": "\\u12"}', '\\u12', 'unknown escape \\u12', /hexadecimal/],
    ['{"a": "x\ty"}', '\t', 'control character \\u0009 in a text', /^Write it as \\t/],
    ['{"a": "\u001b"}', '\u001b', 'control character \\u001b in a text', /\\u001b/],
    ["{'a': 1}", "'", 'unexpected "\'": a member name in double quotes is missing', /^Write double quotes/],
    ['{ // x\n}', '/', 'unexpected "/": a member name in double quotes is missing', /^Remove the comment/],
    ['{"a": /* x */ 1}', '/', 'unexpected "/": a value is missing', /^Remove the comment/],
  ])('locates and explains the syntax error in %j', (text, found, message, fix) => {
    expect(errorOf(text)).toEqual([found, message, expect.stringMatching(fix)]);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it.each([
    ['{"a" 1}', 'unexpected "1": ":" is missing after the member name', /^Write ":" between/],
    ['{"a" = 1}', 'unexpected "=": ":" is missing after the member name', /^Write ":" between/],
    ['{"a": 01}', 'unexpected "1": "," or "}" is missing', /^Remove the leading zero/],
    ['{"a": 1 "b": 2}', 'unexpected "\\"": "," or "}" is missing', /^Add a comma before it/],
    ['{"a": 1;}', 'unexpected ";": "," or "}" is missing', /^Write "," or "}" here/],
    ['[1:2]', 'unexpected ":": "," or "]" is missing', /^Write "," or "]" here/],
    ['{a: 1}', 'unexpected "a": a member name in double quotes is missing', /^Put double quotes around the/],
    ['{:1}', 'unexpected ":": a member name in double quotes is missing', /^Write a member name/],
    ['{"a": True}', 'unexpected "T": a value is missing', /^Put double quotes around text/],
    ['{"a": }', 'unexpected "}": a value is missing', /^Write a value here/],
    ['{} x', 'unexpected "x" after the end of the value', /^Remove the text/],
    ['', 'the text ends early: a value is missing', /^The file is empty/],
    ['\nnote:\n  type: object', 'unexpected "n": a value is missing', /YAML/],
    ['---\nnote: {}', 'unexpected "-": a value is missing', /YAML/],
  ])('names a fix for %j', (text, message, fix) => {
    expect(errorOf(text)?.slice(1)).toEqual([message, expect.stringMatching(fix)]);
  });

  it('reads on behind trailing commas where they are noted', () => {
    const { root, error, trailingCommas } = readJson('{"a": [1, 2 , ], "b": {"c": 1,\n}, }', true);
    expect(error).toBeUndefined();
    expect(trailingCommas.map(({ error: { start }, node }) => [start, node.key])).toEqual([
      [12, 'a'],
      [29, 'b'],
      [32, ''],
    ]);
    expect(root?.kind === 'object' && [...root.members.keys()]).toEqual(['a', 'b']);
  });

  it.each(['[,]', '{,}', '[1,,]', '{"a": 1,,}', '[1,', ','])(
    'takes no other comma for a trailing one: %s',
    (text) => {
      expect(readJson(text, true).error).toBeDefined();
    },
  );

  it('locates an error after millions of escapes', () => {
    const escapes = '\\n'.repeat(2_000_000);
    expect(errorOf(`"${escapes}"`)).toBeUndefined();
    expect(errorOf(`"${escapes}\\q"`)?.[0]).toBe('\\q');
  });

  it('gives the nodes of all kinds one layout, from text and from values', () => {
    const text = '[{}, [], "a", 1, true, null]';
    const layouts = [readJson(text), readValue(JSON.parse(text))].flatMap(({ root }) =>
      root?.kind === 'array' ? [root as JsonNode, ...root.items].map((node) => Object.keys(node).join()) : [],
    );
    expect(layouts).toHaveLength(14);
    expect(new Set(layouts).size).toBe(1);
  });

  it.each([
    ['-0', 0n],
    ['9007199254740993', 9007199254740993n],
    ['-123456789012345', -123456789012345n],
    ['1234567890123456789', 1234567890123456789n],
    ['1.0', 1n],
    ['1e3', 1000n],
    ['9.99999e22', 99999900000000000000000n],
    ['1e-400', undefined],
    ['0.5', undefined],
  ])('reads the exact integer of %s', (text, integer) => {
    expect(readJson(text).root).toMatchObject({ value: Number(text), integer });
  });

  it.each([
    ['"\\ud800"', 1],
    ['{"\\udfff": 1}', 1],
    ['{"\\ud800": "\\ud800"}', 2],
    ['["\ud83d\ude00", "\\ud83d\\ude00"]', 0],
    ['["\ud83d"]', 1],
  ])('counts the halves of surrogate pairs in %j', (text, count) => {
    expect(readJson(text).loneSurrogates).toHaveLength(count);
  });
});
