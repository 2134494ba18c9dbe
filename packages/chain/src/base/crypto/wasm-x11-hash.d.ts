declare module 'wasm-x11-hash/lib/wasm-build/x11-hash.js' {
  /** Describes the memory and the functions of the module. */
  export interface X11Module {
    readonly HEAP8: Int8Array;
    cwrap(
      name: string,
      returns: 'number' | '',
      parameters: readonly 'number'[],
    ): (...values: number[]) => number;
  }
  export default function loadModule(options: { readonly wasmBinary: Uint8Array }): Promise<X11Module>;
}

declare module 'wasm-x11-hash/lib/wasm-build/x11-hash-wasm-base64.js' {
  /** The WebAssembly file in Base64. */
  const text: string;
  export default text;
}
