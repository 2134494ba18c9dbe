import { lockedAmount } from '../../rules/consensus/asset-lock-rules.js';
import { unlockedAmount } from '../../rules/consensus/asset-unlock-rules.js';
import type { PayloadTransaction } from '../../rules/consensus/masternode-list-update.js';
import { DUFFS_PER_DASH, REGTEST } from '../../rules/consensus/regtest.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { platformReward } from '../../rules/consensus/subsidy.js';
import type { ChainBlock, ConnectedState } from '../block-tree/chain-block.js';

/** Describes the balance of the credit pool, and what left it. */
export type CreditPool = Pick<ConnectedState, 'creditPool' | 'withdrawals'>;

/** Duffs. Source: `CCreditPoolManager` in `src/evo/creditpool.h` of dashpay/dash. */
const LIMITS = {
  low: 100n * DUFFS_PER_DASH,
  high: 1_000n * DUFFS_PER_DASH,
  aBlock: 2_000n * DUFFS_PER_DASH,
};

/**
 * Returns the maximum of duffs that may leave the credit pool with the block after `block`. V24, which changes it, is signalled by masternodes:
 * it is not active here.
 *
 * Source: `CCreditPoolManager::ConstructCreditPool` in `src/evo/creditpool.cpp` of dashpay/dash.
 */
export function unlockLimit({ height, connected }: Pick<ChainBlock, 'height' | 'connected'>): bigint {
  if (connected === undefined) throw new Error('a block is made on a block that is connected');
  const { creditPool: balance, withdrawals } = connected;
  if (height >= REGTEST.withdrawalsHeight) return smaller(balance, LIMITS.aBlock);
  const lately = withdrawals.amountAbove(height - REGTEST.creditPoolPeriod);
  const inWindow = balance + lately > LIMITS.low ? larger(LIMITS.low, balance / 10n) - lately : balance;
  return smaller(larger(inWindow, 0n), LIMITS.high - lately);
}

/** Applies the asset unlocks of the next block to the credit pool, one by one. */
export class BlockUnlocks {
  readonly #limit: bigint;
  readonly #before: CreditPool['withdrawals'];
  readonly #indexes = new Set<bigint>();
  #amount = 0n;

  constructor(previous: ChainBlock) {
    this.#limit = unlockLimit(previous);
    this.#before = creditPoolOf(previous).withdrawals;
  }

  /**
   * Takes one more; of a transaction that is none, nothing.
   *
   * Source: `CCreditPoolDiff::Unlock` in `src/evo/creditpool.cpp` of dashpay/dash.
   * @throws {RejectionError}
   */
  add({ transaction, payload }: PayloadTransaction): void {
    if (payload?.kind !== 'assetUnlockTx') return;
    const amount = this.#amount + unlockedAmount(transaction, payload);
    if (amount > this.#limit) throw new RejectionError('failed-creditpool-unlock-too-much');
    if (this.#before.has(payload.index) || this.#indexes.has(payload.index))
      throw new RejectionError('failed-creditpool-unlock-duplicated-index');
    this.#indexes.add(payload.index);
    this.#amount = amount;
  }
}

/** Returns the credit pool after a block behind `previous` with transactions. */
export function creditPoolAfter(
  previous: ChainBlock,
  transactions: readonly PayloadTransaction[],
): CreditPool {
  const height = previous.height + 1;
  const before = creditPoolOf(previous);
  let creditPool = before.creditPool + platformReward(height);
  let { withdrawals } = before;
  for (const { payload, transaction } of transactions) {
    if (payload?.kind === 'assetLockTx') creditPool += lockedAmount(transaction);
    if (payload?.kind !== 'assetUnlockTx') continue;
    const amount = unlockedAmount(transaction, payload);
    creditPool -= amount;
    withdrawals = withdrawals.with({ index: payload.index, height, amount });
  }
  return { creditPool, withdrawals };
}

function creditPoolOf({ connected }: ChainBlock): CreditPool {
  if (connected === undefined) throw new Error('a block is made on a block that is connected');
  return connected;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
