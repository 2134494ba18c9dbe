import { describeListed, masternodesAfter } from '../json/describe-masternode.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { Masternode } from '../../rules/consensus/masternode.js';

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

const TYPES: ReadonlyMap<string, (masternode: Masternode) => boolean> = new Map([
  ['registered', () => true],
  ['valid', ({ banHeight }: Masternode) => banHeight === undefined],
  ['evo', ({ platform }: Masternode) => platform !== undefined],
]);

export const protxList: EmulatorMethod = {
  name: 'protx list',
  category: 'Evo',
  summary: 'the masternodes of the list at a height, by their hashes or described',
  params: [
    { name: 'type', type: 'string', isOptional: true, about: 'registered (as when left out), valid or evo' },
    { name: 'detailed', type: 'boolean', isOptional: true, about: 'true for details' },
    { name: 'height', type: 'numeric', isOptional: true, about: 'that of the tip when left out' },
  ],
  difference: 'As with a node without a wallet: no `wallet` members, and no type `wallet`.',
  answer(node, params) {
    const type = params.isGiven(0) ? params.text(0) : 'registered';
    if (type === 'wallet') {
      throw new NodeRejectionError(
        RPC_ERROR_CODES.misc,
        '"protx list wallet" not supported when wallet is disabled',
      );
    }
    const isListed = TYPES.get(type);
    if (isListed === undefined) throw invalidParameter('invalid type specified');
    const isDetailed = params.looseFlag(1, 'detailed', false);
    const { tip } = node.chain;
    const height = params.looseInteger(2, 'height', tip.height);
    const block = height >= 1 ? node.chain.blockAt(height) : undefined;
    if (block === undefined) throw invalidParameter('invalid height specified');
    const listed = masternodesAfter(block).filter(isListed);
    return isDetailed
      ? listed.map((masternode) => describeListed(masternode, node))
      : listed.map(({ proTxHash }) => proTxHash);
  },
};
