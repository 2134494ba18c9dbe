import { describe, expect, it } from 'vitest';
import { writeFields } from './write-value.js';

describe('the written properties', () => {
  it('are own ones, whatever their names', () => {
    const fields = ['__proto__', 'constructor', 'topic'].map((name) => ({ name, kind: 'text' as const }));
    const values = Object.fromEntries(fields.map(({ name }) => [name, `the ${name}`]));
    expect(Object.entries(writeFields(values, fields))).toEqual(Object.entries(values));
    expect(writeFields({ topic: 'a' }, fields)).toEqual({ topic: 'a' });
  });
});
