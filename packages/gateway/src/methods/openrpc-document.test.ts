import * as openRpc from '@open-rpc/meta-schema';
import * as jsonSchema from '@json-schema-tools/meta-schema';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../test/dispatch-under-test.js';
import { methods } from './methods.js';
import { openRpcDocument } from './openrpc-document.js';

const document = openRpcDocument(methods);

// The types of both packages are of what their schemas describe, not of the schemas.
const { openrpcDocument: metaSchema } = openRpc as unknown as { openrpcDocument: object };
const { jsonSchema: schemaOfSchemas } = jsonSchema as unknown as { jsonSchema: object };
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(schemaOfSchemas);
const validate = ajv.compile(metaSchema);

describe('the OpenRPC document', () => {
  it('is a valid one', () => {
    validate(JSON.parse(JSON.stringify(document)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('is held against a schema that refuses what is none', () => {
    expect(validate({ ...document, methods: [{ name: 'nameless params', params: [{}] }] })).toBe(false);
  });

  it('has every method with its params', () => {
    const described = document.methods.map(({ name, paramStructure, params }) => [
      name,
      paramStructure,
      (params as { name: string; required: boolean }[]).map(({ name, required }) =>
        required ? name : `${name}?`,
      ),
    ]);
    expect(described).toEqual([
      ['getBestBlockHash', 'either', []],
      ['getBlockHash', 'by-name', ['height']],
      ['getStatus', 'either', []],
      ['sendRawTransaction', 'by-position', ['transaction', 'allowHighFees?', 'bypassLimits?']],
      ['getMnListDiff', 'by-name', ['baseBlockHash', 'blockHash']],
      ['rpc.discover', 'either', []],
    ]);
  });

  it('has every documented reason of every method', () => {
    for (const [at, { errors }] of methods.entries()) {
      const told = JSON.stringify(document.methods[at]!['errors']);
      for (const { reason } of errors) expect(told).toContain(`"${reason}"`);
    }
  });

  it('is what rpc.discover answers', async () => {
    const { result } = await dispatchUnderTest().call('rpc.discover');
    expect(result).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
