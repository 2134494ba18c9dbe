import { BlockUnlocks } from '../chainstate/credit-pool.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import { checkAssetUnlock } from '../../rules/consensus/asset-unlock-rules.js';
import {
  updateMasternodeList,
  type PayloadTransaction,
} from '../../rules/consensus/masternode-list-update.js';
import { isAccepted } from '../../rules/consensus/rejection-error.js';
import { payloadIfSpecial } from '../../rules/consensus/special-payload.js';
import type { MempoolEntry } from '../mempool/mempool-entry.js';
import type { BlockIngredients } from './assemble-block.js';

/**
 * Returns the transactions for a block without those that the masternode list does not allow after the ones before them, and without their descendants. Dash Core lets such a transaction into its mempool as well, one that names the wrong type of
 * masternode for example, and makes no block at all as long as it is there. Asset unlocks are left waiting that the block cannot
 * take, as Dash Core leaves them (`BlockAssembler::addPackageTxs` in `src/node/miner.cpp`).
 *
 * @param selected in an order in which they can be mined
 */
export function withoutContradictions(
  selected: readonly MempoolEntry[],
  { previous, coins }: Pick<BlockIngredients, 'previous' | 'coins'>,
): MempoolEntry[] {
  const masternodes = previous.connected?.masternodes;
  const special = selected.flatMap((entry): PayloadTransaction[] => {
    const payload = payloadIfSpecial(entry.transaction);
    return payload === undefined ? [] : [{ ...entry, payload }];
  });
  const isAllowed = (transactions: readonly PayloadTransaction[]): boolean => {
    const update = {
      height: previous.height + 1,
      previousBlockHash: previous.block.hash,
      transactions,
      coins,
      membersOf: () => [],
    };
    return masternodes === undefined || isAccepted(() => updateMasternodeList(masternodes, update));
  };
  const left = new Set([...rejectedUnlocks(special, previous), ...repeatedSignals(special, previous)]);
  const rest = special.filter(({ txid }) => !left.has(txid));
  if (!isAllowed(rest)) {
    const accepted: PayloadTransaction[] = [];
    for (const transaction of rest) {
      if (isAllowed([...accepted, transaction])) accepted.push(transaction);
      else left.add(transaction.txid);
    }
  }
  if (left.size === 0) return [...selected];
  return selected.filter(({ txid, parents }) => {
    const isLeft = left.has(txid) || [...parents].some((parent) => left.has(parent));
    if (isLeft) left.add(txid);
    return !isLeft;
  });
}

/** Returns the ids of the hard fork signals for bits that the chain or an earlier transaction signals. */
function repeatedSignals(transactions: readonly PayloadTransaction[], previous: ChainBlock): string[] {
  const bits = new Set(previous.connected?.hardForkSignals.keys());
  return transactions.flatMap(({ payload, txid }) => {
    if (payload?.kind !== 'mnHfTx') return [];
    if (bits.has(payload.versionBit)) return [txid];
    bits.add(payload.versionBit);
    return [];
  });
}

/** Returns the ids of the asset unlocks that the block after `previous` cannot take: too late, too much, or with a number that is taken. */
function rejectedUnlocks(transactions: readonly PayloadTransaction[], previous: ChainBlock): string[] {
  const { connected } = previous;
  if (connected === undefined) return [];
  const { quorums, withdrawals } = connected;
  const unlocks = new BlockUnlocks(previous);
  return transactions.flatMap((each) => {
    if (each.payload?.kind !== 'assetUnlockTx') return [];
    const { payload } = each;
    const context = {
      ...each,
      payload,
      height: previous.height + 1,
      quorums,
      withdrawals,
      hasBlock: () => true,
    };
    const isTaken = isAccepted(() => {
      checkAssetUnlock(context);
      unlocks.add(each);
    });
    return isTaken ? [] : [each.txid];
  });
}
