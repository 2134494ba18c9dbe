import { protocolAt } from '@dapikit/contract';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { requireChainState } from '../../state/chain/chain-state.js';
import { PlatformError } from '../../base/errors/platform-error.js';
import type { StoreView } from '../../store/store.js';
import {
  changeWithdrawal,
  findWithdrawals,
  type Withdrawal,
  type WithdrawalChange,
  type WithdrawalStatus,
} from '../../state/withdrawal/withdrawal-documents.js';
import { NEXT_UNLOCK_KEY, WITHDRAWAL_INTEGER_BYTES } from '../../state/keys/withdrawal-keys.js';
import { isPayable, unlockOf } from '../../state/withdrawal/asset-unlock.js';
import {
  poolableCredits,
  removeExpiredReservations,
  reserveCredits,
} from '../../state/withdrawal/daily-limit.js';
import type { WithdrawalTarget } from '../../state/withdrawal/withdrawal-target.js';
import type { PlatformChain } from './platform-chain.js';

/** Source: `withdrawal_transactions_per_block_limit` in `packages/rs-platform-version` of dashpay/platform. */
const MAX_POOLED_PER_BLOCK = 4;
/** Source: `core_expiration_blocks` in `packages/rs-platform-version` of dashpay/platform. */
const EXPIRATION_BLOCKS = 48;

/** Says how many withdrawals got which status. */
export type SettledWithdrawals = Readonly<Record<Exclude<WithdrawalStatus, 'queued'>, number>>;

type Change = readonly [Withdrawal, WithdrawalChange];

/**
 * Brings withdrawals on: those of which layer 1 has the asset unlock are complete, those that it dropped expire and are pooled again,
 * with a new number where another payment has theirs, queued ones are pooled unless their fee is too high or the limit of the day is reached,
 * and pooled ones are signed and sent. Each step is a block of the platform. An asset unlock is sent before its
 * withdrawal is marked as broadcasted: where a process ends in between, layer 1 says that it has it.
 *
 * Source: `packages/rs-drive-abci/src/execution/platform_events/withdrawals` of dashpay/platform.
 */
export async function settleWithdrawals(
  chain: PlatformChain,
  target: WithdrawalTarget,
): Promise<SettledWithdrawals> {
  const { contracts, rules } = chain;
  const list = async (
    status: WithdrawalStatus,
    isWanted?: (withdrawal: Withdrawal) => boolean,
  ): Promise<readonly Withdrawal[]> =>
    chain.read(async (view) =>
      findWithdrawals(view, { contracts, keyOrder: rules.keyOrder }, status, isWanted),
    );
  const apply = async (changes: readonly Change[]): Promise<readonly Change[]> => {
    if (changes.length === 0) return [];
    return chain.applySystemEvent(async (view, block) => {
      const stored: Change[] = [];
      for (const [withdrawal, change] of changes)
        if (await changeWithdrawal(view, contracts, block, withdrawal, change))
          stored.push([withdrawal, change]);
      return stored;
    });
  };
  const ended = await apply(
    await endedWithdrawals(await list('broadcasted'), target, await coreHeight(chain)),
  );
  const again = (await list('expired')).map((one): Change => [one, { status: 'pooled' }]);
  const expired = await apply(again);
  const queued = await list('queued', isPayable);
  const waiting = queued.reduce((sum, { credits }) => sum + credits, 0n);
  const pooled = await poolWithdrawals(chain, target, queued.slice(0, MAX_POOLED_PER_BLOCK), waiting);
  // Their numbers belong to other payments of layer 1.
  const renumbered: Withdrawal[] = [];
  for (const withdrawal of await list('pooled'))
    if ((await target.statusOf(unlockOf(withdrawal))) === 'other') renumbered.push(withdrawal);
  await poolWithdrawals(chain, target, renumbered);
  const sent: Change[] = [];
  for (const withdrawal of await list('pooled')) {
    const signHeight = await payOut(withdrawal, target, await coreHeight(chain));
    if (signHeight !== undefined) sent.push([withdrawal, { status: 'broadcasted', signHeight }]);
  }
  return {
    pooled: pooled + expired.length,
    broadcasted: (await apply(sent)).length,
    complete: ended.filter(([, { status }]) => status === 'complete').length,
    expired: ended.filter(([, { status }]) => status === 'expired').length,
  };
}

/**
 * Gives withdrawals numbers of asset unlocks, in one block. Queued ones count against the limit of a day, and the first that exceeds it
 * waits with all that follow. Returns how many got a number; no block is made where none does.
 *
 * @param waiting credits of all queued withdrawals, which have left the total
 */
async function poolWithdrawals(
  chain: PlatformChain,
  target: WithdrawalTarget,
  withdrawals: readonly Withdrawal[],
  waiting = 0n,
): Promise<number> {
  if (withdrawals.length === 0) return 0;
  const pooling = chain.applySystemEvent(async (view, block) => {
    await removeExpiredReservations(view, block.time);
    const first = await nextUnlock(view, target);
    const poolable = await poolableCredits(view, protocolAt(chain.rules.protocolVersion), waiting);
    let [index, credits] = [first, 0n];
    for (const withdrawal of withdrawals) {
      const counted = withdrawal.status === 'queued' ? withdrawal.credits : 0n;
      if (credits + counted > poolable) break;
      if (!(await changeWithdrawal(view, chain.contracts, block, withdrawal, { status: 'pooled', index })))
        continue;
      index += 1n;
      credits += counted;
    }
    if (index === first) throw new NothingPooledError();
    view.put(NEXT_UNLOCK_KEY, integerBytes(index, WITHDRAWAL_INTEGER_BYTES));
    if (credits > 0n) await reserveCredits(view, block.time, credits);
    return Number(index - first);
  });
  return pooling.catch((error: unknown) => {
    if (error instanceof NothingPooledError) return 0;
    throw error;
  });
}

/** Drops a block that would pool no withdrawal. */
class NothingPooledError extends PlatformError {
  override readonly name = 'NothingPooledError';
  readonly reason = 'nothing-pooled';

  constructor() {
    super('no withdrawal can be pooled');
  }
}

const coreHeight = async (chain: PlatformChain): Promise<number> =>
  chain.read(async (view) => (await requireChainState(view)).last?.coreHeight ?? 0);

/** Returns those that are complete or expired. */
async function endedWithdrawals(
  withdrawals: readonly Withdrawal[],
  target: WithdrawalTarget,
  height: number,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const withdrawal of withdrawals) {
    const { signHeight = 0 } = withdrawal;
    const status = await target.statusOf(unlockOf(withdrawal));
    const isDropped = status === 'unknown' && height - signHeight > EXPIRATION_BLOCKS;
    if (status === 'final') changes.push([withdrawal, { status: 'complete' }]);
    else if (status === 'other' || isDropped) changes.push([withdrawal, { status: 'expired' }]);
  }
  return changes;
}

/** Returns the number of the next asset unlock: one that neither the platform nor layer 1 has used. */
async function nextUnlock(view: StoreView, target: WithdrawalTarget): Promise<bigint> {
  const bytes = await view.get(NEXT_UNLOCK_KEY);
  const [own, ofLayer1] = [bytes === undefined ? 0n : readInteger(bytes, false), target.nextIndex()];
  return own > ofLayer1 ? own : ofLayer1;
}

/**
 * Sends the asset unlock of a withdrawal, unless layer 1 has it. Returns the height at which it was signed, at most; nothing where it is to
 * be sent later.
 */
async function payOut(
  withdrawal: Withdrawal,
  target: WithdrawalTarget,
  height: number,
): Promise<number | undefined> {
  if (!isPayable(withdrawal)) return undefined;
  const unlock = unlockOf(withdrawal);
  const status = await target.statusOf(unlock);
  if (status === 'other') return undefined;
  return status === 'unknown' ? target.send(unlock) : height;
}
