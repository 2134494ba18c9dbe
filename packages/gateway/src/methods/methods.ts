import { discover } from './discover.js';
import { getBestBlockHash } from './get-best-block-hash.js';
import { getBlockHash } from './get-block-hash.js';
import { getMnListDiff } from './get-mn-list-diff.js';
import { getStatus } from './get-status.js';
import type { Method } from './method.js';
import { sendRawTransaction } from './send-raw-transaction.js';

/** Every method the gateway answers. The server, its documentation and its tests are derived from this table. */
export const methods: readonly Method[] = [
  getBestBlockHash,
  getBlockHash,
  getStatus,
  sendRawTransaction,
  getMnListDiff,
  discover(() => methods),
];
