import { fromBinary, toBinary, create } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  GetDocumentsRequestSchema,
  GetIdentitiesBalancesRequestSchema,
  GetIdentityKeysRequestSchema,
  GetStatusResponseSchema,
} from '../src/grpc/generated/dapi_pb.js';
import { exceededMessageLimit } from '@dapikit/light-client/message-limits';

const LIMITS = { maxElements: 1000, maxDepth: 10 };

const repeated = (hex: string, count: number): Uint8Array => Buffer.from(hex.repeat(count), 'hex');
const inField = (number: number, content: Uint8Array): Uint8Array =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(content).finish();
const inVersion = (content: Uint8Array): Uint8Array => inField(1, content);

const KINDS = [
  ['empty entries of a repeated field', GetIdentitiesBalancesRequestSchema, '0a00', inVersion],
  [
    'entries of a repeated message',
    GetDocumentsRequestSchema,
    '1a00',
    (bytes: Uint8Array) => inField(2, bytes),
  ],
  ['unknown varints', GetIdentitiesBalancesRequestSchema, 'f87f00', inVersion],
  ['unknown fields of 32 bits', GetIdentitiesBalancesRequestSchema, 'fd7f00000000', inVersion],
  ['unknown fields of 64 bits', GetIdentitiesBalancesRequestSchema, 'f97f0000000000000000', inVersion],
  ['unknown empty groups', GetIdentitiesBalancesRequestSchema, 'fb7ffc7f', inVersion],
  [
    'repetitions of the member of a oneof',
    GetIdentitiesBalancesRequestSchema,
    '0a00',
    (bytes: Uint8Array) => bytes,
  ],
  ['repetitions of a scalar', GetIdentitiesBalancesRequestSchema, '1001', inVersion],
  [
    'entries of a map',
    GetIdentityKeysRequestSchema,
    '0a00',
    (bytes: Uint8Array) => inVersion(inField(2, inField(3, bytes))),
  ],
] as const;

it.each(KINDS)('the limits of messages count %s', (_, schema, hex, wrapped) => {
  const few = wrapped(repeated(hex, 990));
  expect(exceededMessageLimit(schema, few, LIMITS)).toBeUndefined();
  expect(exceededMessageLimit(schema, wrapped(repeated(hex, 1001)), LIMITS)).toBe('maxElements');
  expect(() => fromBinary(schema, few)).not.toThrow();
});

const group = (count: number): Uint8Array =>
  inVersion(Buffer.concat([repeated('fb7f', 1), repeated('0800', count), repeated('fc7f', 1)]));

it('the limits of messages count the fields of an unknown group', () => {
  expect(exceededMessageLimit(GetIdentitiesBalancesRequestSchema, group(990), LIMITS)).toBeUndefined();
  expect(exceededMessageLimit(GetIdentitiesBalancesRequestSchema, group(1001), LIMITS)).toBe('maxElements');
});

/** In a descriptor, field 10 is a list of integers. */
const packed = (count: number): Uint8Array => inField(10, new Uint8Array(count));

it('the limits of messages count the entries of a packed list', () => {
  expect(exceededMessageLimit(FileDescriptorProtoSchema, packed(990), LIMITS)).toBeUndefined();
  expect(exceededMessageLimit(FileDescriptorProtoSchema, packed(1001), LIMITS)).toBe('maxElements');
});

it('the limits of messages count no fields in byte strings and texts', () => {
  const ids = inVersion(inField(1, repeated('0a00', 100_000)));
  expect(exceededMessageLimit(GetIdentitiesBalancesRequestSchema, ids, LIMITS)).toBeUndefined();
  const unknown = inField(9, repeated('0a00', 100_000));
  expect(exceededMessageLimit(GetIdentitiesBalancesRequestSchema, unknown, LIMITS)).toBeUndefined();
});

it('the limits of messages bound the depth of messages and of unknown groups', () => {
  // Version 1, where clauses, value, list, values, list, values, ...
  let value: Uint8Array = new Uint8Array();
  for (let level = 0; level < 10; level += 1) value = inField(7, inField(1, value));
  const nested = inField(2, inField(3, inField(3, value)));
  expect(exceededMessageLimit(GetDocumentsRequestSchema, nested, LIMITS)).toBe('maxDepth');
  expect(exceededMessageLimit(GetDocumentsRequestSchema, repeated('fb7f', 20), LIMITS)).toBe('maxDepth');
  expect(
    exceededMessageLimit(GetDocumentsRequestSchema, nested, { ...LIMITS, maxDepth: 30 }),
  ).toBeUndefined();
});

it('the limits of messages read a field of another wire type as the decoder does', () => {
  // Field 1, a message, with the tag of a varint: the decoder reads its length all the same.
  const tagged = Buffer.concat([Buffer.from([0x08]), inVersion(repeated('0a00', 1001)).subarray(1)]);
  expect(() => fromBinary(GetIdentitiesBalancesRequestSchema, tagged)).not.toThrow();
  expect(exceededMessageLimit(GetIdentitiesBalancesRequestSchema, tagged, LIMITS)).toBe('maxElements');
});

function decodes(bytes: Uint8Array): boolean {
  try {
    fromBinary(GetStatusResponseSchema, bytes);
    return true;
  } catch {
    return false;
  }
}

it('the limits of messages accept the bytes that the decoder accepts', () => {
  const time = { local: 1n, block: 2n };
  const valid = toBinary(
    GetStatusResponseSchema,
    create(GetStatusResponseSchema, {
      version: { case: 'v0', value: { chain: { catchingUp: true, latestBlockHeight: 7n }, time } },
    }),
  );
  const limits = { maxElements: 1000, maxDepth: 5 };
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 }), (changes) => {
      const bytes = Uint8Array.from(valid);
      for (const [at, value] of changes) bytes[at] = value;
      fc.pre(decodes(bytes));
      expect(exceededMessageLimit(GetStatusResponseSchema, bytes, limits)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
