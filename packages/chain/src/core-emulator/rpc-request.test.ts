import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBody } from './rpc-request.js';

const MAX_DEPTH = 512;

it('parseBody reads any JSON within the depth limit', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 0, max: 3 }), (json, spaces) => {
      const text = ' '.repeat(spaces) + json;
      expect(JSON.stringify(parseBody(Buffer.from(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

it.each([
  ['arrays', '[', ']'],
  ['objects', '{"[{":', '}'],
])('parseBody counts the depth of %s outside strings', (_, opening, closing) => {
  const nested = (depth: number): Buffer =>
    Buffer.from(`${opening.repeat(depth)}"${'['.repeat(600)}\\"]"${closing.repeat(depth)}`);
  expect(parseBody(nested(MAX_DEPTH))).toBeTypeOf('object');
  expect(() => parseBody(nested(MAX_DEPTH + 1))).toThrow('Parse error');
});
