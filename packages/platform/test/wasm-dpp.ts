import { createRequire } from 'node:module';

interface Decoded {
  toJSON: () => Readonly<Record<string, unknown>>;
}

/** What the tests use of the official decoder. */
export interface OfficialDecoder {
  readonly identity: { createFromBuffer: (bytes: Buffer) => Decoded };
  readonly dataContract: { createFromBuffer: (bytes: Buffer) => Promise<Decoded> };
  readonly document: {
    createExtendedDocumentFromDocumentBuffer: (
      bytes: Buffer,
      type: string,
      contract: Decoded,
    ) => Promise<Decoded>;
  };
}

interface WasmDpp {
  readonly DashPlatformProtocol: new (entropy: object, protocolVersion: number) => OfficialDecoder;
}

/** Loads `@dashevo/wasm-dpp` 3.0.1, which decodes what the network of protocol 11 and the later ones store. */
export async function loadOfficialDecoder(): Promise<OfficialDecoder> {
  const { default: load }: { default: () => Promise<WasmDpp> } = createRequire(import.meta.url)(
    '@dashevo/wasm-dpp',
  );
  const { DashPlatformProtocol } = await load();
  return new DashPlatformProtocol({ generate: () => new Uint8Array(32) }, 11);
}
