import {
  hexToBytes,
  isHex,
  NodeRejectionError,
  reportTransactionInTurns,
  type DevChain,
} from '@dapikit/chain';
import { invalidParams } from '../../base/messages/json-rpc-error.js';
import type { Json } from '../../base/messages/json.js';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { defineControl, type Control } from './control.js';
import { list, optional, text } from '../../base/params/param.js';

/** Reads the chain as a node is read. */
export const nodeControls: readonly Control[] = [
  defineControl({
    name: 'askNode',
    summary: 'Calls an RPC method of Dash Core on the Core RPC emulator of the chain',
    changes: 'What the method changes: `getblock` nothing, `generatetoaddress` the chain.',
    inProgram: 'askNode(chain, method, params)',
    params: {
      method: text('the method, such as `getblock`'),
      params: optional(list('its params by position')),
    },
    result: {},
    rejections: [
      {
        reason: 'node-rejection',
        when: 'the Core RPC emulator rejects: `data.node` has Dash Core’s code and message',
      },
    ],
    example: () => ({ method: 'getblockcount' }),
    run: ({ method, params = [] }, chain, signal) => callNodeOf(chain, method, params, signal),
  }),
  defineControl({
    name: 'checkTransaction',
    summary: 'Runs every mempool check on a transaction and returns the results',
    changes: 'Nothing.',
    inProgram: 'reportTransaction(chain, hexToBytes(transaction))',
    params: { transaction: text('the serialised transaction in hex') },
    result: {
      type: 'object',
      properties: {
        txid: HASH_SCHEMA,
        size: { type: 'integer', description: 'bytes' },
        fee: { type: 'integer', description: 'in duffs; absent if it is rejected' },
        reason: { type: 'string', description: 'reject reason of Dash Core; absent if it would be accepted' },
        checks: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              about: { type: 'string' },
              verdict: { enum: ['passed', 'failed', 'not reached'] },
            },
          },
        },
      },
    },
    rejections: [{ reason: 'transaction-malformed', when: 'the transaction is not hex' }],
    example: (chain) => ({ transaction: exampleTransaction(chain) }),
    run: async ({ transaction }, chain) => {
      if (!isHex(transaction)) {
        throw invalidParams('params/transaction must be hex', {
          reason: 'transaction-malformed',
          expected: 'hexadecimal digits, two for each byte',
          at: '/params/transaction',
        });
      }
      const { fee, ...report } = await reportTransactionInTurns(chain, hexToBytes(transaction));
      return { ...report, ...(fee !== undefined && { fee: Number(fee) }) };
    },
  }),
];

async function callNodeOf(
  chain: DevChain,
  method: string,
  params: readonly Json[],
  signal: AbortSignal | undefined,
): Promise<unknown> {
  // Loaded at the first call, since it brings the ZMQ publisher along.
  const { askNode } = await import('@dapikit/chain/core-emulator');
  try {
    return await askNode(chain, method, params, signal);
  } catch (error) {
    if (!(error instanceof NodeRejectionError)) throw error;
    const { code, message } = error;
    throw invalidParams(message, { reason: 'node-rejection', node: { code, message } });
  }
}

function exampleTransaction(chain: DevChain): string {
  const [from, to] = chain.accounts;
  if (from === undefined || to === undefined) throw new Error('a development chain has funded accounts');
  return Buffer.from(chain.transfer(from, to, 100_000_000n)).toString('hex');
}
