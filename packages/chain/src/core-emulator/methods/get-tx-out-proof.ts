import { encodeBlockHeader } from '../../primitives/block/block-header.js';
import {
  buildPartialMerkleTreeInTurns,
  encodePartialMerkleTree,
} from '../../primitives/block/partial-merkle-tree.js';
import { bytesToHex, compareHashes } from '../../base/bytes/hex.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter, readHash, readText } from '../rpc/rpc-params.js';

export const getTxOutProof: EmulatorMethod = {
  name: 'gettxoutproof',
  category: 'Blockchain',
  summary: 'a proof that transactions are in a block',
  params: [
    { name: 'txids', type: 'json array', shape: '["txid",...]', about: 'their ids' },
    {
      name: 'blockhash',
      type: 'string',
      isOptional: true,
      about: 'the block; that of the first of them when left out',
    },
  ],
  async answer(node, params) {
    const txids = new Set<string>();
    for (const given of params.list(0)) {
      const txid = readHash(readText(given), 'txid');
      if (txids.has(txid)) throw invalidParameter(`Invalid parameter, duplicated txid: ${txid}`);
      txids.add(txid);
    }
    if (txids.size === 0) throw invalidParameter("Parameter 'txids' cannot be empty");
    const { block } = params.isGiven(1) ? node.block(params.hash(1, 'blockhash')) : blockOf(txids, node);
    const all = block.transactions.map(({ txid }) => txid);
    if (all.filter((txid) => txids.has(txid)).length !== txids.size) {
      throw notFound('Not all transactions found in specified or retrieved block');
    }
    const tree = encodePartialMerkleTree(await buildPartialMerkleTreeInTurns(all, txids));
    return bytesToHex(encodeBlockHeader(block.header)) + bytesToHex(tree);
  },
};

function blockOf(txids: ReadonlySet<string>, node: EmulatedNode): ChainBlock {
  const sorted = [...txids].toSorted(compareHashes);
  // A block is found by an unspent output of any of them, else by the index of transactions, which the first one is searched in.
  for (const txid of sorted) {
    const found = node.transaction(txid);
    const outputs = found?.subject.transaction.outputs.keys() ?? [];
    const hasCoin = [...outputs].some((index) => node.chain.coins.coin({ txid, index }));
    if (hasCoin && found?.block !== undefined) return found.block;
  }
  const block = node.transaction(sorted[0] ?? '')?.block;
  // The index does not have the genesis block.
  if (block !== undefined && block.height > 0) return block;
  throw notFound('Transaction not yet in block');
}

function notFound(message: string): NodeRejectionError {
  return new NodeRejectionError(RPC_ERROR_CODES.notFound, message);
}
