import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJsonText } from '../../test/json-text.js';
import { elementSpans, memberSpans, NestedTooDeep, wholeSpan, type Span } from './json-source.js';

const DEEP = 1000;

function sourceOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

describe('the members of an object', () => {
  const cases: [text: string, name: string, source: string | undefined][] = [
    ['{"id":18446744073709551616}', 'id', '18446744073709551616'],
    ['{"id":1.0}', 'id', '1.0'],
    ['{"id":1e3}', 'id', '1e3'],
    ['{"id":-0}', 'id', '-0'],
    ['{"id":null,"a":1}', 'id', 'null'],
    ['{"a":[{"id":2}],"id":3}', 'id', '3'],
    ['{"a":"\\"id\\":7","id":3}', 'id', '3'],
    ['{"a":"\\\\","id":3}', 'id', '3'],
    ['{"a":"\\\\\\"","id":3}', 'id', '3'],
    ['{"a":"}","id":"{"}', 'id', '"{"'],
    ['{"a:b":1,"id":"x:y"}', 'id', '"x:y"'],
    ['{"\\u0069d":5}', 'id', '5'],
    ['{"\\u0069\\u0064" : 5 }', 'id', '5'],
    ['{"i\\"d":5}', 'i"d', '5'],
    ['{"":5}', '', '5'],
    ['{}', 'id', undefined],
    ['{ \t\r\n }', 'id', undefined],
    ['{"__proto__":{"id":1}}', 'id', undefined],
    ['{"__proto__":{"id":1}}', '__proto__', '{"id":1}'],
    ['{"toString":1}', 'toString', '1'],
    ['{"a":1}', 'toString', undefined],
    [' \t\r\n{ \t\r\n"id" \t\r\n: \t\r\n[ 1 , 2 ] \t\r\n} \t\r\n', 'id', '[ 1 , 2 ]'],
  ];

  it.each(cases)('%s has at %j the source %j', (text, name, source) => {
    const { spans } = memberSpans(text, wholeSpan(text, DEEP).start, DEEP);
    const span = spans.get(name);
    expect(span && sourceOf(text, span)).toBe(source);
  });

  const duplicates: [text: string, names: string[]][] = [
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"\\u0061":2,"b":3,"b":4,"c":5}', ['a', 'b']],
    ['{"a":1,"a":2,"a":3}', ['a']],
    ['{"a":{"b":1},"b":{"a":1}}', []],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ];

  it.each(duplicates)('%s has the names %j more than once', (text, names) => {
    expect([...memberSpans(text, 0, DEEP).duplicates]).toEqual(names);
  });

  it('has of a member that is written twice the last value, as JSON.parse', () => {
    const text = '{"a":1,"a":2}';
    expect(sourceOf(text, memberSpans(text, 0, DEEP).spans.get('a')!)).toBe('2');
  });
});

describe('the elements of an array', () => {
  it('are found one by one', () => {
    const text = ' [ 1 , "a,]" , [ ] , { "b" : [ 2 ] } , null ]';
    const elements = elementSpans(text, 1, DEEP, 10);
    expect(elements.map((span) => sourceOf(text, span))).toEqual([
      '1',
      '"a,]"',
      '[ ]',
      '{ "b" : [ 2 ] }',
      'null',
    ]);
  });

  it('are no more than asked for', () => {
    expect(elementSpans('[1,2,3,4]', 0, DEEP, 2)).toHaveLength(2);
  });

  it('are none in an empty array', () => {
    expect(elementSpans('[ ]', 0, DEEP, 2)).toEqual([]);
  });
});

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

describe('the depth', () => {
  it('may reach the limit', () => {
    expect(wholeSpan(nested(64), 64)).toEqual({ start: 0, end: 128 });
  });

  it('may not exceed it', () => {
    expect(() => wholeSpan(nested(65), 64)).toThrow(NestedTooDeep);
  });

  it('does not count what stands side by side', () => {
    expect(() => wholeSpan(`[${Array(1000).fill('[{}]').join(',')}]`, 3)).not.toThrow();
  });

  it('of a million brackets is refused without exhausting the stack', () => {
    expect(() => wholeSpan(nested(1_000_000), 64)).toThrow(NestedTooDeep);
  });
});

/** What `JSON.parse` gives, found again from the spans alone. */
function rebuilt(text: string, span: Span): unknown {
  const source = sourceOf(text, span);
  if (source.startsWith('[')) {
    return elementSpans(text, span.start, DEEP, Infinity).map((element) => rebuilt(text, element));
  }
  if (source.startsWith('{')) {
    const { spans } = memberSpans(text, span.start, DEEP);
    return Object.fromEntries([...spans].map(([name, member]) => [name, rebuilt(text, member)]));
  }
  return JSON.parse(source);
}

describe('on arbitrary JSON text', () => {
  it('the spans spell what JSON.parse reads', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        expect(rebuilt(text, wholeSpan(text, DEEP))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('the whole value is the text without the white space around it', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        expect(sourceOf(text, wholeSpan(text, DEEP))).toBe(text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
      }),
    );
  });
});
