import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { writeVarInt } from '../../base/bytes/var-int.js';
import { compareHashes, displayHash } from '../../base/bytes/hex.js';
import type { Coin } from '../../rules/consensus/coin.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { Amount } from '../json/core-json.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

/** Bytes that Dash Core counts for a coin beside its script: id, index, height, value and the length of the script. */
const COIN_SIZE = 32 + 4 + 4 + 8 + 2;
const HASH_TYPES: ReadonlySet<string> = new Set(['hash_serialized_2', 'none']);

/** Source: `gettxoutsetinfo` in `src/rpc/blockchain.cpp`, `ComputeUTXOStats` in `src/kernel/coinstats.cpp` of dashpay/dash. */
export const getTxOutSetInfo: EmulatorMethod = {
  name: 'gettxoutsetinfo',
  category: 'Blockchain',
  summary: 'counts, sums and hashes the unspent outputs of the chain',
  params: [
    {
      name: 'hash_type',
      type: 'string',
      isOptional: true,
      about: 'hash_serialized_2 or none; hash_serialized_2 by default',
    },
    {
      name: 'hash_or_height',
      type: 'numeric or string',
      isOptional: true,
      about: 'rejected, as by a node without an index of coin statistics',
    },
    { name: 'use_index', type: 'boolean', isOptional: true, about: 'changes nothing: there is no index' },
  ],
  difference: 'The hash type muhash is rejected; disk_size is 0.',
  answer({ chain }, params) {
    const hashType = params.isGiven(0) ? params.text(0) : 'hash_serialized_2';
    if (!HASH_TYPES.has(hashType)) throw invalidParameter(`'${hashType}' is not a valid hash_type`);
    params.flag(2, true);
    if (params.isGiven(1)) throw invalidParameter('Querying specific block heights requires coinstatsindex');
    const { tip, coins } = chain;
    const byTransaction = groupByTransaction(coins.entries());
    const all = [...byTransaction.values()].flat();
    return {
      height: tip.height,
      bestblock: tip.hash,
      txouts: all.length,
      bogosize: all.reduce((sum, { coin }) => sum + COIN_SIZE + coin.scriptPubKey.length, 0),
      hash_serialized_2: hashType === 'none' ? undefined : hashCoins(tip.hash, byTransaction),
      total_amount: new Amount(all.reduce((sum, { coin }) => sum + coin.value, 0n)),
      transactions: byTransaction.size,
      disk_size: 0,
    };
  },
};

type CoinsByTransaction = ReadonlyMap<string, readonly { readonly index: number; readonly coin: Coin }[]>;

function groupByTransaction(coins: Iterable<[outPoint: string, Coin]>): CoinsByTransaction {
  const grouped = new Map<string, { readonly index: number; readonly coin: Coin }[]>();
  for (const [outPoint, coin] of coins) {
    const [txid = '', index] = outPoint.split('-');
    const siblings = grouped.get(txid) ?? [];
    siblings.push({ index: Number(index), coin });
    grouped.set(txid, siblings);
  }
  return grouped;
}

/** Returns the hash of coins in the order of Dash Core's database. Source: `ApplyHash` in `src/kernel/coinstats.cpp`. */
function hashCoins(bestBlock: string, coins: CoinsByTransaction): string {
  const writer = new ByteWriter().hash(bestBlock);
  for (const [txid, outputs] of [...coins].toSorted(([a], [b]) => compareHashes(a, b))) {
    const [first] = outputs;
    writer.hash(txid);
    // The height is not hashed: of `nHeight * 2 + fCoinBase ? 1 : 0` only the condition counts.
    writeVarInt(writer, first === undefined || (first.coin.height === 0 && !first.coin.isCoinbase) ? 0n : 1n);
    for (const { index, coin } of outputs.toSorted((a, b) => a.index - b.index)) {
      writeVarInt(writer, BigInt(index) + 1n);
      writer.varBytes(coin.scriptPubKey);
      writeVarInt(writer, coin.value);
    }
    writeVarInt(writer, 0n);
  }
  return displayHash(sha256d(writer.toBytes()));
}
