import type { Masternode } from '../../rules/consensus/masternode.js';
import { masternodesAfter } from '../json/describe-masternode.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';

export const masternodeCount: EmulatorMethod = {
  name: 'masternode count',
  category: 'Dash',
  summary: 'returns the number of masternodes, in total and enabled',
  params: [],
  answer({ chain }) {
    const all = masternodesAfter(chain.tip);
    const regular = all.filter(({ platform }) => platform === undefined);
    const evo = all.filter(({ platform }) => platform !== undefined);
    return { ...count(all), detailed: { regular: count(regular), evo: count(evo) } };
  },
};

function count(masternodes: readonly Masternode[]): object {
  const enabled = masternodes.filter(({ banHeight }) => banHeight === undefined);
  return { total: masternodes.length, enabled: enabled.length };
}

export const masternodeStatus: EmulatorMethod = {
  name: 'masternode status',
  category: 'Dash',
  summary: 'rejected: it is not a masternode',
  params: [],
  answer() {
    throw new NodeRejectionError(RPC_ERROR_CODES.internal, 'This node does not run an active masternode.');
  },
};

const FINISHED = { id: 999, name: 'MASTERNODE_SYNC_FINISHED' };

export const mnsync: EmulatorMethod = {
  name: 'mnsync',
  category: 'Dash',
  summary: 'returns the masternode sync status: always synced',
  params: [{ name: 'mode', type: 'string', about: 'status; next and reset change nothing' }],
  difference: 'It is synced from the start, and stays so.',
  answer({ startTime }, params) {
    const mode = params.text(0);
    if (mode === 'next') return `sync updated to ${FINISHED.name}`;
    if (mode === 'reset') return 'success';
    if (mode !== 'status') return 'failure';
    return {
      AssetID: FINISHED.id,
      AssetName: FINISHED.name,
      AssetStartTime: startTime,
      Attempt: 0,
      IsBlockchainSynced: true,
      IsSynced: true,
    };
  },
};
