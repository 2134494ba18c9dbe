import { decodeTransaction, hexToBytes, transactionId } from '@dapikit/chain';
import { HASH_SCHEMA, type JsonSchema } from '../method/method.js';
import { NODE_ERRORS } from '../method/node-error.js';
import { namedParams } from '../params/named-params.js';
import { hash } from '../params/param.js';
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
    'First where the transaction is, then every change of it: it comes to the mempool, is locked by InstantSend, comes into a block, ' +
    'is ChainLocked, falls back into the mempool by a reorganisation, or is gone. It need not exist yet. Changes that follow ' +
    'each other quickly may be one notification.\n\n' +
    'A node does not say why a transaction is gone: another spends the same coins, it expired or was pushed out of the mempool, or ' +
    'its block was reorganised away. One without a transaction index (`chainSearched: false`) does not know a transaction any more once it is ' +
    'in a block. Where the node publishes transactions over ZMQ, changes are notified at once; otherwise with the next block.',
  params: namedParams({ txid: hash('of the transaction') }),
  notification: {
    oneOf: [
      notice('unknown', 'The node knows no such transaction yet.', { chainSearched: FLAG }),
      notice('mempool', 'It waits for a block.', { instantLocked: FLAG }),
      notice('block', 'It is in this block of the best chain.', {
        hash: HASH_SCHEMA,
        height: HEIGHT,
        instantLocked: FLAG,
        chainLocked: FLAG,
      }),
      notice('gone', 'It was known, and is neither in the mempool nor in the best chain any more.', {
        chainSearched: FLAG,
      }),
    ],
  },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is no object or has another member, or txid is missing or no hash',
    },
    { code: -32602, reason: 'duplicate-member', when: 'txid is given twice' },
    ...NODE_ERRORS,
  ],
  exampleParams: ({ transaction }) => ({ txid: transactionId(decodeTransaction(hexToBytes(transaction))) }),
  begin: async ({ txid }, { chain, transactions }) => {
    await chain.started();
    return (notify) => transactions.watch(txid, notify);
  },
});
