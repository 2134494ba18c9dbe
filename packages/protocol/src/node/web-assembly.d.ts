/** Declares what is used of WebAssembly: the types of Node have none, and those of a browser do not belong to a server. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
  }
  class RuntimeError extends Error {}
  type Exports = Readonly<Record<string, unknown>>;
  function instantiate(
    bytes: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ): Promise<{ readonly instance: { readonly exports: Exports } }>;
}
