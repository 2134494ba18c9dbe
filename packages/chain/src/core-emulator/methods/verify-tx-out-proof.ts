import { blockHash, decodeBlockHeader } from '../../primitives/block/block-header.js';
import { BLOCK_HEADER_SIZE } from '../../primitives/block/block-header-size.js';
import { decodePartialMerkleTree, extractMerkleProof } from '../../primitives/block/partial-merkle-tree.js';
import { hexToBytes, isHex } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { endOfData, invalidParameter, textOf } from '../rpc/rpc-params.js';

export const verifyTxOutProof: EmulatorMethod = {
  name: 'verifytxoutproof',
  category: 'Blockchain',
  summary:
    'returns the ids of the transactions that a proof shows to be in a block of the best chain; empty if the proof is invalid',
  params: [{ name: 'proof', type: 'string', about: 'result of gettxoutproof' }],
  answer({ chain }, params) {
    // Another type than a text counts as an empty one.
    const hex = textOf(params.raw(0));
    if (!isHex(hex) || hex === '') throw invalidParameter(`proof must be hexadecimal string (not '${hex}')`);
    const { header, tree } = read(hexToBytes(hex));
    const proof = extractMerkleProof(tree);
    if (!proof.valid || proof.merkleRoot !== header.merkleRoot) return [];
    const block = chain.block(blockHash(header));
    if (block === undefined || !chain.isInBestChain(block)) {
      throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Block not found in chain');
    }
    return tree.transactionCount === block.block.transactions.length
      ? proof.matches.map(({ txid }) => txid)
      : [];
  },
};

function read(bytes: Uint8Array): {
  readonly header: ReturnType<typeof decodeBlockHeader>;
  readonly tree: ReturnType<typeof decodePartialMerkleTree>;
} {
  try {
    return {
      header: decodeBlockHeader(bytes.subarray(0, BLOCK_HEADER_SIZE)),
      tree: decodePartialMerkleTree(bytes.subarray(BLOCK_HEADER_SIZE)),
    };
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw endOfData();
  }
}
