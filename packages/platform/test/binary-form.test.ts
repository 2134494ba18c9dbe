import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../scripts/property-runs.js';
import { identifierBytes } from '../src/base/bytes/identifier.js';
import {
  decodeDocument,
  encodeDocument,
  UnreadableDocumentError,
} from '../src/state/document/binary-form.js';
import type { Document } from '../src/state/document/document.js';
import { documentFromJson, documentToJson } from '../src/state/document/json-form.js';
import { documentsOf } from './arbitrary-document.js';
import {
  CONTRACT,
  contractOf,
  described,
  schemaOf,
  SCHEMAS,
  typeOf,
} from '../../proof/test/sample-contract.js';
import { loadSdk, type Sdk } from './sdk.js';

let sdk: Sdk;
beforeAll(async () => {
  sdk = await loadSdk();
});

const CONTRACT_ID = identifierBytes(CONTRACT)!;
const TIMES = ['$createdAt', '$updatedAt', '$transferredAt'].flatMap((time) => [
  time,
  `${time}BlockHeight`,
  `${time}CoreBlockHeight`,
]);

const PLACE = {
  type: 'object',
  properties: {
    zip: { ...SCHEMAS.string, position: 1 },
    at: { ...SCHEMAS.u16, position: 0 },
    inner: {
      type: 'object',
      position: 2,
      properties: { flag: { type: 'boolean', position: 0 } },
      required: ['flag'],
      additionalProperties: false,
    },
  },
  required: ['at'],
  additionalProperties: false,
};

/** Document types that differ in what stands before the properties, and in the properties. */
const TYPES: Readonly<Record<string, object>> = {
  optional: schemaOf(SCHEMAS),
  required: schemaOf(SCHEMAS, { required: Object.keys(SCHEMAS), documentsMutable: false }),
  timed: schemaOf({ text: SCHEMAS.string }, { required: TIMES, transferable: 1 }),
  sold: schemaOf({ text: SCHEMAS.string, place: PLACE }, { tradeMode: 1, documentsMutable: false }),
  placed: schemaOf({ place: PLACE, text: SCHEMAS.string }, { required: ['place'], transient: ['text'] }),
};
const contract = contractOf(TYPES);
const DESCRIBED = described(contract).documentTypes;

describe.each(DESCRIBED.map((type) => [type.name, type] as const))('a document of type %s', (name, type) => {
  it('has the bytes of the official SDK', () => {
    const official = sdk.DataContract.fromJSON(contract, false, 13);
    fc.assert(
      fc.property(documentsOf(type), (document) => {
        const json = documentToJson(type, CONTRACT, document);
        const bytes = sdk.Document.fromJSON(json, 13).toBytes(official, 13);
        expect(hex(encodeDocument(type, document))).toBe(hex(bytes));
      }),
      { numRuns: costlyRuns(200) },
    );
  });

  it('is decoded by the official SDK', () => {
    const official = sdk.DataContract.fromJSON(contract, false, 13);
    fc.assert(
      fc.property(documentsOf(type), (document) => {
        const bytes = encodeDocument(type, document);
        const read = sdk.Document.fromBytes(bytes, official, name, 13);
        expect(hex(read.toBytes(official, 13))).toBe(hex(bytes));
      }),
      { numRuns: costlyRuns(200) },
    );
  });

  it('round-trips through bytes and JSON', () => {
    fc.assert(
      fc.property(documentsOf(type), (document) => {
        expect(decodeDocument(type, encodeDocument(type, document))).toEqual(document);
        const json: unknown = JSON.parse(JSON.stringify(documentToJson(type, CONTRACT, document)));
        expect(documentFromJson(type, json)).toEqual(document);
      }),
    );
  });

  it('is not decoded from truncated or extended bytes, and any bytes decode or are rejected', () => {
    const reading = (bytes: Uint8Array) => () => decodeDocument(type, bytes);
    fc.assert(
      fc.property(documentsOf(type), fc.nat(), (document, at) => {
        const bytes = encodeDocument(type, document);
        expectPart(document, reading(bytes.slice(0, at % bytes.length)));
        expect(reading(Uint8Array.of(...bytes, 0))).toThrow(UnreadableDocumentError);
        const spoilt = Uint8Array.from(bytes);
        spoilt[at % bytes.length]! ^= 1 << (at % 8);
        expect([undefined, UnreadableDocumentError]).toContain(thrownBy(reading(spoilt)));
      }),
    );
  });
});

/** Bytes that are cut are rejected, or those of a document that was written before its last properties came. */
function expectPart(document: Document, reading: () => Document): void {
  let part: Document;
  try {
    part = reading();
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return;
    throw error;
  }
  const { data, ...others } = part;
  const { data: whole, ...all } = document;
  expect(others).toEqual(all);
  expect(whole).toMatchObject(data);
}

it('encodeDocument omits an optional object without properties, like the network', () => {
  const type = typeOf({
    place: { ...PLACE, required: [], properties: { zip: { ...SCHEMAS.string, position: 0 } } },
  });
  const document: Document = {
    id: CONTRACT_ID,
    ownerId: CONTRACT_ID,
    revision: 1n,
    times: {},
    data: { place: {} },
  };
  expect(decodeDocument(type, encodeDocument(type, document)).data).toEqual({});
});

it.each([
  ['a missing property', {}],
  ['a number out of its width', { count: 256 }],
  ['a value of another type', { count: 'five' }],
])('encodeDocument rejects %s', (_, data) => {
  const type = typeOf({ count: SCHEMAS.u8 }, { required: ['count'] });
  expect(() => encodeDocument(type, { id: CONTRACT_ID, ownerId: CONTRACT_ID, times: {}, data })).toThrow(
    RangeError,
  );
});

/** What kind of error a call throws, if it does. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.constructor : error;
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('decodeDocument reads a part of a larger buffer', () => {
  const type = typeOf({ ratio: SCHEMAS.f64, who: SCHEMAS.identifier });
  const data = { ratio: 1.5, who: CONTRACT_ID };
  const document: Document = { id: CONTRACT_ID, ownerId: CONTRACT_ID, revision: 1n, times: {}, data };
  const large = Buffer.concat([Buffer.alloc(7), encodeDocument(type, document), Buffer.alloc(9)]);
  const read = decodeDocument(type, large.subarray(7, -9));
  large.fill(0xff);
  expect(read).toEqual(document);
});
