import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';
import { difficulty } from '../../primitives/block/difficulty.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { encodeChainLock } from '../../rules/signing/chain-lock.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';

export const getBestBlockHash: EmulatorMethod = {
  name: 'getbestblockhash',
  category: 'Blockchain',
  summary: 'the hash of the last block of the best chain',
  params: [],
  answer: ({ chain }) => chain.tip.hash,
};

export const getBlockCount: EmulatorMethod = {
  name: 'getblockcount',
  category: 'Blockchain',
  summary: 'the height of the last block of the best chain',
  params: [],
  answer: ({ chain }) => chain.tip.height,
};

export const getBlockHash: EmulatorMethod = {
  name: 'getblockhash',
  category: 'Blockchain',
  summary: 'the hash of the block of the best chain at a height',
  params: [{ name: 'height', type: 'numeric', about: 'its height' }],
  answer({ chain }, params) {
    const block = chain.blockAt(params.integer(0));
    if (block === undefined) throw invalidParameter('Block height out of range');
    return block.hash;
  },
};

export const getDifficulty: EmulatorMethod = {
  name: 'getdifficulty',
  category: 'Blockchain',
  summary: 'how hard the last block was to find, relative to the easiest of the main network',
  params: [],
  answer: ({ chain }) => difficulty(chain.tip.block.header.bits),
};

export const getBestChainLock: EmulatorMethod = {
  name: 'getbestchainlock',
  category: 'Blockchain',
  summary: 'the highest ChainLock',
  params: [],
  answer({ devChain, chain }) {
    const lock = devChain.bestChainLock();
    if (lock === undefined)
      throw new NodeRejectionError(RPC_ERROR_CODES.internal, 'Unable to find any ChainLock');
    return {
      blockhash: lock.hash,
      height: lock.height,
      signature: lock.signature,
      known_block: chain.block(lock.hash) !== undefined,
      hex: bytesToHex(encodeChainLock(lock)),
    };
  },
};
