import { createPlatform, type Platform as LocalPlatform } from '@dapikit/platform';
import { Code, type Client } from '@connectrpc/connect';
import { base58 } from '@scure/base';
import { encode } from 'cborg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  GetDocumentsRequest_WhereOperator as Operator,
  type Platform,
} from '../../src/grpc/generated/dapi_pb.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { testSigner } from './trusted-client.js';

const BYTES = { type: 'array', byteArray: true };
const ID = new Uint8Array(32).fill(7);
const ID_TEXT = base58.encode(ID);
const NOTE = {
  type: 'object',
  properties: {
    raw: { ...BYTES, maxItems: 20, position: 0 },
    ref: {
      ...BYTES,
      minItems: 32,
      maxItems: 32,
      contentMediaType: 'application/x.dash.dpp.identifier',
      position: 1,
    },
    small: { type: 'integer', minimum: 0, maximum: 65_535, position: 2 },
    wide: { type: 'integer', position: 3 },
  },
  indices: ['raw', 'ref', 'small', 'wide'].map((name) => ({ name, properties: [{ [name]: 'asc' }] })),
  additionalProperties: false,
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': Operator.EQUAL,
  in: Operator.IN,
  '>': Operator.GREATER_THAN,
  '<=': Operator.LESS_THAN_OR_EQUALS,
  between: Operator.BETWEEN,
};

type Clause = readonly [field: string, operator: string, value: unknown];

/** Forms in which Drive takes values: bytes, or their text, and integers. */
const ACCEPTED: readonly Clause[] = [
  ['raw', '==', Uint8Array.of(255)],
  ['raw', '==', '/w=='],
  ['raw', 'in', [Uint8Array.of(255), 'AQ==']],
  ['ref', '==', ID],
  ['ref', '==', ID_TEXT],
  ['small', '==', 9],
  ['small', 'in', [9, 10]],
  ['wide', 'between', [1, 9]],
];

/** Forms that Drive rejects. */
const REJECTED: readonly Clause[] = [
  ['raw', '==', [255]],
  ['raw', 'in', [[255], [1, 128]]],
  ['raw', 'between', [[1], [255]]],
  ['ref', '==', [...ID]],
  ['ref', 'in', [[...ID]]],
  ...['small', 'wide'].flatMap((field): Clause[] => [
    [field, '==', '9'],
    [field, 'in', ['9', '0']],
    [field, 'in', [0, '9']],
    [field, '>', '1'],
    [field, '<=', '9'],
    [field, 'between', ['1', '9']],
    [field, 'between', [1, '9']],
  ]),
];

/** A value as version 1 writes it. */
function valueOf(value: unknown): { variant: { case: string; value: unknown } } {
  if (value instanceof Uint8Array) return { variant: { case: 'bytesValue', value } };
  if (Array.isArray(value)) return { variant: { case: 'list', value: { values: value.map(valueOf) } } };
  return typeof value === 'number'
    ? { variant: { case: 'int64Value', value: BigInt(value) } }
    : { variant: { case: 'text', value } };
}

const orderOf = ([field, operator]: Clause): readonly string[] => (operator === '==' ? [] : [field]);

let local: LocalPlatform;
let gateway: GatewayUnderTest;
let client: Client<typeof Platform>;
let contractId: string;

beforeAll(async () => {
  local = await createPlatform({ signer: testSigner });
  const { id: by } = await local.createIdentity({ credits: 10n ** 15n });
  ({ contractId } = await local.registerContract({ by, contract: { note: NOTE } }));
  const data = { raw: '/w==', ref: ID_TEXT, small: 9, wide: 9 };
  await local.createDocument({ by, contractId, documentType: 'note', data });
  gateway = await startGatewayUnderTest({}, { platform: { platform: async () => Promise.resolve(local) } });
  client = grpcClients(gateway.port).platform;
});
afterAll(async () => {
  await gateway.stop();
  await local.close();
});

const requests = {
  0: (clause: Clause, prove: boolean) => ({
    case: 'v0' as const,
    value: {
      where: encode([clause]),
      orderBy: encode(orderOf(clause).map((field) => [field, 'asc'])),
      prove,
    },
  }),
  1: ([field, operator, value]: Clause, prove: boolean) => ({
    case: 'v1' as const,
    value: {
      whereClauses: [{ field, operator: OPERATORS[operator], value: valueOf(value) }],
      orderBy: orderOf([field, operator, value]).map((name) => ({
        target: { case: 'field' as const, value: name },
        ascending: true,
      })),
      prove,
    },
  }),
};

/** Sends a query; returns how many documents came, or "proof", or the status that rejects it. */
async function answerTo(version: 0 | 1, clause: Clause, prove: boolean): Promise<unknown> {
  const of = { dataContractId: base58.decode(contractId), documentType: 'note' };
  const { case: name, value } = requests[version](clause, prove);
  const response = await client
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value of each variant
    .getDocuments({ version: { case: name, value: { ...value, ...of } } } as never)
    .catch((error: unknown) => ({ code: Reflect.get(Object(error), 'code') }));
  if ('code' in response) return response.code;
  const { case: kind, value: result } = Object(response.version.value).result;
  if (kind === 'proof') return 'proof';
  const documents = kind === 'data' ? result.variant.value.documents : result.documents;
  return documents.length;
}

describe.each([0, 1] as const)('getDocuments of version %i', (version) => {
  it.each(ACCEPTED)('finds documents where %s %s %o', async (...clause) => {
    expect(await answerTo(version, clause, false)).toBe(1);
    expect(await answerTo(version, clause, true)).toBe('proof');
  });

  it.each(REJECTED)('rejects %s %s %o, as Drive does', async (...clause) => {
    expect(await answerTo(version, clause, false)).toBe(Code.InvalidArgument);
    expect(await answerTo(version, clause, true)).toBe(Code.InvalidArgument);
  });
});

it.each(REJECTED)('the unsigned query finds documents where %s %s %o', async (...clause) => {
  const orderBy = orderOf(clause).map((field) => [field, 'asc'] as const);
  const query = { contractId, documentType: 'note', where: [clause], orderBy };
  expect(await local.getDocuments(query)).toHaveLength(1);
});
