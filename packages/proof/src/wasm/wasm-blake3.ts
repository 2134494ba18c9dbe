import { createBLAKE3 } from 'hash-wasm';
import type { Blake3 } from '../index.js';

let compiled: Promise<Blake3> | undefined;

/** Compiles the BLAKE3 of `hash-wasm`, which takes about 0.3 µs a hash, for `setBlake3`, once for the process. Needs WebAssembly: Node and all browsers have it. */
export async function wasmBlake3(): Promise<Blake3> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<Blake3> {
  const hasher = await createBLAKE3();
  return (bytes) => hasher.init().update(bytes).digest('binary');
}
