import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../src/json-rpc/dispatch/methods.js';
import { openApiDocument, type OpenApiDocument } from '../src/http-api/routes/openapi-document.js';
import { routes } from '../src/http-api/routes/routes.js';
import { DEFAULT_SETTINGS } from '../src/settings/settings.js';
import { BLOCK_HASHES, submission } from './recorded-layer1.js';
import { gatewayForTest, startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { manualChain } from './manual-chain.js';
import { WebSocketClient } from './web-socket-client.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Record<string, { examples: Record<string, { value: unknown }> }>;
  };
  readonly responses: Record<string, { readonly description: string; readonly content?: object }>;
}

const document = await openApiDocument(routes, DEFAULT_SETTINGS);
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'openapi');

/** The validator of something in the document, by its path in it. */
function schemaAt(...keys: string[]): ValidateFunction {
  const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ajv.compile({ $ref: `openapi#/${pointer.map(encodeURIComponent).join('/')}` });
}

/** What of a value its schema does not allow. */
function faultsOf(validate: ValidateFunction, value: unknown): readonly object[] {
  validate(value);
  return validate.errors ?? [];
}

const answerOf = (path: string, method: string, status: string, type: string) =>
  schemaAt('paths', path, method, 'responses', status, 'content', type, 'schema');

let gateway: GatewayUnderTest;
let url: string;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
  url = `http://127.0.0.1:${gateway.port}`;
});
afterAll(() => gateway.stop());

function operationOf(path: string, method: string): Operation {
  return JSON.parse(JSON.stringify(document.paths[path]?.[method]));
}

const post = (path: string, body: string, type = 'application/json') =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body });

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('is served', async () => {
    const response = await fetch(`${url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const head = await fetch(`${url}/openapi.json`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(document))));
    const rejected = await post('/openapi.json', '{}');
    expect(rejected.headers.get('allow')).toBe('GET, HEAD');
    expect(faultsOf(schemaAt('components', 'schemas', 'Problem'), await rejected.json())).toEqual([]);
  });

  it('has every route with a unique operation id', () => {
    const paths = Object.entries(document.paths);
    const described = paths.flatMap(([path, verbs]) => Object.keys(verbs).map((verb) => `${verb} ${path}`));
    expect(described).toEqual(routes.map(({ method, path }) => `${method.toLowerCase()} ${path}`));
    const ids = paths.flatMap(([, verbs]) => Object.values(verbs).map((verb) => verb['operationId']));
    expect(new Set(ids).size).toBe(routes.length);
  });

  it('has no dangling or unused reference', () => {
    const { schemas } = document.components;
    const used = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(schemas)));
  });
});

describe('the OpenAPI schema of JSON-RPC', () => {
  const request = schemaAt('paths', '/', 'post', 'requestBody', 'content', 'application/json', 'schema');
  const answer = answerOf('/', 'post', '200', 'application/json');

  it.each(Object.entries(operationOf('/', 'post').requestBody!.content['application/json']!.examples))(
    'has a working example: %s',
    async (_, { value }) => {
      expect(faultsOf(request, value)).toEqual([]);
      const answered = await (await post('/', JSON.stringify(value))).json();
      expect(faultsOf(answer, answered)).toEqual([]);
      expect(JSON.stringify(answered)).not.toContain('"error"');
    },
  );

  it.each(methods)('matches the example of $name', async ({ name, exampleParams }) => {
    const params = exampleParams({
      genesis: BLOCK_HASHES[0]!,
      tip: BLOCK_HASHES.at(-1)!,
      transaction: submission('accepted').hex,
    });
    const call = { jsonrpc: '2.0', id: 1, method: name, ...(params === undefined ? {} : { params }) };
    expect(faultsOf(request, call)).toEqual([]);
    const answered = await (await post('/', JSON.stringify(call))).json();
    expect(answered).toHaveProperty('result');
    expect(faultsOf(answer, answered)).toEqual([]);
  });

  it.each([
    '{',
    '{"jsonrpc":"2.0","id":1,"method":"nope"}',
    '[]',
    '{"jsonrpc":"2.0","id":1,"method":"getBlockHash"}',
  ])('matches the error of %s', async (body) => {
    const answered = await (await post('/', body)).json();
    expect(answered).toHaveProperty('error');
    expect(faultsOf(answer, answered)).toEqual([]);
  });

  it('matches the HTTP errors', async () => {
    const rejected = answerOf('/', 'post', 'default', 'application/json');
    expect(faultsOf(rejected, await (await fetch(url)).json())).toEqual([]);
    expect(faultsOf(rejected, await (await post('/', '{}', 'text/html')).json())).toEqual([]);
    expect(faultsOf(rejected, await (await post('/nowhere', '{}')).json())).toEqual([]);
  });

  it('rejects an invalid call', () => {
    for (const wrong of [{}, [], { jsonrpc: '2.0', method: 'nope' }, { jsonrpc: '1.0', method: 'getStatus' }])
      expect(request(wrong)).toBe(false);
  });
});

describe('the OpenAPI description of WebSockets', () => {
  it('matches the notifications of subscriptions', async () => {
    const chain = manualChain();
    const { urls } = await gatewayForTest({}, { layer1: chain });
    const client = await WebSocketClient.forTest(urls.at(-1)!);
    const transaction = chain.transfer(chain.accounts[0]!, chain.accounts[1]!, 100_000n);
    const txid = await chain.sendTransaction(transaction);
    const call = schemaAt('components', 'schemas', 'JsonRpcSubscribeToTransactionCall');
    expect(
      faultsOf(call, { jsonrpc: '2.0', id: 1, method: 'subscribeToTransaction', params: { txid } }),
    ).toEqual([]);
    await client.subscribe('subscribeToTransaction', { txid });
    await client.subscribe('subscribeToBlocks');
    await client.subscribe('subscribeToMasternodeList');
    chain.mine(2);
    const told = schemaAt('components', 'schemas', 'JsonRpcNotification');
    const notifications = await client.until(() => {
      const all = client.messages.filter((message) => 'method' in message);
      const methods = new Set(all.map(({ method }) => method));
      return methods.size === 3 && all.length >= 6 ? all : undefined;
    });
    for (const notification of notifications) expect(faultsOf(told, notification)).toEqual([]);
    expect(told({ ...notifications[0], method: 'subscribeToNothing' })).toBe(false);
  });

  it('is referenced from the route', () => {
    const { 'x-websocket': said } = document.paths['/']!['post']!;
    expect(said).toMatchObject({ notification: { $ref: '#/components/schemas/JsonRpcNotification' } });
  });
});

describe('the OpenAPI document of a development chain', () => {
  it('has its controls and is valid', async () => {
    const chain = manualChain();
    const { urls } = await gatewayForTest({}, { layer1: chain, devChain: chain });
    const answer: OpenApiDocument = JSON.parse(await (await fetch(`${urls.at(-1)}openapi.json`)).text());
    const { valid, errors } = await new Validator().validate(structuredClone(answer));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(Object.keys(answer.paths)).toContain('/dev');
    const { DevMineCall, JsonRpcGetBlockHashCall } = answer.components.schemas;
    expect(DevMineCall).toMatchObject({ properties: { method: { const: 'mine' } } });
    expect(JsonRpcGetBlockHashCall).toMatchObject({ properties: { method: { const: 'getBlockHash' } } });
  });
});

describe('the OpenAPI schema of contract checks', () => {
  const verdict = answerOf('/contracts/validate', 'post', '200', 'application/json');
  const folder = new URL('../../../fixtures/contracts/', import.meta.url);
  const corpus = readFileSync(new URL('corpus.jsonl', folder), 'utf8').trim().split('\n');
  const executed: { documents: object; definitions?: object }[] = JSON.parse(
    readFileSync(new URL('executed-cases.json', folder), 'utf8'),
  );

  it('matches the response to each of several hundred contracts', async () => {
    const contracts: object[] = [
      ...corpus.filter((_, at) => at % 10 === 0).map((line) => JSON.parse(line).schemas),
      ...executed.map(({ documents, definitions }) => ({ documents, $defs: definitions })),
    ];
    const seen = { accepted: 0, rejected: 0 };
    for (const contract of contracts) {
      const response = await post('/contracts/validate?protocolVersion=12', JSON.stringify(contract));
      const answered: { accepted: boolean } = JSON.parse(await response.text());
      seen[answered.accepted ? 'accepted' : 'rejected'] += 1;
      expect(faultsOf(verdict, answered)).toEqual([]);
    }
    expect(seen.accepted).toBeGreaterThan(50);
    expect(seen.rejected).toBeGreaterThan(50);
  });

  it('matches the response to many errors', async () => {
    const text = `{${Array.from({ length: 300 }, (_, at) => `"t${at}":5`).join(',')}}`;
    expect(faultsOf(verdict, await (await post('/contracts/validate', text)).json())).toEqual([]);
  });

  it('matches the problems', async () => {
    const problem = answerOf('/contracts/validate', 'post', '400', 'application/problem+json');
    for (const [query, body, type] of [
      ['?form=x', '{}', 'application/json'],
      ['?x', '{}', 'application/json'],
      ['', '{}', 'text/html'],
      ['', ' '.repeat(300_000), 'text/plain'],
    ] as const) {
      const response = await post(`/contracts/validate${query}`, body, type);
      const answered: { code: string; status: number } = JSON.parse(await response.text());
      expect(faultsOf(problem, answered)).toEqual([]);
      expect(answered.status).toBe(response.status);
      const documented = operationOf('/contracts/validate', 'post').responses[response.status];
      expect(documented?.description).toContain(`\`${answered.code}\``);
    }
  });

  it.each(['application/json', 'text/plain'])('has an accepted example of %s', async (type) => {
    const { examples } = operationOf('/contracts/validate', 'post').requestBody!.content[type]!;
    for (const { value } of Object.values(examples)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const response = await post('/contracts/validate', text, type);
      expect(response.status).toBe(200);
      expect(faultsOf(verdict, await response.json())).toEqual([]);
    }
  });
});
