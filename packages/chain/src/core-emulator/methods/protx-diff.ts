import type { MasternodeListDiff } from '../../primitives/masternode/masternode-list-diff.js';
import { masternodesAfter } from '../json/describe-masternode.js';
import { asNodeShows } from '../json/list-diff.js';
import { addressOf } from '../json/describe-script.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { wordOf } from '../rpc/rpc-params.js';

export const protxDiff: EmulatorMethod = {
  name: 'protx diff',
  category: 'Evo',
  summary: 'returns the changes of the masternode list between two blocks, with proof',
  params: [
    { name: 'baseBlock', type: 'numeric', about: 'a height, a hash, or 64 zeros for the genesis block' },
    { name: 'block', type: 'numeric', about: 'a height or a hash' },
    {
      name: 'extended',
      type: 'boolean',
      isOptional: true,
      about: 'true for the addresses that are paid as well',
    },
  ],
  async answer(node, params) {
    const isExtended = params.looseFlag(2, 'extended', false);
    const diff = await node.devChain.masternodeListDiff(wordOf(params.raw(0)), wordOf(params.raw(1)));
    return asNodeShows(isExtended ? extended(diff, node) : diff, node.block(diff.blockHash));
  },
};

function extended(diff: MasternodeListDiff, node: EmulatedNode): object {
  const masternodes = masternodesAfter(node.block(diff.blockHash));
  const byHash = new Map(masternodes.map((masternode) => [masternode.proTxHash, masternode]));
  const mnList = diff.mnList.map((entry) => {
    const masternode = byHash.get(entry.proRegTxHash);
    return {
      ...entry,
      payoutAddress: masternode && addressOf(masternode.scriptPayout),
      operatorPayoutAddress: masternode && addressOf(masternode.scriptOperatorPayout),
    };
  });
  return { ...diff, mnList };
}
