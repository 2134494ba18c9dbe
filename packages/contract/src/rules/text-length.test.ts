import { describe, expect, it } from 'vitest';
import { validateContract } from '../check/validate-contract.js';

const fixOf = (property: Readonly<Record<string, unknown>>): string | undefined =>
  validateContract({
    documentSchemas: {
      note: {
        type: 'object',
        properties: { text: { type: 'string', position: 0, ...property } },
        additionalProperties: false,
      },
    },
  }).diagnostics.find(({ code }) => code === 'pattern-length-missing')?.fix?.text;

describe('suggestTextLength', () => {
  it('suggests the length of the longest text that a pattern matches', () => {
    expect(fixOf({ pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })).toBe(
      'Add "maxLength": 36, the length of the longest text that the pattern matches.',
    );
  });

  it('suggests as much as a document can contain for a pattern of any length', () => {
    expect(fixOf({ pattern: '^[a-z]+$' })).toBe(
      'Add a maxLength; 5120 is as much as a document can contain.',
    );
  });

  it('suggests no length below that of the values of the schema', () => {
    expect(fixOf({ pattern: '^[a-z]{3}$', minLength: 5 })).toBe(
      'Add a maxLength: the schema has texts of 5 characters.',
    );
  });
});
