import { bytesToHex } from '../../base/bytes/hex.js';
import { runInTurns, StepCounter } from '../../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { encodeTransaction } from '../../primitives/transaction/transaction.js';
import { describeTransactionSteps } from '../json/describe-transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { inBlock, type EmulatedNode, type FoundTransaction } from '../rpc/emulated-node.js';
import { isNumber } from '../rpc/json-source.js';
import type { RpcParams } from '../rpc/rpc-params.js';

export const getRawTransaction: EmulatorMethod = {
  name: 'getrawtransaction',
  category: 'Rawtransactions',
  summary: 'a transaction of the mempool or of a block, serialised or described',
  params: [
    { name: 'txid', type: 'string', about: 'its id' },
    {
      name: 'verbose',
      type: 'boolean',
      isOptional: true,
      about: 'true for the decoded transaction with its status',
    },
    {
      name: 'blockhash',
      type: 'string',
      isOptional: true,
      about: 'the block that contains it, which may be outside the best chain',
    },
  ],
  difference:
    'As with a transaction index, and without one of spent outputs: no values and addresses of inputs.',
  async answer(node, params) {
    const txid = params.hash(0, 'parameter 1');
    if (txid === node.chain.blockAt(0)?.block.header.merkleRoot) {
      throw new NodeRejectionError(
        RPC_ERROR_CODES.notFound,
        'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
      );
    }
    const isVerbose = readVerbose(params, 1);
    const block = params.isGiven(2) ? blockNamed(node, params.hash(2, 'parameter 3')) : undefined;
    const found = block === undefined ? node.transaction(txid) : inBlock(txid, block);
    if (found === undefined) {
      const message =
        block === undefined
          ? 'No such mempool or blockchain transaction'
          : 'No such transaction found in the provided block';
      throw new NodeRejectionError(
        RPC_ERROR_CODES.notFound,
        `${message}. Use gettransaction for wallet transactions.`,
      );
    }
    if (!isVerbose) return bytesToHex(encodeTransaction(found.subject.transaction));
    const isActive = block && node.chain.isInBestChain(block);
    const [described] = await runInTurns(foundSteps([found], node));
    return { in_active_chain: isActive, ...described };
  },
};

/** Returns a boolean, or a number that is not 0. */
export function readVerbose(params: RpcParams, position: number): boolean {
  return isNumber(params.raw(position)) ? params.integer(position) !== 0 : params.flag(position, false);
}

/**
 * Describes transactions and their locations in steps, as they are at the first; undefined stays undefined.
 *
 * Source: `TxToJSON` in `src/rpc/rawtransaction.cpp` of dashpay/dash.
 */
export function* foundSteps(
  all: readonly (FoundTransaction | undefined)[],
  node: EmulatedNode,
): Generator<undefined, (object | undefined)[]> {
  const located = all.map((found) => found && { ...found, ...locate(found, node) });
  const counter = new StepCounter();
  const described: (object | undefined)[] = [];
  for (const found of located) {
    described.push(
      found && {
        ...(yield* describeTransactionSteps(found.subject, { withHex: true }, counter)),
        ...found.place,
        ...found.locks,
      },
    );
  }
  return described;
}

function locate(
  { subject, block }: FoundTransaction,
  node: EmulatedNode,
): { readonly place: object | undefined; readonly locks: object } {
  const isBest = block !== undefined && node.chain.isInBestChain(block);
  const chainlock = block !== undefined && node.isChainLocked(block);
  const isInstantLocked = node.isInstantLocked(subject.txid);
  return {
    place: block && {
      blockhash: block.hash,
      height: isBest ? block.height : -1,
      confirmations: isBest ? node.chain.tip.height - block.height + 1 : 0,
      ...(isBest && { time: block.time, blocktime: block.time }),
    },
    locks: {
      instantlock: isInstantLocked || chainlock,
      instantlock_internal: isInstantLocked,
      chainlock,
    },
  };
}

function blockNamed(node: EmulatedNode, hash: string): ReturnType<EmulatedNode['block']> {
  const block = node.chain.block(hash);
  if (block === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Block hash not found');
  return block;
}
