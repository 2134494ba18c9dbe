import { excerpt, invalidParams } from '../json-rpc/json-rpc-error.js';
import type { Params } from '../json-rpc/request.js';
import type { Method } from '../methods/method.js';
import { objectParams, requiredMember } from '../methods/params.js';
import { SESSION_ERRORS, webSocketRequired } from './subscription.js';

/** Ends a subscription of the same connection. */
export const unsubscribe: Method = {
  name: 'unsubscribe',
  summary: 'Ends a subscription',
  description:
    '`true` where the connection had a subscription with this id, `false` where it had none: never, or no more. Nothing of the ' +
    'subscription comes after the answer. Whoever closes the connection need not call it.',
  params: {
    type: 'object',
    properties: { subscription: { type: 'integer', minimum: 1 } },
    required: ['subscription'],
  },
  result: { type: 'boolean' },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is not an object, or subscription is missing or no integer',
    },
    { code: -32602, reason: 'duplicate-member', when: 'subscription is given twice' },
    ...SESSION_ERRORS,
  ],
  exampleParams: () => ({ subscription: 1 }),
  needsWebSocket: true,
  call: (params, _context, { session }) => {
    if (session === undefined) throw webSocketRequired('unsubscribe');
    return session.unsubscribe(idParam(params));
  },
};

function idParam(params: Params): number {
  const id = requiredMember(objectParams(params), 'subscription');
  params.source('subscription');
  if (typeof id === 'number' && Number.isInteger(id)) return id;
  throw invalidParams('params/subscription must be integer', {
    reason: 'invalid-params',
    expected: 'the id that the subscription was opened with',
    found: excerpt(id),
    at: '/params/subscription',
  });
}
