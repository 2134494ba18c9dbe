import type { JsonSchema, MethodDocs } from '../../base/method/method-docs.js';
import { ID_SCHEMA } from '../../json-rpc/subscriptions/subscription.js';
import { CACHE_STATUS_HEADERS } from './cache-status.js';
import type { RouteDocs, RouteSettings } from './route.js';

const VERSION: JsonSchema = { const: '2.0' };
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Describes a JSON-RPC endpoint for its documentation. */
export interface JsonRpcEndpoint {
  /** Prefix of the names of its schemas. */
  readonly prefix: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly methods: readonly MethodDocs[];
  /** Calls that succeed, by name. */
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** Returns the documentation of a JSON-RPC endpoint for its callers, from the table of its methods. */
// oxlint-disable-next-line eslint/max-lines-per-function -- a table
export function jsonRpcDocs(endpoint: JsonRpcEndpoint, { maxBatchCalls }: RouteSettings): RouteDocs {
  const { prefix, operationId, summary, description, methods, examples } = endpoint;
  const own = (name: string): string => `${prefix}${name}`;
  const overHttp = methods.filter(({ needsWebSocket }) => needsWebSocket === undefined);
  const overWebSocket = methods.filter(({ needsWebSocket }) => needsWebSocket);
  const notifying = methods.filter(({ notification }) => notification);
  return {
    operationId,
    summary,
    description,
    parameters: [],
    requestBody: {
      'application/json': {
        schema: { oneOf: [ref(own('Call')), ref(own('Batch'))] },
        examples,
      },
    },
    responses: {
      200: {
        description: 'The response, or the responses of a batch in any order.',
        headers: CACHE_STATUS_HEADERS,
        content: {
          'application/json': {
            schema: {
              oneOf: [
                ref(own('Answer')),
                { type: 'array', items: ref(own('Answer')), minItems: 1, maxItems: maxBatchCalls },
              ],
            },
          },
        },
      },
      204: {
        description: 'The request was a notification, or a batch of notifications: there is no response.',
      },
    },
    ...(overWebSocket.length === 0
      ? {}
      : {
          extensions: {
            'x-websocket': {
              description:
                'The same address speaks WebSocket (RFC 6455). A text message contains a request, and so does its response; the same methods are ' +
                'available, and notifications are separate messages.',
              calls: overWebSocket.map(({ name }) => ref(callName(own(''), name))),
              notification: ref(own('Notification')),
            },
          },
        }),
    schemas: {
      JsonRpcId: {
        description: 'Echoed in the response. A call without an id is a notification and gets no response.',
        type: ['string', 'number', 'null'],
      },
      [own('Call')]: { oneOf: overHttp.map(({ name }) => ref(callName(own(''), name))) },
      ...Object.fromEntries(methods.map((method) => [callName(own(''), method.name), callSchema(method)])),
      [own('Batch')]: { type: 'array', items: ref(own('Call')), minItems: 1, maxItems: maxBatchCalls },
      [own('Answer')]: { oneOf: [ref(own('Result')), ref('JsonRpcFailure')] },
      [own('Result')]: {
        type: 'object',
        properties: {
          jsonrpc: VERSION,
          result: { anyOf: overHttp.map(({ name, result }) => ({ title: name, ...result })) },
          id: ref('JsonRpcId'),
        },
        required: ['jsonrpc', 'result', 'id'],
        additionalProperties: false,
      },
      ...(notifying.length === 0
        ? {}
        : { [own('Notification')]: { oneOf: notifying.map(notificationSchema) } }),
      JsonRpcFailure: {
        type: 'object',
        properties: {
          jsonrpc: VERSION,
          error: ref('JsonRpcError'),
          id: ref('JsonRpcId'),
        },
        required: ['jsonrpc', 'error', 'id'],
        additionalProperties: false,
      },
      JsonRpcError: ERROR_SCHEMA,
    },
  };
}

/** Returns the schema of the notifications of a subscription over a WebSocket. */
function notificationSchema({ name, notification = {} }: MethodDocs): JsonSchema {
  return {
    title: name,
    type: 'object',
    properties: {
      jsonrpc: VERSION,
      method: { const: name },
      params: {
        type: 'object',
        properties: { subscription: ID_SCHEMA, result: notification },
        required: ['subscription', 'result'],
        additionalProperties: false,
      },
    },
    required: ['jsonrpc', 'method', 'params'],
    additionalProperties: false,
  };
}

const callName = (prefix: string, method: string): string => {
  const words = method.split('.').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${prefix}${words.join('')}Call`;
};

function callSchema({ name, summary, description, params, deprecated }: MethodDocs): JsonSchema {
  return {
    title: summary,
    description,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    type: 'object',
    properties: {
      jsonrpc: VERSION,
      id: ref('JsonRpcId'),
      method: { const: name },
      params: params ?? { type: ['object', 'array'] },
    },
    required: ['jsonrpc', 'method', ...(params === undefined ? [] : ['params'])],
  };
}

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        reason: { type: 'string', description: 'Stable: programs may match on it.' },
        expected: { description: 'What the gateway expected.' },
        found: { description: 'What it found; long text is cut.' },
        at: { type: 'string', description: 'A JSON pointer into the request.' },
        fix: { type: 'string', description: 'What to do about it.' },
        node: {
          description: 'The error of the node behind the gateway.',
          type: 'object',
          properties: { code: { type: 'integer' }, message: { type: 'string' } },
          required: ['code', 'message'],
          additionalProperties: false,
        },
      },
      required: ['reason'],
      additionalProperties: false,
    },
  },
  required: ['code', 'message'],
  additionalProperties: false,
};

/** Defines the schema of an HTTP answer that never became a call: an error object under the id null. */
export const JSON_RPC_REJECTION: JsonSchema = ref('JsonRpcFailure');
