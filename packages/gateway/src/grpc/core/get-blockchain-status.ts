import { hexToBytes, NodeUnavailableError } from '@dapikit/chain';
import { Core, GetBlockchainStatusResponse_Status as Status } from '../generated/dapi_pb.js';
import { unaryMethod, type GrpcContext } from '../method/grpc-method.js';

export const getBlockchainStatus = unaryMethod(Core.method.getBlockchainStatus, {
  summary: 'Returns the status of the node and its chain',
  description:
    'An unavailable node is not an error: the status is ERROR, and unknown values are absent. The best block hash is in ' +
    'internal order, as official servers send it; times are in seconds, fees in DASH for 1,000 bytes.',
  handle: async (_, context) => {
    try {
      return await readStatus(context);
    } catch (error) {
      if (error instanceof NodeUnavailableError && error.reason !== 'cancelled')
        return { status: Status.ERROR };
      throw error;
    }
  },
});

async function readStatus({ layer1, now, signal }: GrpcContext) {
  const [node, details] = await Promise.all([
    layer1.status({ signal }),
    layer1.read('nodeDetails', {}, { signal }),
  ]);
  const isSynced = !node.isInitialBlockDownload && node.headersHeight <= node.tip.height;
  const syncProgress = details.verificationProgress;
  return {
    version: {
      protocol: details.protocolVersion,
      software: details.softwareVersion,
      agent: node.software,
    },
    time: {
      now: Math.floor(now() / 1000),
      offset: details.timeOffset,
      median: node.medianTime,
    },
    status: details.warnings !== '' ? Status.ERROR : isSynced ? Status.READY : Status.SYNCING,
    syncProgress,
    chain: {
      name: node.network,
      headersCount: node.headersHeight,
      blocksCount: node.tip.height,
      bestBlockHash: hexToBytes(node.tip.hash).toReversed(),
      difficulty: node.difficulty,
      chainWork: hexToBytes(details.chainWork),
      isSynced,
      syncProgress,
    },
    network: {
      peersCount: node.peers,
      fee: { relay: details.relayFee, incremental: details.incrementalFee },
    },
  };
}
