import { discover } from './discover.js';
import { getBestBlockHash } from '../methods/get-best-block-hash.js';
import { getBlockHash } from '../methods/get-block-hash.js';
import { getMnListDiff } from '../methods/get-mn-list-diff.js';
import { getStatus } from '../methods/get-status.js';
import type { Method } from '../../base/method/method.js';
import type { MethodDocs } from '../../base/method/method-docs.js';
import { sendRawTransaction } from '../methods/send-raw-transaction.js';
import { openingDocs } from '../subscriptions/subscription.js';
import { subscriptions } from '../subscriptions/subscriptions.js';
import { unsubscribe } from '../subscriptions/unsubscribe.js';

/** Lists every method that the gateway serves over HTTP. The server, its documentation and its tests are derived from this table. */
export const methods: readonly Method[] = [
  getBestBlockHash,
  getBlockHash,
  getStatus,
  sendRawTransaction,
  getMnListDiff,
  discover(() => describedMethods),
];

/** Lists every method as programs find it described: those over HTTP, and those that need a WebSocket. */
export const describedMethods: readonly MethodDocs[] = [
  ...methods,
  ...subscriptions.map(openingDocs),
  unsubscribe,
];
