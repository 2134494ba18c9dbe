import loadModule from 'wasm-x11-hash/lib/wasm-build/x11-hash.js';
import wasmText from 'wasm-x11-hash/lib/wasm-build/x11-hash-wasm-base64.js';

const HASH_SIZE = 32;

// The module itself, not the entry point of its package, which needs the `Buffer` of Node.
const wasm = await loadModule({
  wasmBinary: Uint8Array.from(atob(wasmText), (character) => character.charCodeAt(0)),
});
const digest = wasm.cwrap('digest', '', ['number', 'number', 'number']);
const allocate = wasm.cwrap('create_buffer', 'number', ['number']);
const free = wasm.cwrap('destroy_buffer', '', ['number']);
const output = allocate(HASH_SIZE);

/** Returns the X11 of `bytes`, in internal order: the proof-of-work and block hash function of Dash. */
export function x11(bytes: Uint8Array): Uint8Array {
  const input = allocate(bytes.length);
  wasm.HEAP8.set(bytes, input);
  digest(input, output, bytes.length);
  free(input);
  return new Uint8Array(wasm.HEAP8.buffer.slice(output, output + HASH_SIZE));
}
