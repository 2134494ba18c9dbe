import { decodeTransaction, hexToBytes, transactionId } from '@dapikit/chain';
import { HASH_SCHEMA, type JsonSchema } from '../../base/method/method-docs.js';
import { NODE_ERRORS } from '../../base/method/node-error.js';
import { namedParams } from '../../base/params/named-params.js';
import { hash } from '../../base/params/param.js';
import { defineSubscription } from './subscription.js';

const HEIGHT: JsonSchema = { type: 'integer', minimum: 0 };
const FLAG: JsonSchema = { type: 'boolean' };

const notice = (
  event: string,
  description: string,
  more: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  description,
  type: 'object',
  properties: { event: { const: event }, txid: HASH_SCHEMA, ...more },
  required: ['event', 'txid', ...Object.keys(more)],
});

/** Notifies where a transaction is, and whenever that changes. */
export const subscribeToTransaction = defineSubscription({
  name: 'subscribeToTransaction',
  summary: 'Where a transaction is, now and whenever that changes',
  description:
    'Sends the current state of the transaction, then every change: it enters the mempool, is locked by InstantSend, is mined, ' +
    'is ChainLocked, returns to the mempool after a reorg, or is removed. It need not exist yet. Changes that follow ' +
    'each other quickly may be one notification.\n\n' +
    'A node does not report why a transaction was removed: a conflicting transaction, expiry, eviction from the mempool, or ' +
    'a reorg of its block. A node without a transaction index (`chainSearched: false`) cannot find a transaction once it is ' +
    'mined. If the node publishes transactions over ZMQ, changes are notified at once; otherwise with the next block.',
  params: namedParams({ txid: hash('of the transaction') }),
  notification: {
    oneOf: [
      notice('unknown', 'The transaction is unknown to the node.', { chainSearched: FLAG }),
      notice('mempool', 'It is in the mempool.', { instantLocked: FLAG }),
      notice('block', 'It is in this block of the best chain.', {
        hash: HASH_SCHEMA,
        height: HEIGHT,
        instantLocked: FLAG,
        chainLocked: FLAG,
      }),
      notice('gone', 'It was known and is no longer in the mempool or the best chain.', {
        chainSearched: FLAG,
      }),
    ],
  },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is not an object or has an unknown member, or txid is missing or not a hash',
    },
    { code: -32602, reason: 'duplicate-member', when: 'txid is duplicated' },
    ...NODE_ERRORS,
  ],
  exampleParams: ({ transaction }) => ({ txid: transactionId(decodeTransaction(hexToBytes(transaction))) }),
  begin: async ({ txid }, { chain, transactions }) => {
    await chain.started();
    return (notify) => transactions.watch(txid, notify);
  },
});
