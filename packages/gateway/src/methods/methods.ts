import { discover } from './discover.js';
import { getBestBlockHash } from './get-best-block-hash.js';
import { getBlockHash } from './get-block-hash.js';
import { getMnListDiff } from './get-mn-list-diff.js';
import { getStatus } from './get-status.js';
import type { Method, MethodDocs } from './method.js';
import { sendRawTransaction } from './send-raw-transaction.js';
import { openingDocs } from '../subscriptions/subscription.js';
import { subscriptions } from '../subscriptions/subscriptions.js';
import { unsubscribe } from '../subscriptions/unsubscribe.js';

/** Every method the gateway answers over HTTP. The server, its documentation and its tests are derived from this table. */
export const methods: readonly Method[] = [
  getBestBlockHash,
  getBlockHash,
  getStatus,
  sendRawTransaction,
  getMnListDiff,
  discover(() => describedMethods),
];

/** Every method as programs find it described: those over HTTP, and those that need a WebSocket. */
export const describedMethods: readonly MethodDocs[] = [
  ...methods,
  ...subscriptions.map(openingDocs),
  unsubscribe,
];
