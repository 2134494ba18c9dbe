import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter, readHash, readText } from '../rpc/rpc-params.js';

const MAX_TRANSACTIONS = 100;

export const getTxChainLocks: EmulatorMethod = {
  name: 'gettxchainlocks',
  category: 'Rawtransactions',
  summary: 'returns the heights of transactions, and whether a ChainLock or the mempool has them',
  params: [{ name: 'txids', type: 'json array', shape: '["txid",...]', about: 'ids, 100 at most' }],
  answer(node, params) {
    const txids = params.list(0);
    if (txids.length > MAX_TRANSACTIONS) throw invalidParameter(`Up to ${MAX_TRANSACTIONS} txids only`);
    return txids.map((value) => {
      const txid = readHash(readText(value), 'txid');
      if (txid === node.chain.blockAt(0)?.block.header.merkleRoot) {
        throw new NodeRejectionError(
          RPC_ERROR_CODES.notFound,
          'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
        );
      }
      const found = node.transaction(txid);
      const block = found?.block;
      return {
        height: block?.height ?? -1,
        chainlock: block !== undefined && node.isChainLocked(block),
        mempool: found !== undefined && block === undefined,
      };
    });
  },
};
