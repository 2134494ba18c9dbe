declare module '@dashevo/dapi-client' {
  import type { EventEmitter } from 'node:events';

  /** A stream of messages of google-protobuf: `data`, `error`, `end`. */
  interface OfficialStream extends EventEmitter {
    cancel(): void;
  }

  interface FromBlock {
    readonly fromBlockHeight?: number;
    readonly fromBlockHash?: string;
    readonly count?: number;
  }

  /** The official client, as far as it calls layer 1. */
  export default class DAPIClient {
    constructor(options: {
      readonly dapiAddresses?: readonly string[];
      readonly network?: string;
      readonly retries?: number;
      /** In milliseconds, 10,000 by default: too little for the first call on a busy machine. */
      readonly timeout?: number;
    });
    readonly core: {
      getBestBlockHash(): Promise<unknown>;
      getBlockHash(height: unknown): Promise<unknown>;
      getBestBlockHeight(): Promise<number>;
      getBlockByHash(hash: string): Promise<Uint8Array>;
      getBlockByHeight(height: number): Promise<Uint8Array>;
      getBlockchainStatus(): Promise<Record<string, unknown>>;
      getMasternodeStatus(): Promise<Record<string, unknown>>;
      broadcastTransaction(transaction: Uint8Array): Promise<string>;
      getTransaction(id: string): Promise<{
        getTransaction(): Uint8Array;
        getBlockHash(): Uint8Array;
        getHeight(): number;
        getConfirmations(): number;
        isInstantLocked(): boolean;
        isChainLocked(): boolean;
      }>;
      subscribeToBlockHeadersWithChainLocks(options: FromBlock): Promise<OfficialStream>;
      subscribeToTransactionsWithProofs(
        filter: { vData: Uint8Array; nHashFuncs: number; nTweak: number; nFlags: number },
        options: FromBlock,
      ): Promise<OfficialStream>;
      subscribeToMasternodeList(): Promise<OfficialStream>;
    };
  }
}
