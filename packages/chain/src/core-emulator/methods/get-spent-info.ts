import { runInTurns } from '../../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { isCoinbase, type OutPoint, type Transaction } from '../../primitives/transaction/transaction.js';
import type { Branch } from '../json/describe-quorum.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { isNumber } from '../rpc/json-source.js';
import { readHash, RpcParams } from '../rpc/rpc-params.js';

/** Limits the blocks that are read in one step. */
const BLOCKS_PER_STEP = 200;
/** In the place of a height: the mempool. */
const MEMPOOL_HEIGHT = -1;

const notFound = (message: string): NodeRejectionError =>
  new NodeRejectionError(RPC_ERROR_CODES.notFound, message);

/** Source: `getspentinfo` in `src/rpc/node.cpp` and `GetSpentIndex` in `src/rpc/index_util.cpp` of dashpay/dash. */
export const getSpentInfo: EmulatorMethod = {
  name: 'getspentinfo',
  category: 'Addressindex',
  summary: 'the input that spends an output, in the mempool or in a block',
  params: [
    {
      name: 'request',
      type: 'json object',
      shape: '{"txid":"hex","index":n}',
      isOptional: true,
      about: 'the output: the id of its transaction, and its index',
    },
  ],
  async answer(node, params) {
    const members = params.members(0);
    const [txid, index] = [members.get('txid'), members.get('index')];
    if (typeof txid !== 'string' || !isNumber(index)) throw notFound('Invalid txid or index');
    const outPoint = { txid: readHash(txid, 'txid'), index: new RpcParams([index]).integer(0) };
    const found =
      inMempool(node, outPoint) ??
      (await runInTurns(inBlocks({ tip: node.chain.tip, chain: node.chain }, outPoint)));
    if (found === undefined) throw notFound('Unable to get spent info');
    return found;
  },
};

/** Describes an input: its transaction, its place there, and the height of the block. */
interface Spender {
  readonly txid: string;
  readonly index: number;
  readonly height: number;
}

function inMempool({ mempool }: EmulatedNode, outPoint: OutPoint): Spender | undefined {
  for (const { txid, transaction } of mempool.entries()) {
    const index = spendingInput(transaction, outPoint);
    if (index !== undefined) return { txid, index, height: MEMPOOL_HEIGHT };
  }
  return undefined;
}

function* inBlocks({ tip, chain }: Branch, outPoint: OutPoint): Generator<undefined, Spender | undefined> {
  for (let { height } = tip; height > 0; height -= 1) {
    for (const { txid, transaction } of chain.ancestorOf(tip, height)?.block.transactions ?? []) {
      const index = spendingInput(transaction, outPoint);
      if (index !== undefined) return { txid, index, height };
    }
    if (height % BLOCKS_PER_STEP === 0) yield;
  }
  return undefined;
}

function spendingInput(transaction: Transaction, { txid, index }: OutPoint): number | undefined {
  if (isCoinbase(transaction)) return undefined;
  const found = transaction.inputs.findIndex(
    ({ previousOutput }) => previousOutput.txid === txid && previousOutput.index === index,
  );
  return found === -1 ? undefined : found;
}
