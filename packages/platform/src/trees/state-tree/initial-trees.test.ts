import { describe, expect, it } from 'vitest';
import { buildInitialTrees, decodeTreeNodes, encodeTreeNodes, readInitialTrees } from './initial-trees.js';

describe('the initial trees', () => {
  it('came with the package as they are built', async () => {
    const built = await buildInitialTrees();
    const shipped = await readInitialTrees();
    const bytesOf = (nodes: typeof built) => Buffer.from(encodeTreeNodes(nodes)).toString('hex');
    expect(built.length).toBeGreaterThan(2000);
    expect(shipped && bytesOf(shipped)).toBe(bytesOf(built));
  });

  it('are not those of another version, nor cut off', () => {
    const bytes = encodeTreeNodes([
      { key: Uint8Array.of(1), value: new Uint8Array(300).fill(2) },
      { key: Uint8Array.of(3, 4), value: Uint8Array.of(5) },
    ]);
    expect(decodeTreeNodes(bytes)).toHaveLength(2);
    expect(decodeTreeNodes(bytes.with(0, 0))).toBeUndefined();
    for (const length of [1, 2, 3, 4, 10, 306, 307, 308, bytes.length - 1])
      expect(decodeTreeNodes(bytes.subarray(0, length))).toBeUndefined();
  });
});
