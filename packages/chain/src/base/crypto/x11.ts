import loadX11 from 'wasm-x11-hash';

const wasm = await loadX11();

/** Returns the X11 of `bytes`, in internal order: the proof-of-work and block hash function of Dash. */
export function x11(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(wasm.digest(bytes));
}
