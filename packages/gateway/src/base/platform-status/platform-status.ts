/**
 * Describes the status of the platform, as its gRPC getStatus does. `null` is what an unavailable part did not report.
 *
 * Byte strings are bytes in the order of their source; 64-bit numbers are JavaScript numbers, which represent every value that
 * occurs. Source: `GetStatusResponse` in `packages/dapi-grpc/protos/platform/v0/platform.proto`, dashpay/platform.
 */
export type PlatformStatus = {
  readonly version: {
    readonly software: {
      readonly dapi: string;
      readonly drive: string | null;
      readonly tenderdash: string | null;
    };
    readonly protocol: {
      readonly tenderdash: { readonly p2p: number; readonly block: number } | null;
      readonly drive: {
        readonly latest: number;
        readonly current: number;
        readonly nextEpoch: number;
      } | null;
    };
  };
  readonly node: { readonly id: Uint8Array; readonly proTxHash: Uint8Array | null } | null;
  readonly chain: {
    readonly catchingUp: boolean;
    readonly latestBlockHash: Uint8Array;
    readonly latestAppHash: Uint8Array;
    readonly latestBlockHeight: number;
    readonly earliestBlockHash: Uint8Array;
    readonly earliestAppHash: Uint8Array;
    readonly earliestBlockHeight: number;
    readonly maxPeerBlockHeight: number;
    readonly coreChainLockedHeight: number | null;
  } | null;
  readonly network: {
    readonly chainId: string;
    readonly peersCount: number;
    readonly listening: boolean;
  } | null;
  readonly stateSync: {
    readonly totalSyncedTime: number;
    readonly remainingTime: number;
    readonly totalSnapshots: number;
    readonly chunkProcessAvgTime: number;
    readonly snapshotHeight: number;
    readonly snapshotChunksCount: number;
    readonly backfilledBlocks: number;
    readonly backfillBlocksTotal: number;
  } | null;
  readonly time: {
    /** The gateway's clock, in seconds. */
    readonly local: number;
    /** In milliseconds, as the following. */
    readonly block: number | null;
    readonly genesis: number | null;
    readonly epoch: number | null;
  };
};

/** Describes a source of the platform's status. A part that is down gives nulls; the status itself never fails. */
export interface PlatformStatusSource {
  status(): Promise<PlatformStatus>;
}
