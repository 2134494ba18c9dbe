import { updateMasternodeList, type PayloadTransaction } from '../consensus/masternode-list-update.js';
import { isAccepted } from '../consensus/rejection.js';
import { payloadIfSpecial } from '../consensus/special-payload.js';
import type { MempoolEntry } from '../mempool/mempool-entry.js';
import type { BlockIngredients } from './assemble-block.js';

/**
 * Transactions for a block without those that the masternode list does not allow after the ones before them, and without
 * what depends on those. Dash Core lets such a transaction into its mempool as well, one that names the wrong type of
 * masternode for example, and makes no block at all as long as it is there.
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
  if (isAllowed(special)) return [...selected];
  const kept: PayloadTransaction[] = [];
  const left = new Set<string>();
  for (const transaction of special) {
    if (isAllowed([...kept, transaction])) kept.push(transaction);
    else left.add(transaction.txid);
  }
  return selected.filter(({ txid, parents }) => {
    const isLeft = left.has(txid) || [...parents].some((parent) => left.has(parent));
    if (isLeft) left.add(txid);
    return !isLeft;
  });
}
