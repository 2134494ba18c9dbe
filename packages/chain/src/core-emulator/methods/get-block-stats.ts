import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { blockSubsidy } from '../../rules/consensus/subsidy.js';
import { isUnspendable } from '../../primitives/script/script-shape.js';
import type { TransactionOutput } from '../../primitives/transaction/transaction.js';
import { coinsSpentBy, paidFee } from '../json/describe-transaction.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { isNumber } from '../rpc/json-source.js';
import { invalidParameter, readText, type RpcParams } from '../rpc/rpc-params.js';

/** Bytes that the outpoint, the height and the mark of a coinbase take of an unspent output. */
const COIN_OVERHEAD = 36 + 4 + 1;
const PERCENTILES = [10, 25, 50, 75, 90];

export const getBlockStats: EmulatorMethod = {
  name: 'getblockstats',
  category: 'Blockchain',
  summary: 'sums and medians over the transactions of a block, amounts in duffs',
  params: [
    { name: 'hash_or_height', type: 'numeric or string', about: 'the block' },
    {
      name: 'stats',
      type: 'json array',
      isOptional: true,
      about: 'the members that are wanted',
    },
  ],
  answer(node, params) {
    const all = statsOf(blockNamed(node, params));
    if (!params.isGiven(1)) return all;
    const wanted = [...new Set(params.list(1).map(readText))].toSorted();
    if (wanted.length === 0) return all;
    return Object.fromEntries(
      wanted.map((name) => {
        if (Object.hasOwn(all, name)) return [name, all[name]];
        throw invalidParameter(`Invalid selected statistic '${name}'`);
      }),
    );
  },
};

function blockNamed(node: EmulatedNode, params: RpcParams): ChainBlock {
  if (!isNumber(params.raw(0))) return node.block(params.hash(0, 'hash_or_height'));
  const height = params.integer(0);
  if (height < 0) throw invalidParameter(`Target block height ${height} is negative`);
  const block = node.chain.blockAt(height);
  if (block !== undefined) return block;
  throw invalidParameter(`Target block height ${height} after current tip ${node.chain.tip.height}`);
}

/** Returns the statistics of a block. Source: `getblockstats` in `src/rpc/blockchain.cpp` of dashpay/dash. */
function statsOf(block: ChainBlock): Readonly<Record<string, unknown>> {
  const { transactions } = block.block;
  const [, ...paying] = transactions;
  const coins = coinsSpentBy(block) ?? new Map();
  const fees = paying.map(({ transaction }) => paidFee(transaction, coins));
  const rates = paying.map(({ size }, index) => (fees[index] ?? 0n) / BigInt(size));
  const sizes = paying.map(({ size }) => BigInt(size));
  const totalSize = sum(sizes);
  const totalFee = sum(fees);
  const outputs = transactions.flatMap(({ transaction }) => transaction.outputs);
  const unspent =
    block.previous === undefined ? [] : outputs.filter(({ scriptPubKey }) => !isUnspendable(scriptPubKey));
  const ins = paying.reduce((count, { transaction }) => count + transaction.inputs.length, 0);
  const spentSize = sum([...coins.values()].map(coinSize));
  return {
    avgfee: average(totalFee, paying.length),
    avgfeerate: totalSize === 0n ? 0n : totalFee / totalSize,
    avgtxsize: average(totalSize, paying.length),
    blockhash: block.hash,
    feerate_percentiles: percentiles(rates, sizes, totalSize),
    height: block.height,
    ins,
    maxfee: highest(fees),
    maxfeerate: highest(rates),
    maxtxsize: highest(sizes),
    medianfee: median(fees),
    mediantime: block.medianTime,
    mediantxsize: median(sizes),
    minfee: lowest(fees),
    minfeerate: lowest(rates),
    mintxsize: lowest(sizes),
    outs: outputs.length,
    subsidy: block.height === 0 ? sum(outputs.map(({ value }) => value)) : blockSubsidy(block.height),
    time: block.time,
    total_out: sum(paying.flatMap(({ transaction }) => transaction.outputs.map(({ value }) => value))),
    total_size: totalSize,
    totalfee: totalFee,
    txs: transactions.length,
    utxo_increase: outputs.length - ins,
    utxo_size_inc: sum(outputs.map(coinSize)) - spentSize,
    utxo_increase_actual: unspent.length - ins,
    utxo_size_inc_actual: sum(unspent.map(coinSize)) - spentSize,
  };
}

function coinSize({ scriptPubKey: { length } }: TransactionOutput): bigint {
  const lengthOfLength = length < 0xfd ? 1 : 3;
  return BigInt(8 + lengthOfLength + length + COIN_OVERHEAD);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function average(total: bigint, count: number): bigint {
  return count === 0 ? 0n : total / BigInt(count);
}

function highest(values: readonly bigint[]): bigint {
  return sorted(values).at(-1) ?? 0n;
}

function lowest(values: readonly bigint[]): bigint {
  return sorted(values)[0] ?? 0n;
}

function median(values: readonly bigint[]): bigint {
  const inOrder = sorted(values);
  const [below, above] = [inOrder[(inOrder.length - 1) >> 1], inOrder[inOrder.length >> 1]];
  return below === undefined || above === undefined ? 0n : (below + above) / 2n;
}

function sorted(values: readonly bigint[]): bigint[] {
  return values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}

/** Returns the rates that so many percent of the bytes do not pay more than. */
function percentiles(rates: readonly bigint[], sizes: readonly bigint[], totalSize: bigint): bigint[] {
  const bySize = rates
    .map((rate, index) => ({ rate, size: sizes[index] ?? 0n }))
    .toSorted((a, b) => Number(a.rate - b.rate) || Number(a.size - b.size));
  return PERCENTILES.map((percent) => {
    let bytes = 0n;
    const at = bySize.find(({ size }) => (bytes += size) * 100n >= totalSize * BigInt(percent));
    return at?.rate ?? bySize.at(-1)?.rate ?? 0n;
  });
}
