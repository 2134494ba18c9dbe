import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.js';

/** The place of the fault in the text, and what it says. */
function faultOf(text: string) {
  const { fault } = readJson(text);
  if (fault === undefined) return undefined;
  return [text.slice(fault.start, fault.end), fault.message, fault.mend];
}

describe('readJson', () => {
  it.each([
    ['{"a": 1,\n}', ',', 'expected a member name after the comma, found "}"', /^Remove the comma/],
    ['[1,]', ',', 'expected a value after the comma, found "]"', /^Remove the comma/],
    [
      '{"a": "b\n}',
      '"b',
      'expected a double quote at the end of the text, found the end of the line',
      /quote/,
    ],
    ['{"a": "b', '"b', 'expected a double quote at the end of the text, found the end of the line', /quote/],
    ['{"a": "b\\', '\\', 'expected an escape of JSON, found \\', /backslash/],
    ['{"a": "\\q"}', '\\q', 'expected an escape of JSON, found \\q', /backslash/],
    ['{"a": "\\u12"}', '\\u12', 'expected an escape of JSON, found \\u12', /hexadecimal/],
    ['{"a": "x\ty"}', '\t', 'expected no control character in the text, found \\u0009', /^Write it as \\t/],
    ['{"a": "\u001b"}', '\u001b', 'expected no control character in the text, found \\u001b', /\\u001b/],
    ["{'a': 1}", "'", 'expected a member name in double quotes, found "\'"', /^Write double quotes/],
    ['{ // x\n}', '/', 'expected a member name in double quotes, found "/"', /^Remove the comment/],
    ['{"a": /* x */ 1}', '/', 'expected a value, found "/"', /^Remove the comment/],
  ])('says what is wrong with %j, where, and what to do', (text, found, message, mend) => {
    expect(faultOf(text)).toEqual([found, message, expect.stringMatching(mend)]);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it.each([
    ['{"a" 1}', 'expected ":" after the member name, found "1"'],
    ['{"a": 01}', 'expected "," or "}", found "1"'],
    ['', 'expected a value, found the end of the text'],
  ])('refuses %j', (text, message) => {
    expect(faultOf(text)?.[1]).toBe(message);
  });

  it('reads texts with millions of escapes, and says what is wrong at their end', () => {
    const escapes = '\\n'.repeat(2_000_000);
    expect(faultOf(`"${escapes}"`)).toBeUndefined();
    expect(faultOf(`"${escapes}\\q"`)?.[0]).toBe('\\q');
  });
});
