import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseMeter } from './response-meter.js';

/** Takes a text in chunks of some bytes. */
function take(text: string, { maxBytes = 1_000_000, maxValues = 1_000_000, chunk = 7 }): void {
  const meter = new ResponseMeter(maxBytes, maxValues);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) meter.take(bytes.subarray(at, at + chunk));
}

const TOO_LARGE = expect.objectContaining({ name: 'NodeUnavailableError', reason: 'response-too-large' });

describe('ResponseMeter', () => {
  it.each([
    ['[1,2,3]', 4],
    ['{"a":{"b":[1]},"c":2}', 5],
    ['["[,{\\",[",",\\\\","x"]', 4],
  ])('counts the values of %s', (text, values) => {
    for (const chunk of [1, 2, 3, 100]) {
      expect(() => take(text, { maxValues: values, chunk })).not.toThrow();
      expect(() => take(text, { maxValues: values - 1, chunk })).toThrow(TOO_LARGE);
    }
  });

  it('never counts fewer values than a response has', () => {
    const count = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 1
        : Object.values(value).reduce((sum: number, one: unknown) => sum + count(one), 1);
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 20 }), (value, chunk) => {
        const maxValues = count([value]) - 1;
        expect(() => take(JSON.stringify([value]), { maxValues, chunk })).toThrow(TOO_LARGE);
      }),
    );
  });

  it('rejects one byte more than the limit', () => {
    expect(() => take('"123456"', { maxBytes: 8 })).not.toThrow();
    expect(() => take('"1234567"', { maxBytes: 8 })).toThrow(TOO_LARGE);
  });
});
