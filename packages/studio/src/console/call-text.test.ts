import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCurlLine } from '../rpc/curl-line.js';
import { createCallText } from './call-text.js';
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

describe('createCallText', () => {
  const height = param('height', { type: 'integer' }, true);
  const note = param('note', { type: 'string' });

  it('omits params when all fields are empty', () => {
    expect(createCallText(method([note]), {}).text).toBe('{"jsonrpc":"2.0","id":1,"method":"tell"}');
  });

  it('preserves every digit of a number', () => {
    expect(createCallText(method([height]), { height: '18446744073709551615' }).text).toContain(
      '"params":{"height":18446744073709551615}',
    );
  });

  it('reports missing params and invalid JSON', () => {
    expect(createCallText(method([height]), {}).errors).toEqual({ height: 'Required' });
    expect(createCallText(method([height]), { height: '1,' }).errors).toHaveProperty('height');
  });

  it('writes params by position, none omitted before another', () => {
    const both = method([note, param('isHigh', { type: 'boolean' })], true);
    expect(createCallText(both, { note: 'a', isHigh: 'true' }).text).toContain('"params":["a",true]');
    expect(createCallText(both, { isHigh: 'true' }).errors).toEqual({ note: 'Required' });
  });

  it('writes JSON with the typed values', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (typed) => {
        const { text = '' } = createCallText(method([note]), { note: typed });
        expect(JSON.parse(text)).toHaveProperty('params.note', typed);
      }),
    );
  });
});

describe('createCurlLine', () => {
  it('quotes an apostrophe for the shell', () => {
    expect(createCurlLine('http://a/', `{"a":"it's"}`)).toMatch(/-d '\{"a":"it'\\''s"\}'$/);
  });
});
