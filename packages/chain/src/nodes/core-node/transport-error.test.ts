import { inspect } from 'node:util';
import { errors } from 'undici';
import { expect, it } from 'vitest';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { transportError } from './transport-error.js';

const coded = (code: string): Error => Object.assign(new Error('secret'), { code });

it.each([
  [coded('ENOTFOUND'), 'unreachable'],
  [coded('EAI_AGAIN'), 'unreachable'],
  [coded('ENETUNREACH'), 'unreachable'],
  [new errors.ConnectTimeoutError(), 'unreachable'],
  [new errors.HeadersTimeoutError(), 'timeout'],
  [new errors.BodyTimeoutError(), 'timeout'],
  [new errors.SocketError('other side closed'), 'connection-lost'],
  [coded('EPIPE'), 'connection-lost'],
  [coded('of tomorrow'), 'connection-lost'],
  [new TypeError('secret'), 'connection-lost'],
  ['secret', 'connection-lost'],
  [new errors.HTTPParserError('secret'), 'unexpected-answer'],
  [new errors.ClientDestroyedError(), 'closed'],
  [new NodeUnavailableError('no answer in 5 ms', 'timeout'), 'timeout'],
])('transportError maps %s to %s', (error, reason) => {
  const unavailable = transportError(error);
  expect(unavailable).toMatchObject({ name: 'NodeUnavailableError', reason });
  expect(inspect(unavailable)).not.toContain('secret');
});
