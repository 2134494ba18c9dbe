// fastify 5 as a JSON-RPC server: it parses the JSON body, validates it by a schema, and responds by a schema.
import fastify from 'fastify';
import { report } from './report.mjs';

const HASH = '0'.repeat(64);

const CALL = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'number', 'null'] },
    method: { const: 'getBlockHash' },
    params: { type: 'object', properties: { height: { type: 'integer', minimum: 0 } } },
  },
};

const RESULT = {
  type: 'object',
  properties: {
    jsonrpc: { type: 'string' },
    result: { type: 'string' },
    id: { type: ['string', 'number', 'null'] },
  },
};

const oneOrBatch = (schema) => ({ anyOf: [schema, { type: 'array', minItems: 1, items: schema }] });

const answer = ({ id }) => ({ jsonrpc: '2.0', result: HASH, id });

async function listen(options) {
  const app = fastify({ ...options, ajv: { customOptions: { allowUnionTypes: true } } });
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
