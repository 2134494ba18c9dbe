/** Declares what is used of WebAssembly: the types of Node have none, and those of a browser do not belong to a server. */
declare namespace WebAssembly {
  class RuntimeError extends Error {}
}
