import { hexToBytes, isHex } from '../../bytes/hex.js';
import { MalformedBytesError } from '../../bytes/malformed-bytes-error.js';
import { sizeTransaction } from '../../consensus/sized-block.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { decodeTransaction } from '../../transaction/transaction.js';
import { describeTransaction } from '../json/describe-transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const decodeRawTransaction: EmulatorMethod = {
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'decodes a transaction',
  params: [{ name: 'hexstring', type: 'string', about: 'the transaction, serialised, in hexadecimal' }],
  answer(_, params) {
    const hex = params.text(0);
    try {
      if (isHex(hex)) {
        return describeTransaction(sizeTransaction(decodeTransaction(hexToBytes(hex))), { withHex: false });
      }
    } catch (error) {
      if (!(error instanceof MalformedBytesError)) throw error;
    }
    throw new NodeRejectionError(RPC_ERROR_CODES.deserialization, 'TX decode failed');
  },
};
