import { bytesToHex } from '../../base/bytes/hex.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { encodeTransaction } from '../../primitives/transaction/transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { inBlock, type EmulatedNode, type FoundTransaction } from '../rpc/emulated-node.js';
import { invalidParameter, readHash, readText, RpcParams } from '../rpc/rpc-params.js';
import { foundSteps, readVerbose } from './get-raw-transaction.js';

const MAX_TRANSACTIONS = 100;
/** In the place of a block's hash: transactions wherever they are. */
const ANYWHERE = /^0*$/;

export const getRawTransactionMulti: EmulatorMethod = {
  name: 'getrawtransactionmulti',
  category: 'Rawtransactions',
  summary: 'returns transactions by id, serialised or decoded; the text None for an unknown one',
  params: [
    {
      name: 'transactions',
      type: 'json object',
      shape: '{"blockhash":["txid",...]}',
      about: 'lists of ids by the hashes of the blocks they are in, or by 0; 100 at most',
    },
    {
      name: 'verbose',
      type: 'boolean',
      isOptional: true,
      about: 'true for decoded transactions with their status',
    },
  ],
  async answer(node, params) {
    const named = params.members(0);
    const isVerbose = readVerbose(params, 1);
    if (named.size > MAX_TRANSACTIONS) {
      throw invalidParameter(`Up to ${MAX_TRANSACTIONS} blocks and txids only`);
    }
    const wanted = [...named].flatMap(([block, txids]) => {
      return new RpcParams([txids]).list(0).map((txid) => ({ block, txid: readText(txid) }));
    });
    if (wanted.length > MAX_TRANSACTIONS) {
      throw invalidParameter(`Up to ${MAX_TRANSACTIONS} txids in total`);
    }
    const all = wanted.map(({ block, txid }) => transactionIn(node, block, txid));
    const answers = isVerbose
      ? await runInTurns(foundSteps(all, node))
      : all.map((found) => found && bytesToHex(encodeTransaction(found.subject.transaction)));
    return Object.fromEntries(wanted.map(({ txid }, index) => [txid, answers[index] ?? 'None']));
  },
};

function transactionIn(node: EmulatedNode, block: string, txid: string): FoundTransaction | undefined {
  if (ANYWHERE.test(block)) return node.transaction(readHash(txid, 'transaction id'));
  const named = node.chain.block(block.toLowerCase());
  return named && inBlock(readHash(txid, 'transaction id'), named);
}
