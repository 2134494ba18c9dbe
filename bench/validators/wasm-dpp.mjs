/** The official library up to protocol 11. It validates in full, and stops at the first error. */
export async function load() {
  const { default: wasmDpp } = await import('@dashevo/wasm-dpp');
  const { DashPlatformProtocol } = await wasmDpp.default();
  const platform = new DashPlatformProtocol({ generate: () => new Uint8Array(32) }, 11);
  const owner = new Uint8Array(32).fill(7);
  return {
    write: (schemas) => JSON.stringify(schemas, null, 2),
    accepts(text) {
      try {
        platform.dataContract.create(owner, 1n, JSON.parse(text), null).free();
        return true;
      } catch {
        return false;
      }
    },
  };
}
