import { bytesToHex } from '../../bytes/hex.js';
import { encodeTransaction } from '../../transaction/transaction.js';
import type { FaceMethod } from '../face-method.js';
import { inBlock } from '../face-node.js';
import { invalidParameter, readHash, readText, RpcParams } from '../rpc-params.js';
import { describeFound, readVerbose } from './get-raw-transaction.js';

const MOST_TRANSACTIONS = 100;
/** In the place of a block's hash: transactions wherever they are. */
const ANYWHERE = '0';

export const getRawTransactionMulti: FaceMethod = {
  name: 'getrawtransactionmulti',
  category: 'Rawtransactions',
  summary: 'transactions by their ids, serialised or described; the text None for one that is not known',
  params: [
    {
      name: 'transactions',
      type: 'json object',
      about: 'lists of ids by the hashes of the blocks they are in, or by 0; 100 at most',
    },
    {
      name: 'verbose',
      type: 'boolean',
      isOptional: true,
      about: 'true for what is in them and where they are',
    },
  ],
  answer(node, params) {
    const named = [...params.members(0)].flatMap(([block, txids]) => {
      return new RpcParams([txids])
        .list(0)
        .map((txid) => ({ block, txid: readHash(readText(txid), 'txid') }));
    });
    const isVerbose = readVerbose(params, 1);
    if (named.length > MOST_TRANSACTIONS) {
      throw invalidParameter(`Up to ${MOST_TRANSACTIONS} blocks and txids only`);
    }
    const answers = named.map(({ block, txid }): [string, unknown] => {
      const found =
        block === ANYWHERE ? node.transaction(txid) : inBlock(txid, node.block(readHash(block, 'blockhash')));
      if (found === undefined) return [txid, 'None'];
      return [
        txid,
        isVerbose ? describeFound(found, node) : bytesToHex(encodeTransaction(found.subject.transaction)),
      ];
    });
    return Object.fromEntries(answers);
  },
};
