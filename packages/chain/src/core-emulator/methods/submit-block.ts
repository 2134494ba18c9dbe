import { leadingBlockSteps, type Block } from '../../primitives/block/block.js';
import { isHex, hexToBytes } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { sizeBlockSteps } from '../../rules/consensus/sized-block.js';
import { acceptInTurns } from '../../devchain/accept-block.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { isCoinbase } from '../../primitives/transaction/transaction.js';
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
    const block = await readBlock(params.text(0));
    const [coinbase] = block.transactions;
    if (coinbase === undefined || !isCoinbase(coinbase)) {
      throw new NodeRejectionError(RPC_ERROR_CODES.deserialization, 'Block does not start with a coinbase');
    }
    try {
      const added = await acceptInTurns(local, await runInTurns(sizeBlockSteps(block)));
      return chain.isInBestChain(added) ? null : 'inconclusive';
    } catch (error) {
      if (error instanceof RejectionError) return error.reason;
      throw error;
    }
  },
};

async function readBlock(hex: string): Promise<Block> {
  try {
    if (isHex(hex)) return await runInTurns(leadingBlockSteps(hexToBytes(hex)));
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
  }
  throw new NodeRejectionError(RPC_ERROR_CODES.deserialization, 'Block decode failed');
}
