import { blake3 } from '@noble/hashes/blake3.js';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { wasmBlake3 } from '../wasm/wasm-blake3.js';
import { hashParts, setBlake3 } from './blake3.js';

afterEach(() => setBlake3((bytes) => blake3(bytes)));

describe('setBlake3', () => {
  it('rejects another hash', () => {
    expect(() => setBlake3(() => new Uint8Array(32))).toThrow(/not BLAKE3/);
  });

  it('uses WebAssembly with the same results', async () => {
    const wasm = await wasmBlake3();
    let calls = 0;
    setBlake3((bytes) => {
      calls += 1;
      return wasm(bytes);
    });
    const before = calls;
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 4 }), (parts) => {
        const joined = Uint8Array.from(parts.flatMap((part) => [...part]));
        expect(hashParts(...parts)).toEqual(blake3(joined));
      }),
    );
    expect(calls).toBeGreaterThan(before + 50);
  });
});
