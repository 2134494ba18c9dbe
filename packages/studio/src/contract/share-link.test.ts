import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenLinkError, decodeContract, encodeContract } from './share-link.js';

describe('a share link', () => {
  it('restores any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (text) => {
        const encoded = await encodeContract(text);
        expect(encoded).toMatch(/^[\w-]*$/);
        expect(await decodeContract(encoded)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('is much shorter than its contract', async () => {
    const text = JSON.stringify({ note: { type: 'object', properties: {} } }).repeat(20);
    expect((await encodeContract(text)).length).toBeLessThan(text.length / 4);
  });

  it('is rejected if it cannot be decoded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (encoded) => {
        const text = await decodeContract(encoded).catch((error: unknown) => error);
        expect(typeof text === 'string' || text instanceof BrokenLinkError).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is rejected if its contract is too long to be registered', async () => {
    const bomb = await encodeContract(' '.repeat(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(200_000);
    await expect(decodeContract(bomb)).rejects.toBeInstanceOf(BrokenLinkError);
  });
});
