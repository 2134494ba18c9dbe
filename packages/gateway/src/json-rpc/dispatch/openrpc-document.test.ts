import * as openRpc from '@open-rpc/meta-schema';
import * as jsonSchema from '@json-schema-tools/meta-schema';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { subscriptions } from '../subscriptions/subscriptions.js';
import { describedMethods } from './methods.js';
import { openRpcDocument } from './openrpc-document.js';

interface Described {
  readonly name: string;
  readonly paramStructure: string;
  readonly params: readonly { readonly name: string; readonly required: boolean }[];
}

const document = openRpcDocument(describedMethods);

// The types of both packages are of what their schemas describe, not of the schemas.
const metaSchema: object = Reflect.get(openRpc, 'openrpcDocument');
const schemaOfSchemas: object = Reflect.get(jsonSchema, 'jsonSchema');
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
// It is referred to with a slash at its end, and without.
ajv.addSchema(schemaOfSchemas);
ajv.addSchema(schemaOfSchemas, 'https://meta.json-schema.tools');
const validate = ajv.compile(metaSchema);

describe('the OpenRPC document', () => {
  it('is valid', () => {
    validate(JSON.parse(JSON.stringify(document)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('is checked by a schema that rejects an invalid document', () => {
    expect(validate({ ...document, methods: [{ name: 'nameless params', params: [{}] }] })).toBe(false);
  });

  it('has every method with its params', () => {
    const { methods: written }: { methods: Described[] } = JSON.parse(JSON.stringify(document));
    const described = written.map(({ name, paramStructure, params }) => [
      name,
      paramStructure,
      params.map((param) => (param.required ? param.name : `${param.name}?`)),
    ]);
    expect(described).toEqual([
      ['getBestBlockHash', 'either', []],
      ['getBlockHash', 'by-name', ['height']],
      ['getStatus', 'either', []],
      ['sendRawTransaction', 'by-position', ['transaction', 'allowHighFees?', 'bypassLimits?']],
      ['getMnListDiff', 'by-name', ['baseBlockHash', 'blockHash']],
      ['rpc.discover', 'either', []],
      ['subscribeToMasternodeList', 'by-name', ['baseBlockHash?', 'on?']],
      ['subscribeToBlocks', 'by-name', ['fromHeight?', 'previousHash?']],
      ['subscribeToTransaction', 'by-name', ['txid']],
      ['unsubscribe', 'by-name', ['subscription']],
    ]);
  });

  it('has every documented reason of every method', () => {
    for (const [at, { errors }] of describedMethods.entries()) {
      const told = JSON.stringify(document.methods[at]!['errors']);
      for (const { reason } of errors) expect(told).toContain(`"${reason}"`);
    }
  });

  it('describes the WebSocket transport and its notifications', () => {
    const written: Readonly<Record<string, unknown>>[] = JSON.parse(JSON.stringify(document.methods));
    const overWebSocket = written.filter((method) => method['x-transport'] === 'websocket');
    expect(overWebSocket.map(({ name }) => name)).toEqual([
      ...subscriptions.map(({ name }) => name),
      'unsubscribe',
    ]);
    expect(overWebSocket.map((method) => method['x-notification'])).toEqual([
      ...subscriptions.map(({ name, notification }) => ({
        name,
        paramStructure: 'by-name',
        params: [
          { name: 'subscription', required: true, schema: { type: 'integer', minimum: 1 } },
          { name: 'result', required: true, schema: JSON.parse(JSON.stringify(notification)) },
        ],
      })),
      undefined,
    ]);
  });

  it('is the result of rpc.discover', async () => {
    const { result } = await dispatchUnderTest().call('rpc.discover');
    expect(result).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
