import type { Masternode } from '../../rules/consensus/masternode.js';
import { masternodesAfter } from '../json/describe-masternode.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

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
