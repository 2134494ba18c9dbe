import { ancestorAt, type ChainBlock } from '../block-tree/chain-block.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { CHAIN_LOCK_QUORUMS } from '../../rules/consensus/quorum-types.js';
import { payloadIfSpecial } from '../../rules/consensus/special-payload.js';
import type { ChainLock } from '../../layer1/layer1.js';
import { NULL_BLS_SIGNATURE, readBlsSignature } from '../../primitives/masternode/null-bls.js';
import type { CbTxV3 } from '../../primitives/payload/cb-tx.js';
import { SIGN_HEIGHT_OFFSET, verifyChainLock } from '../../rules/signing/chain-lock.js';

/** Describes the ChainLock in a coinbase. */
export type CoinbaseChainLock = Pick<CbTxV3, 'bestCLHeightDiff' | 'bestCLSignature'>;

const NONE: CoinbaseChainLock = { bestCLHeightDiff: 0, bestCLSignature: NULL_BLS_SIGNATURE };

const known = new WeakMap<ChainBlock, CoinbaseChainLock>();

/**
 * Returns the ChainLock in the coinbase of a block that was connected; `undefined` where it has none. A chain without quorums has none.
 *
 * Source: `GetNonNullCoinbaseChainlock` in `src/evo/cbtx.cpp` of dashpay/dash.
 */
export function chainLockInCoinbase(block: ChainBlock): CoinbaseChainLock | undefined {
  if (block.connected?.quorums.isEmpty ?? true) return undefined;
  const found = known.get(block) ?? readCoinbase(block);
  known.set(block, found);
  return found.bestCLSignature === NULL_BLS_SIGNATURE ? undefined : found;
}

function readCoinbase({ block }: ChainBlock): CoinbaseChainLock {
  const [coinbase] = block.transactions;
  const payload = coinbase && payloadIfSpecial(coinbase.transaction);
  if (payload?.kind !== 'cbTx' || payload.version !== 3) return NONE;
  return { bestCLHeightDiff: payload.bestCLHeightDiff, bestCLSignature: readSignature(payload) };
}

function readSignature({ bestCLSignature }: CoinbaseChainLock): string {
  return readBlsSignature(bestCLSignature, 'basic') ?? NULL_BLS_SIGNATURE;
}

/**
 * Returns the ChainLock for the coinbase of the block behind `previous`, given the best known one.
 *
 * Source: `CalcCbTxBestChainlock` in `src/node/miner.cpp` of dashpay/dash.
 */
export function nextCoinbaseChainLock(previous: ChainBlock, best: ChainLock | undefined): CoinbaseChainLock {
  const before = chainLockInCoinbase(previous);
  const heightBefore = before === undefined ? -1 : previous.height - before.bestCLHeightDiff - 1;
  if (best !== undefined && best.height >= heightBefore) {
    return { bestCLHeightDiff: previous.height - best.height, bestCLSignature: best.signature };
  }
  return before === undefined ? NONE : { ...before, bestCLHeightDiff: before.bestCLHeightDiff + 1 };
}

/**
 * Checks that the ChainLock in the coinbase of the block behind `previous` is valid, and not older than that of the block before.
 *
 * Source: `CheckCbTxBestChainlock` in `src/evo/specialtxman.cpp` of dashpay/dash.
 * @param isSigned whether the signature is known to be right
 * @throws {RejectionError}
 */
export function checkCoinbaseChainLock(
  payload: CoinbaseChainLock,
  previous: ChainBlock,
  isSigned = false,
): void {
  const { bestCLHeightDiff } = payload;
  const bestCLSignature = readSignature(payload);
  const isNull = bestCLSignature === NULL_BLS_SIGNATURE;
  const before = chainLockInCoinbase(previous);
  if (before !== undefined) {
    if (isNull) throw new RejectionError('bad-cbtx-null-clsig');
    if (bestCLHeightDiff > before.bestCLHeightDiff + 1) throw new RejectionError('bad-cbtx-older-clsig');
  }
  if (isNull) {
    if (bestCLHeightDiff !== 0) throw new RejectionError('bad-cbtx-cldiff');
    return;
  }
  const locked = ancestorAt(previous, previous.height - bestCLHeightDiff);
  if (locked === undefined || !(isSigned || isChainLockOf(locked, bestCLSignature)))
    throw new RejectionError('bad-cbtx-invalid-clsig');
}

/** Returns whether a signature is the ChainLock of a block, by a quorum of its chain. */
export function isChainLockOf(block: ChainBlock, signature: string): boolean {
  const { hash, height } = block;
  const quorums = ancestorAt(block, height - SIGN_HEIGHT_OFFSET)?.connected?.quorums.active(
    CHAIN_LOCK_QUORUMS,
  );
  return verifyChainLock(
    { hash, height, signature },
    (quorums ?? []).map(({ commitment }) => commitment),
  );
}
