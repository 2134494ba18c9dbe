import type { JsonSchema, Method } from '../methods/method.js';
import { methods } from '../methods/methods.js';
import { PROVENANCE_HEADERS } from './provenance-headers.js';
import type { RouteDocs, RouteSettings } from './route.js';

const VERSION: JsonSchema = { const: '2.0' };
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** What the JSON-RPC endpoint is for those who call it, from the table of methods. */
export function jsonRpcDocs({ maxBatchCalls }: RouteSettings): RouteDocs {
  return {
    operationId: 'callMethod',
    summary: 'Call JSON-RPC 2.0 methods',
    description:
      'A call, or a batch of them. An application error comes with HTTP status 200 and an error object; whatever HTTP ' +
      'status an answer has, its body is a JSON-RPC object.',
    parameters: [],
    requestBody: {
      'application/json': {
        schema: { oneOf: [ref('JsonRpcCall'), ref('JsonRpcBatch')] },
        examples: {
          call: {
            summary: 'One call',
            value: { jsonrpc: '2.0', id: 1, method: 'getBlockHash', params: { height: 0 } },
          },
          batch: {
            summary: 'A batch',
            value: [
              { jsonrpc: '2.0', id: 1, method: 'getBestBlockHash' },
              { jsonrpc: '2.0', id: 2, method: 'getStatus' },
            ],
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The answer, or the answers of a batch in any order.',
        headers: PROVENANCE_HEADERS,
        content: {
          'application/json': {
            schema: {
              oneOf: [
                ref('JsonRpcAnswer'),
                { type: 'array', items: ref('JsonRpcAnswer'), minItems: 1, maxItems: maxBatchCalls },
              ],
            },
          },
        },
      },
      204: { description: 'The request was a notification, or a batch of them: there is nothing to answer.' },
    },
    schemas: {
      JsonRpcId: {
        description: 'Echoed in the answer. Without one the call is a notification, and gets none.',
        type: ['string', 'number', 'null'],
      },
      JsonRpcCall: { oneOf: methods.map(({ name }) => ref(callName(name))) },
      ...Object.fromEntries(methods.map((method) => [callName(method.name), callSchema(method)])),
      JsonRpcBatch: { type: 'array', items: ref('JsonRpcCall'), minItems: 1, maxItems: maxBatchCalls },
      JsonRpcAnswer: { oneOf: [ref('JsonRpcResult'), ref('JsonRpcFailure')] },
      JsonRpcResult: {
        type: 'object',
        properties: {
          jsonrpc: VERSION,
          result: { anyOf: methods.map(({ name, result }) => ({ title: name, ...result })) },
          id: ref('JsonRpcId'),
        },
        required: ['jsonrpc', 'result', 'id'],
        additionalProperties: false,
      },
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

const callName = (method: string): string => {
  const words = method.split('.').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Call`;
};

function callSchema({ name, summary, description, params, deprecated }: Method): JsonSchema {
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
        mend: { type: 'string', description: 'What to do about it.' },
        node: {
          description: 'What the node behind the gateway answered.',
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

/** The schema of an HTTP answer that never became a call: an error object under the id null. */
export const JSON_RPC_REFUSAL: JsonSchema = ref('JsonRpcFailure');
