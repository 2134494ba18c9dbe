import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { Masternode } from '../rules/consensus/masternode.js';
import { MasternodeType } from '../primitives/masternode/masternode-type.js';
import type { MempoolEntry } from '../chain/mempool/mempool-entry.js';
import type { Mempool } from '../chain/mempool/mempool.js';
import { outPointKey, type Transaction } from '../primitives/transaction/transaction.js';
import type { KeyRing } from './keys.js';
import { masternodeKeys, type MasternodeKeys } from './masternode-keys.js';
import { registration, revocation, serviceChange, votingKeyChange } from './provider-drafts.js';
import { InsufficientFundsError, payFrom, spendableCoins } from './wallet.js';

/** Lists the masternodes that exist from the start and are never removed. Their numbers begin at 0. */
export const FOUNDING_MASTERNODES: readonly MasternodeType[] = [
  MasternodeType.regular,
  MasternodeType.regular,
  MasternodeType.regular,
  MasternodeType.regular,
  MasternodeType.evo,
  MasternodeType.evo,
];

/** One step in the life of a development chain's masternode; it returns the transaction of the step. */
type LifeStep = (life: Life) => Transaction | undefined;

interface Life {
  readonly keys: MasternodeKeys;
  /** As the list has it now; `undefined` when it is not there. */
  readonly masternode: Masternode | undefined;
  readonly chain: ChainState;
  readonly mempool: Mempool;
  readonly keyRing: KeyRing;
}

const STEPS: readonly LifeStep[] = [
  (life) => (life.masternode ? undefined : fromTreasury(life, registration(life.keys))),
  ifListed((life, { proTxHash }) => fromTreasury(life, votingKeyChange(proTxHash, life.keys))),
  ifListed((life, { proTxHash }) => fromTreasury(life, serviceChange(proTxHash, life.keys))),
  ifListed((life, { proTxHash, banHeight }) =>
    banHeight === undefined ? fromTreasury(life, revocation(proTxHash, life.keys)) : undefined,
  ),
  ifListed(spendCollateral),
];

/**
 * Returns the transaction by which the masternode list changes in the block at a height: every `interval` blocks a masternode is
 * registered, gets another voting key, moves, is revoked or leaves; then comes the next one. It depends on nothing but the
 * height, the list and the controls of the block, so it is the same after a reorganisation.
 *
 * @param beside the transactions of controls in the same block: the step of a masternode that they change or remove is left out
 * @returns `undefined` in the blocks between, and where the list or the treasury's coins do not allow the step
 */
export function masternodeChange(
  interval: number,
  { chain, mempool, keyRing }: Pick<Life, 'chain' | 'mempool' | 'keyRing'>,
  beside: readonly MempoolEntry[],
): Transaction | undefined {
  const height = chain.tip.height + 1;
  const masternodes = chain.tip.connected?.masternodes;
  if (interval <= 0 || height % interval !== 0 || masternodes === undefined) return undefined;
  const turn = height / interval;
  const index = FOUNDING_MASTERNODES.length + Math.floor(turn / STEPS.length);
  const keys = masternodeKeys(keyRing, lifeType(index), index);
  const masternode = masternodes.find(({ keyIdOwner }) => keyIdOwner === keys.owner.keyId);
  if (masternode !== undefined && beside.some((entry) => concerns(entry, masternode))) return undefined;
  try {
    return STEPS[turn % STEPS.length]?.({ keys, masternode, chain, mempool, keyRing });
  } catch (error) {
    if (error instanceof InsufficientFundsError) return undefined;
    throw error;
  }
}

/** Returns whether a transaction changes a masternode, or spends its collateral. */
function concerns({ transaction, provider }: MempoolEntry, { proTxHash, collateral }: Masternode): boolean {
  const key = outPointKey(collateral);
  return (
    provider?.proTxHash === proTxHash ||
    transaction.inputs.some(({ previousOutput }) => outPointKey(previousOutput) === key)
  );
}

/** Returns the numbers that masternodes which come and go can have had up to a height, the latest first. */
export function* lifeNumbers(interval: number, height: number): Generator<number> {
  const first = FOUNDING_MASTERNODES.length;
  const last = interval > 0 ? first + Math.floor(height / interval / STEPS.length) : first - 1;
  for (let index = last; index >= first; index -= 1) yield index;
}

/** Returns the type of the masternode with a number, of those that are registered and revoked over time. */
export function lifeType(index: number): MasternodeType {
  return index % 2 === 0 ? MasternodeType.regular : MasternodeType.evo;
}

function ifListed(step: (life: Life, masternode: Masternode) => Transaction | undefined): LifeStep {
  return (life) => life.masternode && step(life, life.masternode);
}

function fromTreasury({ chain, mempool, keyRing }: Life, draft: Parameters<typeof payFrom>[2]): Transaction {
  const treasury = keyRing.account('treasury', 0);
  return payFrom(treasury, spendableCoins(treasury, chain, mempool), draft);
}

function spendCollateral(
  { keys, chain, keyRing }: Life,
  { collateral }: Masternode,
): Transaction | undefined {
  const coin = chain.coins.coin(collateral);
  if (coin === undefined) return undefined;
  return payFrom(keys.collateral, [{ outPoint: collateral, coin }], {
    outputs: [],
    changeScript: keyRing.account('treasury', 0).scriptPubKey,
  });
}
