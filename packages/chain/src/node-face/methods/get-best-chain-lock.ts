import { bytesToHex } from '../../bytes/hex.js';
import { NodeRefusal } from '../../layer1.js';
import { encodeChainLock } from '../../quorum/chain-lock.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import type { FaceMethod } from '../face-method.js';

export const getBestChainLock: FaceMethod = {
  name: 'getbestchainlock',
  category: 'Blockchain',
  summary: 'the highest ChainLock',
  params: [],
  answer({ devChain, chain }) {
    const lock = devChain.bestChainLock();
    if (lock === undefined) throw new NodeRefusal(RPC_ERROR_CODES.internal, 'Unable to find any ChainLock');
    return {
      blockhash: lock.hash,
      height: lock.height,
      signature: lock.signature,
      known_block: chain.block(lock.hash) !== undefined,
      hex: bytesToHex(encodeChainLock(lock)),
    };
  },
};
