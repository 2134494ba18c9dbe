import { decodeLeadingBlock, type Block } from '../../block/block.js';
import { isHex, hexToBytes } from '../../bytes/hex.js';
import { MalformedBytesError } from '../../bytes/malformed-bytes-error.js';
import { RejectionError } from '../../consensus/rejection-error.js';
import { sizeBlock } from '../../consensus/sized-block.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { isCoinbase } from '../../transaction/transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const submitBlock: EmulatorMethod = {
  name: 'submitblock',
  category: 'Mining',
  summary: 'submits a block; returns null if it is the new tip, otherwise the reject reason',
  params: [
    { name: 'hexdata', type: 'string', about: 'the block, serialised, in hexadecimal' },
    { name: 'dummy', type: 'string', isOptional: true, about: 'ignored' },
  ],
  difference: 'Blocks from the future are accepted: the clock follows the blocks.',
  async answer({ chain, local }, params) {
    const block = readBlock(params.text(0));
    const [coinbase] = block.transactions;
    if (coinbase === undefined || !isCoinbase(coinbase)) {
      throw new NodeRejectionError(RPC_ERROR_CODES.deserialization, 'Block does not start with a coinbase');
    }
    try {
      const added = await local.acceptInTurns(sizeBlock(block));
      return chain.isInBestChain(added) ? null : 'inconclusive';
    } catch (error) {
      if (error instanceof RejectionError) return error.reason;
      throw error;
    }
  },
};

function readBlock(hex: string): Block {
  try {
    if (isHex(hex)) return decodeLeadingBlock(hexToBytes(hex));
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
  }
  throw new NodeRejectionError(RPC_ERROR_CODES.deserialization, 'Block decode failed');
}
