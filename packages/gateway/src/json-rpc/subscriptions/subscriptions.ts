import type { Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { Method } from '../../base/method/method.js';
import type { Observer } from '../../base/observe/observer.js';
import { NotifiedChain } from './notified-chain.js';
import { MasternodeDiffs } from './masternode-diffs.js';
import { subscribeToBlocks } from './subscribe-to-blocks.js';
import { subscribeToMasternodeList } from './subscribe-to-masternode-list.js';
import { subscribeToTransaction } from './subscribe-to-transaction.js';
import { openingMethods, type Subscription } from './subscription.js';
import { TransactionWatch } from './transaction-watch.js';
import { unsubscribe } from './unsubscribe.js';

/** Lists every subscription. The server, its documentation and its tests are derived from this table. */
export const subscriptions: readonly Subscription[] = [
  subscribeToMasternodeList,
  subscribeToBlocks,
  subscribeToTransaction,
];

/** Describes the subscriptions of one gateway. */
export interface OpenSubscriptions {
  /** Those that open a subscription, and the one that ends it. */
  readonly methods: readonly Method[];
  /** The chain that they follow, for others that follow it too. */
  readonly chain: NotifiedChain;
  readonly masternodeDiffs: MasternodeDiffs;
  /** Ends all notifications, and releases layer 1. */
  close(): void;
}

/** Makes the methods of the subscriptions to a layer 1. It gets no request before the first of them is called. */
export function openSubscriptions(
  layer1: Layer1,
  log: Logger,
  observer?: Pick<Observer, 'notified'>,
): OpenSubscriptions {
  const chain = new NotifiedChain(layer1, log, observer);
  const transactions = new TransactionWatch(layer1, chain, log);
  const masternodeDiffs = new MasternodeDiffs(layer1);
  const context = { chain, transactions, masternodeDiffs };
  return {
    chain,
    masternodeDiffs,
    methods: [...openingMethods(subscriptions, context), unsubscribe],
    close: () => {
      transactions.close();
      chain.close();
    },
  };
}
