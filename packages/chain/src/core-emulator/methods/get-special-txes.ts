import { bytesToHex } from '../../base/bytes/hex.js';
import { carriesPayload, encodeTransaction } from '../../primitives/transaction/transaction.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';
import { foundSteps } from './get-raw-transaction.js';

const ANY_TYPE = -1;
const USUAL_COUNT = 10;

export const getSpecialTxes: EmulatorMethod = {
  name: 'getspecialtxes',
  category: 'Blockchain',
  summary: 'the special transactions of a block: their ids, serialised, or described',
  params: [
    { name: 'blockhash', type: 'string', about: 'its hash' },
    {
      name: 'type',
      type: 'numeric',
      isOptional: true,
      about: 'of one type only; -1 for all, as when left out',
    },
    { name: 'count', type: 'numeric', isOptional: true, about: 'maximum number of results; 10 by default' },
    { name: 'skip', type: 'numeric', isOptional: true, about: 'number of results to skip' },
    {
      name: 'verbosity',
      type: 'numeric',
      isOptional: true,
      about: '0 for ids (the default), 1 for hexadecimal, 2 for decoded transactions',
    },
  ],
  async answer(node, params) {
    const hash = params.hash(0, 'blockhash');
    const wanted = params.integer(1, ANY_TYPE);
    const count = params.integer(2, USUAL_COUNT);
    if (count < 0) throw invalidParameter('Negative count');
    const skip = params.integer(3, 0);
    if (skip < 0) throw invalidParameter('Negative skip');
    const verbosity = params.integer(4, 0);
    if (verbosity < 0 || verbosity > 2) throw invalidParameter('Verbosity must be in range 0..2');
    const block = node.block(hash);
    const special = block.block.transactions.filter(({ transaction }) => {
      return carriesPayload(transaction) && (wanted === ANY_TYPE || transaction.type === wanted);
    });
    const chosen = special.slice(skip, skip + count);
    if (verbosity === 0) return chosen.map(({ txid }) => txid);
    if (verbosity === 1) return chosen.map(({ transaction }) => bytesToHex(encodeTransaction(transaction)));
    const found = chosen.map((subject) => ({ subject, block }));
    return runInTurns(foundSteps(found, node));
  },
};
