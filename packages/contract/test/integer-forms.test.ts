import { beforeAll, expect, it } from 'vitest';
import { validateDocument } from '../src/index.js';
import { contract, EXAMPLE_OWNER_ID } from '../src/rules/example.js';
import { loadDocumentNetwork, type DocumentJudge } from './document-network.js';

interface Sdk {
  readonly default: () => Promise<unknown>;
  readonly DataContract: {
    fromJSON: (json: unknown, validate: boolean, protocolVersion: number) => unknown;
  };
  readonly Document: {
    fromObject: (
      value: object,
      protocolVersion: number,
    ) => { toBytes: (contract: unknown, protocolVersion: number) => Uint8Array };
  };
}

const PROTOCOL_VERSION = 13;
const SCHEMAS = {
  note: {
    type: 'object',
    properties: { count: { type: 'integer', position: 0 } },
    additionalProperties: false,
  },
};
const SYSTEM_FIELDS = {
  $formatVersion: '0',
  $id: EXAMPLE_OWNER_ID,
  $ownerId: EXAMPLE_OWNER_ID,
  $dataContractId: EXAMPLE_OWNER_ID,
  $type: 'note',
  $revision: 1,
};

let sdk: Sdk;
let judge: DocumentJudge;
beforeAll(async () => {
  const name = '@dashevo/wasm-sdk';
  sdk = await import(name);
  await sdk.default();
  judge = (await loadDocumentNetwork())(SCHEMAS);
});

/** Returns whether the official SDK 4.1.0 writes a document. */
function isWritten(count: unknown): boolean {
  const registered = sdk.DataContract.fromJSON(
    contract({ documentSchemas: SCHEMAS }),
    true,
    PROTOCOL_VERSION,
  );
  try {
    const document = sdk.Document.fromObject({ ...SYSTEM_FIELDS, count }, PROTOCOL_VERSION);
    return document.toBytes(registered, PROTOCOL_VERSION).length > 0;
  } catch {
    return false;
  }
}

it.each([5, 2 ** 53 - 1, 2n ** 53n + 1n, 2n ** 63n - 1n, '5', '9007199254740993'])(
  'the official SDK takes a 64-bit integer as %o unless there is a hint',
  (count) => {
    const { ok, diagnostics } = validateDocument(SCHEMAS, 'note', { count });
    expect(ok).toBe(true);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
      isWritten(count) ? [] : [['value-integer-text', 'hint']],
    );
  },
);

it('the network rejects decimal text', () => {
  expect(judge('note', { count: 5 })).toEqual([]);
  expect(judge('note', { count: '5' })).toMatchObject([{ keyword: 'type', instancePath: '/count' }]);
});
