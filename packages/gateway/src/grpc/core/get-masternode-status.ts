import { hexToBytes } from '@dapikit/chain';
import { Core, GetMasternodeStatusResponse_Status as Status } from '../generated/dapi_pb.js';
import { unaryMethod } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';

/** The status for each state of Dash Core. Source: `CActiveMasternodeManager::GetStateString` in `src/active/masternode.cpp` of dashpay/dash. */
const STATUSES: Readonly<Record<string, Status>> = {
  WAITING_FOR_PROTX: Status.WAITING_FOR_PROTX,
  POSE_BANNED: Status.POSE_BANNED,
  REMOVED: Status.REMOVED,
  OPERATOR_KEY_CHANGED: Status.OPERATOR_KEY_CHANGED,
  PROTX_IP_CHANGED: Status.PROTX_IP_CHANGED,
  READY: Status.READY,
  ERROR: Status.ERROR,
};

export const getMasternodeStatus = unaryMethod(Core.method.getMasternodeStatus, {
  summary: 'Returns the status of the node as a masternode',
  description: 'The status is UNKNOWN for a node that is not a masternode, such as the development chain.',
  errors: NODE_STATUSES,
  handle: async (_, { layer1, signal }) => {
    const [masternode, node] = await Promise.all([
      layer1.read('masternode', {}, { signal }),
      layer1.status({ signal }),
    ]);
    const isSynced = node.masternodeSync?.isSynced ?? !node.isInitialBlockDownload;
    return {
      status: STATUSES[masternode?.state ?? ''] ?? Status.UNKNOWN,
      proTxHash: masternode?.proTxHash === undefined ? new Uint8Array() : hexToBytes(masternode.proTxHash),
      posePenalty: masternode?.posePenalty ?? 0,
      isSynced,
      syncProgress: isSynced ? 1 : 0,
    };
  },
});
