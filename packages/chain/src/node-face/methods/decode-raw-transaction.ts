import { hexToBytes, isHex } from '../../bytes/hex.js';
import { MalformedBytes } from '../../bytes/malformed-bytes.js';
import { sizeTransaction } from '../../consensus/sized-block.js';
import { NodeRefusal } from '../../layer1.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import { decodeTransaction } from '../../transaction/transaction.js';
import { describeTransaction } from '../describe-transaction.js';
import type { FaceMethod } from '../face-method.js';

export const decodeRawTransaction: FaceMethod = {
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'what is in a transaction',
  params: [{ name: 'hexstring', type: 'string', about: 'the transaction, serialised, in hexadecimal' }],
  answer(_, params) {
    const hex = params.text(0);
    try {
      if (isHex(hex)) {
        return describeTransaction(sizeTransaction(decodeTransaction(hexToBytes(hex))), { withHex: false });
      }
    } catch (error) {
      if (!(error instanceof MalformedBytes)) throw error;
    }
    throw new NodeRefusal(RPC_ERROR_CODES.deserialization, 'TX decode failed');
  },
};
