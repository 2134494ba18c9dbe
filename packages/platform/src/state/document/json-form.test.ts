import { describe, expect, it } from 'vitest';
import { CONTRACT, OWNER, SCHEMAS, typeOf } from '../../../../proof/test/sample-contract.js';
import { identifierBytes } from '../../base/bytes/identifier.js';
import type { Document } from './document.js';
import { documentFromJson, documentToJson, MalformedDocumentError, readData } from './json-form.js';

const ID = identifierBytes(CONTRACT)!;
const OWNER_ID = identifierBytes(OWNER)!;
const type = typeOf(SCHEMAS, { tradeMode: 1, required: ['$createdAt', '$createdAtCoreBlockHeight'] });

const document: Document = {
  id: ID,
  ownerId: OWNER_ID,
  revision: 2n,
  creatorId: ID,
  price: 2n ** 60n,
  times: { $createdAt: 1_700_000_000_000n, $createdAtCoreBlockHeight: 7 },
  data: { u8: 5, i64: -1n, u64: 2n ** 63n, bytes: Uint8Array.of(1, 2, 3), identifier: OWNER_ID, f64: 0.5 },
};

it('documentToJson writes exact numbers as numbers and others as text', () => {
  expect(documentToJson(type, CONTRACT, document)).toEqual({
    $formatVersion: '0',
    $id: CONTRACT,
    $ownerId: OWNER,
    $revision: 2,
    $creatorId: CONTRACT,
    $price: '1152921504606846976',
    $createdAt: 1_700_000_000_000,
    $updatedAt: null,
    $transferredAt: null,
    $createdAtBlockHeight: null,
    $updatedAtBlockHeight: null,
    $transferredAtBlockHeight: null,
    $createdAtCoreBlockHeight: 7,
    $updatedAtCoreBlockHeight: null,
    $transferredAtCoreBlockHeight: null,
    $dataContractId: CONTRACT,
    $type: 'note',
    u8: 5,
    i64: -1,
    u64: '9223372036854775808',
    bytes: 'AQID',
    identifier: OWNER,
    f64: 0.5,
  });
});

it('documentFromJson round-trips', () => {
  expect(documentFromJson(type, documentToJson(type, CONTRACT, document))).toEqual(document);
});

describe('readData', () => {
  it.each([
    ['i64', 5],
    ['i64', 5n],
    ['i64', '5'],
  ])('reads %s as bigint from %s', (name, value) => {
    expect(readData(type, { [name]: value })).toEqual({ [name]: 5n });
  });

  it.each([
    ['bytes', 'AQID', Uint8Array.of(1, 2, 3)],
    ['bytes', [1, 2, 3], Uint8Array.of(1, 2, 3)],
    ['bytes', Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 3)],
    ['identifier', OWNER, OWNER_ID],
    ['identifier', [...OWNER_ID], OWNER_ID],
    ['f64', 3, 3],
    ['string', undefined, undefined],
  ])('reads %s from %j', (name, value, held) => {
    expect(readData(type, { [name]: value })).toEqual(held === undefined ? {} : { [name]: held });
  });

  it.each([
    [{ u8: 256 }],
    [{ u8: -1 }],
    [{ u8: 1.5 }],
    [{ i64: '1e3' }],
    [{ f64: Number.NaN }],
    [{ i64: 2 ** 53 }],
    [{ u64: 2 ** 63 }],
    [{ string: '\ud800' }],
    [{ string: null }],
    [{ bytes: [256] }],
    [{ bytes: '!' }],
    [{ identifier: 'abc' }],
    [{ boolean: 1 }],
    [{ unknown: 1 }],
    [[]],
    [null],
    ['text'],
    [new Uint8Array(2)],
  ])('rejects %j', (data) => {
    expect(() => readData(type, data)).toThrow(MalformedDocumentError);
  });

  it('rejects a number that would be rounded and says how to write it', () => {
    expect(() => readData(type, { i64: 2 ** 53 })).toThrow(/found 9007199254740992: give all digits/);
    expect(() => readData(type, { f64: 2n ** 53n + 1n })).toThrow(
      /found 9007199254740993: write it with an exp/,
    );
    expect(readData(type, { f64: 2n ** 60n, i64: 2n ** 53n + 1n })).toEqual({
      f64: 2 ** 60,
      i64: 2n ** 53n + 1n,
    });
  });

  it('reads properties named like members of every object', () => {
    const odd = typeOf({ ['__proto__']: SCHEMAS.u8, constructor: SCHEMAS.u8 });
    const data = readData(odd, JSON.parse('{"__proto__": 1, "constructor": 2}'));
    expect(Object.entries(data)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});

it.each([
  [{ $id: CONTRACT }],
  [{ $id: 'x', $ownerId: OWNER }],
  [{ $id: CONTRACT, $ownerId: OWNER, $price: -1 }],
])('documentFromJson rejects %j', (json) => {
  expect(() => documentFromJson(type, json)).toThrow(MalformedDocumentError);
});
