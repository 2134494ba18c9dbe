import { createRequire } from 'node:module';

/** Holds the verdict of the official build on a contract. */
export interface NetworkVerdict {
  readonly ok: boolean;
  readonly error?: string;
  readonly message?: string;
}

interface WasmDpp {
  readonly DashPlatformProtocol: new (
    entropy: { generate: () => Uint8Array },
    protocolVersion: number,
  ) => {
    readonly dataContract: {
      create: (
        owner: Uint8Array,
        nonce: bigint,
        documents: unknown,
        definitions: unknown,
      ) => { free: () => void };
    };
  };
}

/**
 * The official build, `@dashevo/wasm-dpp` 3.0.1, which validates contracts in full up to protocol 11. It stops at the first error.
 */
export async function loadNetwork(
  protocolVersion: number,
): Promise<(schemas: unknown, definitions?: unknown) => NetworkVerdict> {
  const { default: load }: { default: () => Promise<WasmDpp> } = createRequire(import.meta.url)(
    '@dashevo/wasm-dpp',
  );
  const { DashPlatformProtocol } = await load();
  const platform = new DashPlatformProtocol({ generate: () => new Uint8Array(32) }, protocolVersion);
  return (schemas, definitions = null) => {
    try {
      platform.dataContract.create(new Uint8Array(32).fill(7), 1n, schemas, definitions).free();
      return { ok: true };
    } catch (error) {
      if (!(error instanceof Object)) return { ok: false, error: String(error) };
      const message = 'message' in error ? String(error.message) : '';
      return { ok: false, error: error.constructor.name, message };
    }
  };
}

/**
 * How often the comparisons with the official build run. They are the same each time, so that a change that breaks
 * nothing breaks no build; with DIFFERENTIAL_RUNS set they are as many as it says, and new ones each time.
 */
export function comparisons(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const runs = process.env['DIFFERENTIAL_RUNS'];
  return runs === undefined ? { numRuns: usual, seed: usual } : { numRuns: Number(runs) };
}
