import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { helpText } from '../rpc/help-text.js';
import { difficulty } from '../../primitives/block/difficulty.js';
import type { ChainState } from '../../chain/chainstate/chain-state.js';
import { WORK_OF_BLOCK } from '../json/describe-block.js';

/** Source: `generate` in `src/rpc/mining.cpp` of dashpay/dash. */
export const generate: EmulatorMethod = {
  name: 'generate',
  category: 'Hidden',
  summary: 'is rejected: the option -generate of dash-cli replaces it',
  params: [],
  answer() {
    throw new NodeRejectionError(RPC_ERROR_CODES.methodNotFound, helpText(generate));
  },
};

export const getMiningInfo: EmulatorMethod = {
  name: 'getmininginfo',
  category: 'Mining',
  summary: 'returns the state of the chain for miners',
  params: [],
  difference:
    '`warnings` is empty; without currentblocksize and currentblocktx of the last block that was made.',
  answer: ({ chain, mempool }) => ({
    blocks: chain.tip.height,
    difficulty: difficulty(chain.tip.block.header.bits),
    networkhashps: hashesPerSecond(chain),
    pooledtx: mempool.size,
    chain: 'regtest',
    warnings: '',
  }),
};

const USUAL_SPAN = 120;
/** Blocks from one change of the difficulty to the next, were there any on regtest. */
const DIFFICULTY_INTERVAL = 576;

export const getNetworkHashps: EmulatorMethod = {
  name: 'getnetworkhashps',
  category: 'Mining',
  summary: 'the estimated hashes a second, by the times of the last blocks',
  params: [
    { name: 'nblocks', type: 'numeric', isOptional: true, about: 'number of blocks; 120 by default' },
    {
      name: 'height',
      type: 'numeric',
      isOptional: true,
      about: 'of the last of them; that of the tip when left out',
    },
  ],
  answer({ chain }, params) {
    // Dash Core reads the second param first: which one is read first is up to the compiler.
    const height = params.integer(1, -1);
    return hashesPerSecond(chain, params.integer(0, USUAL_SPAN), height);
  },
};

/** Estimates the hash rate of the network. Source: `GetNetworkHashPS` in `src/rpc/mining.cpp` of dashpay/dash. */
export function hashesPerSecond(chain: ChainState, span = USUAL_SPAN, height = -1): number {
  const last = (height >= 0 ? chain.blockAt(height) : undefined) ?? chain.tip;
  const wanted = span > 0 ? span : (last.height % DIFFICULTY_INTERVAL) + 1;
  const blocks = Math.min(wanted, last.height);
  const times = Array.from(
    { length: blocks + 1 },
    (_, index) => chain.blockAt(last.height - index)?.time ?? 0,
  );
  const seconds = times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b));
  return seconds === 0 ? 0 : (blocks * WORK_OF_BLOCK) / seconds;
}
