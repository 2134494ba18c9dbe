import { hexToBytes, isHex } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { sizeTransaction } from '../../rules/consensus/sized-block.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { decodeTransaction } from '../../primitives/transaction/transaction.js';
import { describeTransactionSteps } from '../json/describe-transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const decodeRawTransaction: EmulatorMethod = {
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'decodes a transaction',
  params: [{ name: 'hexstring', type: 'string', about: 'the transaction, serialised, in hexadecimal' }],
  async answer(_, params) {
    const hex = params.text(0);
    try {
      if (isHex(hex)) {
        const subject = sizeTransaction(decodeTransaction(hexToBytes(hex)));
        return await runInTurns(describeTransactionSteps(subject, { withHex: false }));
      }
    } catch (error) {
      if (!(error instanceof MalformedBytesError)) throw error;
    }
    throw new NodeRejectionError(RPC_ERROR_CODES.deserialization, 'TX decode failed');
  },
};
