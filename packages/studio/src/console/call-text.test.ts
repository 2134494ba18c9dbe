import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callText, curlLine } from './call-text.js';
import type { DescribedMethod, DescribedParam } from './described-method.js';

const param = (name: string, schema: object, isRequired = false): DescribedParam => ({
  name,
  isRequired,
  description: '',
  schema: { ...schema },
});

const method = (params: readonly DescribedParam[], isByPosition = false): DescribedMethod => ({
  name: 'tell',
  summary: '',
  description: '',
  isDeprecated: false,
  isByPosition,
  params,
  errors: [],
});

describe('the text of a call', () => {
  const height = param('height', { type: 'integer' }, true);
  const note = param('note', { type: 'string' });

  it('has no params where none are given', () => {
    expect(callText(method([note]), {}).text).toBe('{"jsonrpc":"2.0","id":1,"method":"tell"}');
  });

  it('keeps every digit of a number', () => {
    expect(callText(method([height]), { height: '18446744073709551615' }).text).toContain(
      '"params":{"height":18446744073709551615}',
    );
  });

  it('says what is needed, and what is no JSON', () => {
    expect(callText(method([height]), {}).problems).toEqual({ height: 'Needed' });
    expect(callText(method([height]), { height: '1,' }).problems).toHaveProperty('height');
  });

  it('has the params in their places, none left out before another', () => {
    const both = method([note, param('isHigh', { type: 'boolean' })], true);
    expect(callText(both, { note: 'a', isHigh: 'true' }).text).toContain('"params":["a",true]');
    expect(callText(both, { isHigh: 'true' }).problems).toEqual({ note: 'Needed' });
  });

  it('is JSON that says what was typed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (typed) => {
        const { text = '' } = callText(method([note]), { note: typed });
        expect(JSON.parse(text)).toHaveProperty('params.note', typed);
      }),
    );
  });
});

describe('the line for a shell', () => {
  it('keeps an apostrophe inside its quotes', () => {
    expect(curlLine('http://a/', `{"a":"it's"}`)).toMatch(/-d '\{"a":"it'\\''s"\}'$/);
  });
});
