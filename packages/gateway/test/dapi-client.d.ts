declare module '@dashevo/dapi-client' {
  /** The official client, as far as it calls JSON-RPC. */
  export default class DAPIClient {
    constructor(options: { readonly dapiAddresses: readonly string[]; readonly retries?: number });
    readonly core: {
      getBestBlockHash(): Promise<unknown>;
      getBlockHash(height: unknown): Promise<unknown>;
    };
  }
}
