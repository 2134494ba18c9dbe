import { createRequire } from 'node:module';

/** One error of the official build about a document. */
export interface NetworkError {
  readonly name: string;
  readonly code?: number;
  readonly keyword?: string;
  readonly instancePath?: string;
  readonly schemaPath?: string;
  readonly propertyName?: string;
  readonly params?: unknown;
  readonly message: string;
}

/** Checks a document with the official build: returns its errors, or undefined when it cannot build the document. */
export type DocumentJudge = (documentType: string, data: unknown) => readonly NetworkError[] | undefined;

interface WasmError {
  readonly message: string;
  getCode?: () => number;
  getKeyword?: () => string;
  getInstancePath?: () => string;
  getSchemaPath?: () => string;
  getPropertyName?: () => string;
  getParams?: () => unknown;
}
interface WasmDocument {
  validate: (protocolVersion: number) => { getErrors: () => WasmError[] };
}
interface WasmContract {
  getOwnerId: () => unknown;
}
interface WasmDpp {
  readonly DashPlatformProtocol: new (
    entropy: { generate: () => Uint8Array },
    protocolVersion: number,
  ) => {
    readonly dataContract: {
      create: (owner: Uint8Array, nonce: bigint, documents: unknown, definitions: unknown) => WasmContract;
    };
    readonly document: {
      create: (contract: WasmContract, owner: unknown, type: string, data: unknown) => WasmDocument;
    };
  };
}

const PROTOCOL_VERSION = 11;

/**
 * Loads the official build, `@dashevo/wasm-dpp` 3.0.1, which checks documents in full up to protocol 11.
 *
 * It passes documents through JSON text, makes bytes of any array of ten and more integers from 0 to 255, and builds a
 * document only when identifiers are well formed.
 */
export async function loadDocumentNetwork(): Promise<
  (schemas: unknown, definitions?: unknown) => DocumentJudge
> {
  const { default: load }: { default: () => Promise<WasmDpp> } = createRequire(import.meta.url)(
    '@dashevo/wasm-dpp',
  );
  const { DashPlatformProtocol } = await load();
  const platform = new DashPlatformProtocol({ generate: () => new Uint8Array(32) }, PROTOCOL_VERSION);
  return (schemas, definitions = null) => {
    const contract = platform.dataContract.create(new Uint8Array(32).fill(7), 1n, schemas, definitions);
    return (documentType, data) => {
      const document = built(() =>
        platform.document.create(contract, contract.getOwnerId(), documentType, data),
      );
      return document?.validate(PROTOCOL_VERSION).getErrors().map(reported);
    };
  };
}

function built<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch {
    return undefined;
  }
}

function reported(error: WasmError): NetworkError {
  const code = error.getCode?.();
  return {
    name: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    ...(error.getKeyword === undefined
      ? {}
      : {
          keyword: error.getKeyword(),
          instancePath: error.getInstancePath?.() ?? '',
          schemaPath: error.getSchemaPath?.() ?? '',
          propertyName: error.getPropertyName?.() ?? '',
          params: error.getParams?.(),
        }),
    message: error.message,
  };
}
