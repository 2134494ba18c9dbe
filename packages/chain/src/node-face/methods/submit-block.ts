import { decodeBlock, type Block } from '../../block/block.js';
import { isHex, hexToBytes } from '../../bytes/hex.js';
import { MalformedBytes } from '../../bytes/malformed-bytes.js';
import { Rejection } from '../../consensus/rejection.js';
import { sizeBlock } from '../../consensus/sized-block.js';
import { NodeRefusal } from '../../layer1.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import { isCoinbase } from '../../transaction/transaction.js';
import type { FaceMethod } from '../face-method.js';

export const submitBlock: FaceMethod = {
  name: 'submitblock',
  category: 'Mining',
  summary: 'hands a block to the chain; null where it is the new tip, or why it is not',
  params: [
    { name: 'hexdata', type: 'string', about: 'the block, serialised, in hexadecimal' },
    { name: 'dummy', type: 'string', isOptional: true, about: 'ignored' },
  ],
  difference: 'A block from the future is taken: the clock is that of the blocks.',
  answer({ chain, local }, params) {
    const block = readBlock(params.text(0));
    const [coinbase] = block.transactions;
    if (coinbase === undefined || !isCoinbase(coinbase)) {
      throw new NodeRefusal(RPC_ERROR_CODES.deserialization, 'Block does not start with a coinbase');
    }
    try {
      const added = chain.accept(sizeBlock(block));
      return chain.isInBestChain(added) ? null : 'inconclusive';
    } catch (error) {
      if (error instanceof Rejection) return error.reason;
      throw error;
    } finally {
      local.settle();
    }
  },
};

function readBlock(hex: string): Block {
  try {
    if (isHex(hex)) return decodeBlock(hexToBytes(hex));
  } catch (error) {
    if (!(error instanceof MalformedBytes)) throw error;
  }
  throw new NodeRefusal(RPC_ERROR_CODES.deserialization, 'Block decode failed');
}
