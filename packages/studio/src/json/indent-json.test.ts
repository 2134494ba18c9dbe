import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from './indent-json.js';

describe('indented JSON', () => {
  it('equals the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('keeps the spelling of numbers', () => {
    expect(indentJson('[1.0,18446744073709551615,1e3]')).toBe('[\n  1.0,\n  18446744073709551615,\n  1e3\n]');
  });
});
