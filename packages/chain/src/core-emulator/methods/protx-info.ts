import { describeListed, masternodesAfter } from '../json/describe-masternode.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const protxInfo: EmulatorMethod = {
  name: 'protx info',
  category: 'Evo',
  summary: 'returns the details of a masternode at a block',
  params: [
    { name: 'proTxHash', type: 'string', about: 'its hash' },
    { name: 'blockHash', type: 'string', isOptional: true, about: 'that of the tip when left out' },
  ],
  difference: 'As with a node without a wallet: no `wallet` member.',
  answer(node, params) {
    const hash = params.hash(0, 'proTxHash');
    const block = params.isGiven(1) ? node.block(params.hash(1, 'blockHash')) : node.chain.tip;
    const masternode = masternodesAfter(block).find(({ proTxHash }) => proTxHash === hash);
    if (masternode === undefined) throw invalidParameter(`${hash} not found`);
    return describeListed(masternode, node, block);
  },
};
