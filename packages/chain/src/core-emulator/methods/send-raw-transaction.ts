import { hexToBytes, isHex } from '../../base/bytes/hex.js';
import { decodeSubmitted } from '../../chain/mempool/submit.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { readFeeRate } from '../rpc/fee-rate-param.js';

export const sendRawTransaction: EmulatorMethod = {
  name: 'sendrawtransaction',
  category: 'Rawtransactions',
  summary: 'submits a transaction to the mempool and returns its id',
  params: [
    { name: 'hexstring', type: 'string', about: 'the transaction, serialised, in hexadecimal' },
    {
      name: 'maxfeerate',
      type: 'numeric or string',
      isOptional: true,
      about: 'DASH for 1,000 bytes above which it is rejected, 0 for any; 0.10 when left out',
    },
    { name: 'instantsend', type: 'boolean', isOptional: true, about: 'ignored' },
    { name: 'bypasslimits', type: 'boolean', isOptional: true, about: 'true to accept a low fee' },
  ],
  difference: 'Injected faults apply first.',
  answer({ devChain }, params) {
    const hex = params.text(0);
    // Text that is not hexadecimal is reported like bytes that are no transaction.
    const transaction = isHex(hex) ? hexToBytes(hex) : new Uint8Array();
    decodeSubmitted(transaction);
    const maxFeeRate = readFeeRate(params.raw(1));
    const anyFee = params.flag(3, false);
    return devChain.sendTransaction(transaction, { maxFeeRate, anyFee });
  },
};
