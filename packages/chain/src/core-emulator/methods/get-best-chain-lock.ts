import { bytesToHex } from '../../base/bytes/hex.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { encodeChainLock } from '../../rules/signing/chain-lock.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

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
