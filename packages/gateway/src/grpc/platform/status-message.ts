import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PlatformStatus } from '../../base/platform-status/platform-status.js';
import type { GetStatusResponse_GetStatusResponseV0Schema } from '../generated/dapi_pb.js';

type StatusMessage = MessageInitShape<typeof GetStatusResponse_GetStatusResponseV0Schema>;

/**
 * Returns a status as the message of gRPC. A part that is down is an empty message: dapi-client reads into each of them. Other members
 * that are `null` are missing.
 */
export function statusMessage({
  version,
  node,
  chain,
  network,
  stateSync,
  time,
}: PlatformStatus): StatusMessage {
  const { software, protocol } = version;
  return {
    version: {
      software: present(software),
      protocol: { tenderdash: protocol.tenderdash ?? {}, drive: protocol.drive ?? {} },
    },
    node: node === null ? {} : present(node),
    chain: chain === null ? {} : chainMessage(chain),
    network: network ?? {},
    stateSync: stateSync === null ? {} : stateSyncMessage(stateSync),
    time: {
      local: BigInt(time.local),
      ...(time.block === null ? {} : { block: BigInt(time.block) }),
      ...(time.genesis === null ? {} : { genesis: BigInt(time.genesis) }),
      ...(time.epoch === null ? {} : { epoch: time.epoch }),
    },
  };
}

type ChainStatus = NonNullable<PlatformStatus['chain']>;

const chainMessage = (chain: ChainStatus) => ({
  ...present(chain),
  latestBlockHeight: BigInt(chain.latestBlockHeight),
  earliestBlockHeight: BigInt(chain.earliestBlockHeight),
  maxPeerBlockHeight: BigInt(chain.maxPeerBlockHeight),
});

type StateSyncStatus = NonNullable<PlatformStatus['stateSync']>;

const stateSyncMessage = ({ totalSnapshots, ...counts }: StateSyncStatus) => ({
  totalSnapshots,
  totalSyncedTime: BigInt(counts.totalSyncedTime),
  remainingTime: BigInt(counts.remainingTime),
  chunkProcessAvgTime: BigInt(counts.chunkProcessAvgTime),
  snapshotHeight: BigInt(counts.snapshotHeight),
  snapshotChunksCount: BigInt(counts.snapshotChunksCount),
  backfilledBlocks: BigInt(counts.backfilledBlocks),
  backfillBlocksTotal: BigInt(counts.backfillBlocksTotal),
});

type Present<Members> = {
  readonly [Name in keyof Members as null extends Members[Name] ? never : Name]: Members[Name];
} & {
  readonly [Name in keyof Members as null extends Members[Name] ? Name : never]?: NonNullable<Members[Name]>;
};

/** Returns an object without the members that are `null`. */
function present<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only members that are null are left out
  return Object.fromEntries(entries) as Present<Members>;
}
