import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Base64Response } from './base64-response.js';

it('Base64Response gives the same text in pieces of at most 64 KiB as in one', () => {
  const property = fc.property(
    fc.oneof(fc.nat(100), fc.nat(200_000), fc.constantFrom(48 * 1024, 96 * 1024, 96 * 1024 + 1)),
    fc.constantFrom('1', '"a"', 'null', '"ü"'),
    (bytes, id) => {
      const result = Buffer.alloc(bytes, 'dapikit');
      const response = new Base64Response(result, id);
      const pieces = [...response];
      const text = Buffer.concat(pieces);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
      expect(text.length).toBe(response.length);
      expect(text.toString()).toBe(String(response));
      expect(JSON.parse(text.toString())).toEqual({
        jsonrpc: '2.0',
        result: result.toString('base64'),
        id: JSON.parse(id),
      });
    },
  );
  fc.assert(property);
});
