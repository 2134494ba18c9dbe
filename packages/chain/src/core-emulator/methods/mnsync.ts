import type { EmulatorMethod } from '../rpc/emulator-method.js';

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
