// fastify 5 with more of what a gateway has: request ids, CORS, a rate limit, metrics, and methods with schemas of their params.
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { Metrics } from '@dapikit/gateway';
import fastify from 'fastify';
import { report } from './report.mjs';

const HASH = '0'.repeat(64);
/** The highest rate limit of the gateway. No client of the benchmark reaches it. */
const UNITS_PER_MINUTE = 60_000_000;

const METHODS = new Map([
  [
    'getBlockHash',
    {
      call: () => HASH,
      params: {
        type: 'object',
        required: ['height'],
        properties: { height: { type: 'integer', minimum: 0 } },
      },
    },
  ],
  ['getBestBlockHash', { call: () => HASH, params: { type: 'object' } }],
]);

const ID = { type: ['string', 'number', 'null'] };

const CALL = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: { jsonrpc: { const: '2.0' }, id: ID, method: { type: 'string' } },
  oneOf: Array.from(METHODS, ([name, { params }]) => ({
    properties: { method: { const: name }, params },
  })),
};

const RESULT = {
  type: 'object',
  properties: { jsonrpc: { type: 'string' }, result: { type: 'string' }, id: ID },
};

const oneOrBatch = (schema) => ({ anyOf: [schema, { type: 'array', minItems: 1, items: schema }] });

async function listen(options) {
  const metrics = new Metrics('bench');
  const app = fastify({ ...options, ajv: { customOptions: { allowUnionTypes: true } } });
  await app.register(cors, { origin: '*' });
  await app.register(rateLimit, { max: UNITS_PER_MINUTE, timeWindow: '1 minute' });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    metrics.responded(request.routeOptions.url, reply.statusCode);
  });
  const answer = ({ id, method, params }) => {
    const started = performance.now();
    const result = METHODS.get(method).call(params);
    metrics.called(method, 'ok', (performance.now() - started) / 1000);
    return { jsonrpc: '2.0', result, id };
  };
  app.post('/', {
    schema: { body: oneOrBatch(CALL), response: { 200: oneOrBatch(RESULT) } },
    handler: ({ body }, reply) => {
      reply.send(Array.isArray(body) ? body.map(answer) : answer(body));
    },
  });
  return `${await app.listen({ host: '127.0.0.1', port: 0 })}/`;
}

export async function start({ cert, key }) {
  return { http: await listen({}), https: await listen({ https: { cert, key } }) };
}

report(start);
