import type { AddressDestination } from '../../primitives/address/address.js';
import { bytesToHex, compareHashes } from '../../base/bytes/hex.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { Coin } from '../../rules/consensus/coin.js';
import { hash160 } from '../../base/crypto/hashes.js';
import { classifyScript } from '../../primitives/script/classify-script.js';
import {
  isCoinbase,
  outPointKey,
  type OutPoint,
  type Transaction,
} from '../../primitives/transaction/transaction.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { coinsSpentBy } from './describe-transaction.js';
import type { Branch } from './describe-quorum.js';

/** Describes what an input or output of a transaction adds to an address. */
export interface AddressDelta {
  readonly txid: string;
  /** Index of the input or output. */
  readonly index: number;
  /** In duffs; below 0 for an input. */
  readonly value: bigint;
  readonly scriptPubKey: Uint8Array;
  /** The output that an input spends; undefined for an output. */
  readonly spent: OutPoint | undefined;
}

/** Describes a delta of a block. */
export interface MinedDelta extends AddressDelta {
  readonly height: number;
  /** Position of the transaction in its block. */
  readonly position: number;
}

/** Limits the blocks that are read in one step. */
const BLOCKS_PER_STEP = 200;

/**
 * Returns what the blocks of a chain, but the genesis block, add to an address, in the order of Dash Core's address index.
 *
 * Source: `CAddressIndexKey` in `src/addressindex.h` and `ConnectBlock` in `src/validation.cpp` of dashpay/dash.
 */
export function* minedDeltas(
  { tip, chain }: Branch,
  destination: AddressDestination,
): Generator<undefined, readonly MinedDelta[]> {
  const found: MinedDelta[] = [];
  for (let height = 1; height <= tip.height; height += 1) {
    const block = chain.ancestorOf(tip, height);
    if (block !== undefined) found.push(...deltasOfBlock(block, destination));
    if (height % BLOCKS_PER_STEP === 0) yield;
  }
  return found;
}

function deltasOfBlock(block: ChainBlock, destination: AddressDestination): MinedDelta[] {
  const coins = coinsSpentBy(block);
  const coinOf = (outPoint: OutPoint): Coin | undefined => coins?.get(outPointKey(outPoint));
  return block.block.transactions.flatMap(({ transaction, txid }, position) =>
    deltasOf({ transaction, txid }, destination, coinOf).map((delta) => ({
      ...delta,
      height: block.height,
      position,
    })),
  );
}

/**
 * Returns what the mempool adds to an address, by the ids of its transactions.
 *
 * Source: `CTxMemPool::addAddressIndex` in `src/txmempool.cpp` of dashpay/dash.
 */
export function mempoolDeltas(
  { mempool, chain }: EmulatedNode,
  destination: AddressDestination,
): readonly AddressDelta[] {
  const view = mempool.viewOn(chain.coins, chain.tip.height);
  return [...mempool.entries()]
    .toSorted((a, b) => compareHashes(a.txid, b.txid))
    .flatMap((entry) => deltasOf(entry, destination, (outPoint) => view.coin(outPoint)));
}

function deltasOf(
  { transaction, txid }: { readonly transaction: Transaction; readonly txid: string },
  destination: AddressDestination,
  coinOf: (outPoint: OutPoint) => Coin | undefined,
): AddressDelta[] {
  const isOwn = ({ scriptPubKey }: { readonly scriptPubKey: Uint8Array }): boolean =>
    isAddressed(scriptPubKey, destination);
  const received = transaction.outputs.flatMap(({ value, scriptPubKey }, index): AddressDelta[] =>
    isOwn({ scriptPubKey }) ? [{ txid, index, value, scriptPubKey, spent: undefined }] : [],
  );
  const inputs = isCoinbase(transaction) ? [] : transaction.inputs;
  const spent = inputs.flatMap(({ previousOutput }, index): AddressDelta[] => {
    const coin = coinOf(previousOutput);
    if (coin === undefined || !isOwn(coin)) return [];
    return [{ txid, index, value: -coin.value, scriptPubKey: coin.scriptPubKey, spent: previousOutput }];
  });
  return [...received, ...spent].toSorted((a, b) => keyOrder(a.index) - keyOrder(b.index));
}

/** Returns the order of an index in a key, which has it in little-endian. */
function keyOrder(index: number): number {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, index, true);
  return bytes.getUint32(0);
}

/** Returns whether a script pays to an address; a public key itself counts as its hash. */
function isAddressed(scriptPubKey: Uint8Array, { kind, hash }: AddressDestination): boolean {
  const script = classifyScript(scriptPubKey);
  if (kind === 'scriptHash') return script.type === 'scripthash' && isSame(script.hash, hash);
  if (script.type === 'pubkeyhash') return isSame(script.hash, hash);
  return script.type === 'pubkey' && isSame(hash160(script.publicKey), hash);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => bytesToHex(a) === bytesToHex(b);
