import { encodeBlockHeader } from '../../block/block-header.js';
import { buildPartialMerkleTree, encodePartialMerkleTree } from '../../block/partial-merkle-tree.js';
import { bytesToHex } from '../../bytes/hex.js';
import type { ChainBlock } from '../../chainstate/chain-block.js';
import { NodeRefusal } from '../../layer1.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import type { FaceMethod } from '../face-method.js';
import type { FaceNode } from '../face-node.js';
import { invalidParameter, readHash, readText } from '../rpc-params.js';

export const getTxOutProof: FaceMethod = {
  name: 'gettxoutproof',
  category: 'Blockchain',
  summary: 'a proof that transactions are in a block',
  params: [
    { name: 'txids', type: 'json array', about: 'their ids' },
    {
      name: 'blockhash',
      type: 'string',
      isOptional: true,
      about: 'the block; that of the first of them when left out',
    },
  ],
  answer(node, params) {
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
    const tree = encodePartialMerkleTree(buildPartialMerkleTree(all, txids));
    return bytesToHex(encodeBlockHeader(block.header)) + bytesToHex(tree);
  },
};

function blockOf(txids: ReadonlySet<string>, node: FaceNode): ChainBlock {
  for (const txid of txids) {
    const block = node.transaction(txid)?.block;
    if (block !== undefined) return block;
  }
  throw notFound('Transaction not yet in block');
}

function notFound(message: string): NodeRefusal {
  return new NodeRefusal(RPC_ERROR_CODES.notFound, message);
}
