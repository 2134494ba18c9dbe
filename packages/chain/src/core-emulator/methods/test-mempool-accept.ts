import { hexToBytes, isHex } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { sizeTransaction } from '../../rules/consensus/sized-block.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { checkForMempool, checkScriptsInTurns } from '../../chain/mempool/accept.js';
import { feeAtRate } from '../../rules/policy/fee-rate.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { decodeTransaction } from '../../primitives/transaction/transaction.js';
import { Amount } from '../json/core-json.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { readFeeRate } from '../rpc/fee-rate-param.js';
import { invalidParameter, readText } from '../rpc/rpc-params.js';

/** Source: `MAX_PACKAGE_COUNT` in `src/policy/packages.h` of dashpay/dash. */
const MAX_PACKAGE = 25;

export const testMempoolAccept: EmulatorMethod = {
  name: 'testmempoolaccept',
  category: 'Rawtransactions',
  summary: 'tests whether the mempool would accept a transaction',
  params: [
    {
      name: 'rawtxs',
      type: 'json array',
      shape: '["rawtx",...]',
      about: 'the transaction, serialised, in hexadecimal',
    },
    {
      name: 'maxfeerate',
      type: 'numeric or string',
      isOptional: true,
      about: 'DASH for 1,000 bytes above which it is rejected, 0 for any; 0.10 when left out',
    },
  ],
  difference: 'One transaction at a time: packages are rejected.',
  async answer(node, params) {
    const transactions = params.list(0);
    if (transactions.length < 1 || transactions.length > MAX_PACKAGE)
      throw invalidParameter(`Array must contain between 1 and ${MAX_PACKAGE} transactions.`);
    if (transactions.length > 1)
      throw invalidParameter('Packages are not tested: call testmempoolaccept for one transaction at a time');
    const highest = readFeeRate(params.raw(1));
    const [subject] = transactions.map((hex) => read(readText(hex)));
    if (subject === undefined) return [];
    await checkScriptsInTurns(subject, node.chain, node.mempool);
    return [verdict(subject, highest, node)];
  },
};

function verdict(subject: SizedTransaction, highest: bigint, { chain, mempool }: EmulatedNode): object {
  const { txid } = subject;
  try {
    const { fee, feeSize } = checkForMempool(subject, chain, mempool);
    if (highest > 0n && fee > feeAtRate(highest, feeSize)) throw new RejectionError('max-fee-exceeded');
    return { txid, allowed: true, vsize: feeSize, fees: { base: new Amount(fee) } };
  } catch (error) {
    if (!(error instanceof RejectionError)) throw error;
    const reason = error.kind === 'missing-inputs' ? 'missing-inputs' : error.reason;
    return { txid, allowed: false, 'reject-reason': reason };
  }
}

function read(hex: string): SizedTransaction {
  try {
    if (isHex(hex)) return sizeTransaction(decodeTransaction(hexToBytes(hex)));
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
  }
  throw new NodeRejectionError(
    RPC_ERROR_CODES.deserialization,
    `TX decode failed: ${hex} Make sure the tx has at least one input.`,
  );
}
