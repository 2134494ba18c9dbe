import type { PlatformStatus } from '../src/base/platform-status/platform-status.js';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** The status of a testnet node with everything up. */
export const EXAMPLE_STATUS: PlatformStatus = {
  version: {
    software: { dapi: '4.0.0', drive: '4.0.0', tenderdash: '1.5.0' },
    protocol: { tenderdash: { p2p: 10, block: 14 }, drive: { latest: 12, current: 11, nextEpoch: 11 } },
  },
  node: {
    id: bytes('972a33056d57359de8acfa4fb8b29dc1c14f76b8'),
    proTxHash: bytes('5c6542766615387183715d958a925552472f93335fa1612880423e4bbdaef436'),
  },
  chain: {
    catchingUp: false,
    latestBlockHash: bytes('b15cb7bd25d5334587b591d46fadeda3afce2c57b7bc99e512f79422ab710343'),
    latestAppHash: bytes('fb90d667eb6cae5dd5293eed7ecce8b8b492ec0ff310bb0cb0c49c7dc1fff9cd'),
    latestBlockHeight: 198748,
    earliestBlockHash: bytes('08fa02c27ec0390ba301e4fc7e3d7eadb350c8193e3e62a093689706e3a20bfa'),
    earliestAppHash: bytes('bf0ccb9ca071ba01ae6e67a0c090f97803d26d56d675dcd5131781cbcac8ec8f'),
    earliestBlockHeight: 1,
    maxPeerBlockHeight: 198748,
    coreChainLockedHeight: 1340012,
  },
  network: { chainId: 'dash-testnet-51', peersCount: 61, listening: true },
  stateSync: {
    totalSyncedTime: 0,
    remainingTime: 0,
    totalSnapshots: 0,
    chunkProcessAvgTime: 0,
    snapshotHeight: 0,
    snapshotChunksCount: 0,
    backfilledBlocks: 0,
    backfillBlocksTotal: 0,
  },
  time: { local: 1760447450, block: 1760447448765, genesis: 1721353209000, epoch: 9260 },
};
