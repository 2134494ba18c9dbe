import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJsonText } from '../../../test/json-text.js';
import { closingQuote, eachElement, memberSpans, skipValue, valueStart, type Span } from './json-source.js';

function elementSpans(text: string, arrayStart: number): Span[] {
  const spans: Span[] = [];
  eachElement(text, arrayStart, (start) => {
    const end = skipValue(text, start);
    spans.push({ start, end });
    return end;
  });
  return spans;
}

function sourceOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

describe('memberSpans', () => {
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

  it.each(cases)('finds in %s at %j the source %j', (text, name, source) => {
    const { spans } = memberSpans(text, valueStart(text), ['none', name]);
    const span = spans[1];
    expect(span && sourceOf(text, span)).toBe(source);
  });

  const duplicates: [text: string, names: string[], duplicate: string | undefined][] = [
    ['{"a":1,"b":2}', ['a', 'b'], undefined],
    ['{"a":1,"a":1}', ['a', 'b'], 'a'],
    ['{"a":1,"a":1}', ['b'], undefined],
    ['{"a":1,"\\u0061":2}', ['a'], 'a'],
    ['{"\\u0061":1,"\\u0061":2}', ['a'], 'a'],
    ['{"a":1,"a":2,"b":3,"b":4}', ['b', 'a'], 'b'],
    ['{"b":3,"b":4,"a":1,"a":2}', ['a', 'b'], 'a'],
    ['{"a":1,"a":2,"a":3}', ['a'], 'a'],
    ['{"a":{"b":1},"b":{"a":1}}', ['a', 'b'], undefined],
    ['{"__proto__":1,"__proto__":2}', ['__proto__'], '__proto__'],
  ];

  it.each(duplicates)('reports in %s of %j the duplicate %s', (text, names, duplicate) => {
    expect(memberSpans(text, 0, names).duplicate).toBe(duplicate);
  });

  it('returns the last value of a duplicate member, like JSON.parse', () => {
    const text = '{"a":1,"a":2}';
    expect(sourceOf(text, memberSpans(text, 0, ['a']).spans[0]!)).toBe('2');
  });
});

describe('elementSpans', () => {
  it('returns each element', () => {
    const text = ' [ 1 , "a,]" , [ ] , { "b" : [ 2 ] } , null ]';
    const elements = elementSpans(text, 1);
    expect(elements.map((span) => sourceOf(text, span))).toEqual([
      '1',
      '"a,]"',
      '[ ]',
      '{ "b" : [ 2 ] }',
      'null',
    ]);
  });

  it('returns nothing for an empty array', () => {
    expect(elementSpans('[ ]', 0)).toEqual([]);
  });
});

describe('skipValue', () => {
  it('skips a million levels without exhausting the stack', () => {
    const text = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},`;
    expect(skipValue(text, 0)).toBe(2_000_000);
  });
});

/** What `JSON.parse` gives, found again from the spans alone. */
function rebuilt(text: string): unknown {
  const start = valueStart(text);
  if (text.startsWith('[', start)) {
    return elementSpans(text, start).map((element) => rebuilt(sourceOf(text, element)));
  }
  if (text.startsWith('{', start)) {
    const names = Object.keys(JSON.parse(text));
    const { spans } = memberSpans(text, start, names);
    return Object.fromEntries(names.map((name, index) => [name, rebuilt(sourceOf(text, spans[index]!))]));
  }
  return JSON.parse(text);
}

describe('JSON spans of arbitrary text', () => {
  it('spell what JSON.parse reads', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        expect(rebuilt(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('exclude surrounding white space', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const spans = elementSpans(`[${text}]`, 0);
        expect(spans.map((span) => sourceOf(`[${text}]`, span))).toEqual([
          text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
        ]);
      }),
    );
  });
});

describe('closingQuote', () => {
  it('finds the end of any string, short or long, with escapes anywhere', () => {
    const part = fc.constantFrom('\\"', '\\\\', '\\n', 'x', 'x'.repeat(39), 'x'.repeat(40), 'x'.repeat(41));
    const strings = fc.array(part, { maxLength: 60 }).map((parts) => `"${parts.join('')}"`);
    fc.assert(
      fc.property(strings, (text) => {
        expect(closingQuote(`[${text},""]`, 1)).toBe(text.length);
        expect(closingQuote(text.slice(0, -1), 0)).toBe(-1);
      }),
    );
  });
});
