import { encodeBlockHeader } from '../../primitives/block/block-header.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { describeHeader } from '../json/describe-block.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { ChainState } from '../../chain/chainstate/chain-state.js';
import { invalidParameter } from '../rpc/rpc-params.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';

export const getBlockHeader: EmulatorMethod = {
  name: 'getblockheader',
  category: 'Blockchain',
  summary: "a block's header, described or serialised",
  params: [
    { name: 'blockhash', type: 'string', about: 'the hash of the block' },
    { name: 'verbose', type: 'boolean', isOptional: true, about: 'false for hexadecimal' },
  ],
  answer(node, params) {
    const hash = params.hash(0, 'hash');
    const isVerbose = params.flag(1, true);
    const block = node.block(hash);
    return isVerbose ? describeHeader(block, node) : bytesToHex(encodeBlockHeader(block.block.header));
  },
};

/** Source: `MAX_HEADERS_UNCOMPRESSED_RESULT` in `src/net_processing.h` of dashpay/dash. */
const MAX_HEADERS = 2000;

export const getBlockHeaders: EmulatorMethod = {
  name: 'getblockheaders',
  category: 'Blockchain',
  summary: 'the headers of blocks that follow each other in the best chain',
  params: [
    { name: 'blockhash', type: 'string', about: 'the hash of the first' },
    {
      name: 'count',
      type: 'numeric',
      isOptional: true,
      about: 'number of headers, 1 to 2000; 2000 by default',
    },
    { name: 'verbose', type: 'boolean', isOptional: true, about: 'false for hexadecimal' },
  ],
  answer(node, params) {
    const first = node.block(params.hash(0, 'blockhash'));
    const count = params.integer(1, MAX_HEADERS);
    if (count <= 0 || count > MAX_HEADERS) throw invalidParameter('Count is out of range');
    const blocks = followers(first, count, node.chain);
    return params.flag(2, true)
      ? blocks.map((block) => describeHeader(block, node))
      : blocks.map((block) => bytesToHex(encodeBlockHeader(block.block.header)));
  },
};

/** Returns a block, and those that follow it where it is in the best chain. */
export function followers(first: ChainBlock, count: number, chain: ChainState): ChainBlock[] {
  if (!chain.isInBestChain(first)) return [first];
  return Array.from({ length: count }, (_, index) => chain.blockAt(first.height + index)).filter(
    (block) => block !== undefined,
  );
}

export const getBlockHashes: EmulatorMethod = {
  name: 'getblockhashes',
  category: 'Blockchain',
  summary: 'rejected, as by a node without an index of the times of blocks',
  params: [
    { name: 'high', type: 'numeric', about: 'the latest time' },
    { name: 'low', type: 'numeric', about: 'the earliest time' },
  ],
  answer(_, params) {
    params.integer(0);
    params.integer(1);
    throw new NodeRejectionError(
      RPC_ERROR_CODES.invalidRequest,
      'Timestamp index is disabled. You should run Dash Core with -timestampindex (requires reindex)',
    );
  },
};
