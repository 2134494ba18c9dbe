import type { Method } from '../../base/method/method.js';
import { namedParams } from '../../base/params/named-params.js';
import { wholeNumber } from '../../base/params/param.js';
import { SESSION_ERRORS, webSocketRequired } from './subscription.js';

const params = namedParams(
  { subscription: wholeNumber('the result of the call that opened it', 1, Number.MAX_SAFE_INTEGER) },
  { ignoresOthers: true },
);

/** Ends a subscription of the same connection. */
export const unsubscribe: Method = {
  name: 'unsubscribe',
  summary: 'Ends a subscription',
  description:
    '`true` if the connection had a subscription with this id, otherwise `false`. No notification of the ' +
    'subscription follows the response. A client that closes the connection need not call it.',
  ...(params.schema && { params: params.schema }),
  result: { type: 'boolean' },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is not an object, or subscription is missing or no positive integer',
    },
    { code: -32602, reason: 'duplicate-member', when: 'subscription is duplicated' },
    ...SESSION_ERRORS,
  ],
  exampleParams: () => ({ subscription: 1 }),
  needsWebSocket: true,
  call: (given, _context, { session }) => {
    if (session === undefined) throw webSocketRequired('unsubscribe');
    return session.unsubscribe(params.read(given).subscription);
  },
};
