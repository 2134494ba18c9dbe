import { encodeBlockHeader } from '../../primitives/block/block-header.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { describeHeader } from '../json/describe-block.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

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
