import { hexToBytes, isHex } from '../../bytes/hex.js';
import { MalformedBytes } from '../../bytes/malformed-bytes.js';
import { Rejection } from '../../consensus/rejection.js';
import { sizeTransaction } from '../../consensus/sized-block.js';
import type { SizedTransaction } from '../../consensus/transaction-rules.js';
import { NodeRefusal } from '../../layer1.js';
import { checkForMempool } from '../../mempool/accept.js';
import { feeAtRate } from '../../policy/fee-rate.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import { decodeTransaction } from '../../transaction/transaction.js';
import { Amount } from '../core-json.js';
import type { FaceMethod } from '../face-method.js';
import type { FaceNode } from '../face-node.js';
import { readFeeRate } from '../fee-rate-param.js';
import { invalidParameter, readText } from '../rpc-params.js';

export const testMempoolAccept: FaceMethod = {
  name: 'testmempoolaccept',
  category: 'Rawtransactions',
  summary: 'whether the mempool would let a transaction in, and why not',
  params: [
    { name: 'rawtxs', type: 'json array', about: 'the transaction, serialised, in hexadecimal' },
    {
      name: 'maxfeerate',
      type: 'numeric or string',
      isOptional: true,
      about: 'DASH for 1,000 bytes above which it is refused, 0 for any; 0.10 when left out',
    },
  ],
  difference: 'One transaction at a time: packages are refused.',
  answer(node, params) {
    const transactions = params.list(0);
    if (transactions.length !== 1) throw invalidParameter('Array must contain between 1 and 1 transactions.');
    const highest = readFeeRate(params.raw(1));
    return transactions.map((hex) => verdict(read(readText(hex)), highest, node));
  },
};

function verdict(subject: SizedTransaction, highest: bigint, { chain, mempool }: FaceNode): object {
  const { txid } = subject;
  try {
    const { fee, feeSize } = checkForMempool(subject, chain, mempool);
    if (highest > 0n && fee > feeAtRate(highest, feeSize)) throw new Rejection('max-fee-exceeded');
    return { txid, allowed: true, vsize: feeSize, fees: { base: new Amount(fee) } };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const reason = error.kind === 'missing-inputs' ? 'missing-inputs' : error.reason;
    return { txid, allowed: false, 'reject-reason': reason };
  }
}

function read(hex: string): SizedTransaction {
  try {
    if (isHex(hex)) return sizeTransaction(decodeTransaction(hexToBytes(hex)));
  } catch (error) {
    if (!(error instanceof MalformedBytes)) throw error;
  }
  throw new NodeRefusal(
    RPC_ERROR_CODES.deserialization,
    `TX decode failed: ${hex} Make sure the tx has at least one input.`,
  );
}
