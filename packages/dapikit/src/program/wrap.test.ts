import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrap } from './wrap.js';

it('wrap breaks between words and keeps all of them', () => {
  const words = fc.array(
    fc.string({ minLength: 1 }).filter((word) => !word.includes(' ')),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 50 }), (list, width) => {
      const lines = wrap(list.join(' '), width);
      expect(lines.join(' ')).toBe(list.join(' '));
      for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
    }),
  );
});
