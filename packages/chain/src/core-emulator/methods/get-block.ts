import { bytesToHex } from '../../base/bytes/hex.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { describeBlockSteps, type BlockVerbosity } from '../json/describe-block.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { RpcParams } from '../rpc/rpc-params.js';

export const getBlock: EmulatorMethod = {
  name: 'getblock',
  category: 'Blockchain',
  summary:
    'a block: serialised, its header and transaction ids, its transactions, or those with the coins they spend',
  params: [
    { name: 'blockhash', type: 'string', about: 'its hash' },
    {
      name: 'verbosity',
      aliases: ['verbose'],
      type: 'numeric',
      isOptional: true,
      about:
        '0 for hexadecimal, 1 for ids (as when left out), 2 for transactions, 3 for the coins they spend as well',
    },
  ],
  async answer(node, params) {
    const block = node.block(params.hash(0, 'blockhash'));
    const verbosity = readVerbosity(params);
    return verbosity === undefined
      ? bytesToHex(block.serialized)
      : runInTurns(describeBlockSteps(block, node, verbosity));
  },
};

function readVerbosity(params: RpcParams): BlockVerbosity | undefined {
  const isFlag = typeof params.raw(1) === 'boolean';
  const verbosity = isFlag ? Number(params.flag(1, true)) : params.integer(1, 1);
  if (verbosity <= 0) return undefined;
  if (verbosity === 1) return 'ids';
  return verbosity === 2 ? 'transactions' : 'prevouts';
}
