import { describeContract, type DocumentTypeDescription } from '@dapikit/contract';
import { decode, documentCodec, encode } from '@dapikit/protocol';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodeDocument,
  encodeDocument,
  UnreadableDocumentError,
} from '../../src/state/document/binary-form.js';
import type { Document } from '../../src/state/document/document.js';
import { documentsOf } from '../arbitrary-document.js';
import { ID, TEXT, typeOf } from './preview-room.js';

const SCHEMA = typeOf(
  {
    title: TEXT,
    tags: { type: 'array', maxItems: 5, items: TEXT },
    ratings: { type: 'array', maxItems: 5, items: { type: 'integer', minimum: -5, maximum: 5 } },
    members: { type: 'array', maxItems: 5, items: ID },
    hashes: { type: 'array', maxItems: 5, items: { type: 'bytes', size: 20 } },
    shares: { type: 'array', maxItems: 5, items: { type: 'number' } },
    flags: { type: 'array', maxItems: 5, items: { type: 'boolean' } },
    language: { ...TEXT, requiredSince: 2 },
  },
  { required: ['title', 'tags', 'language'] },
);

/** Describes the type as version 2 of its contract has it. */
function describeType(): DocumentTypeDescription {
  const id = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';
  const contract = { $formatVersion: '1', id, ownerId: id, version: 2, documentSchemas: { post: SCHEMA } };
  const described = describeContract(contract, { protocolVersion: 14, transition: 'update' });
  const type = described.ok ? described.description.documentTypes[0] : undefined;
  if (type === undefined) throw new Error(JSON.stringify(described.diagnostics[0]));
  return type;
}

const type = describeType();
const stamped = fc
  .tuple(documentsOf(type), fc.integer({ min: 2, max: 300 }))
  .map(([document, contractVersion]): Document => ({ ...document, contractVersion }));

it('a document of format 3 round-trips with its lists and the version of its contract', () => {
  fc.assert(
    fc.property(stamped, (document) => {
      const bytes = encodeDocument(type, document);
      expect(bytes[0]).toBe(3);
      expect(decodeDocument(type, bytes)).toEqual(document);
    }),
  );
});

it('the platform and @dapikit/protocol write and read the same bytes of format 3', () => {
  const codec = documentCodec(type);
  fc.assert(
    fc.property(stamped, (document) => {
      const bytes = encodeDocument(type, document);
      const read = decode(codec, bytes);
      expect(read).toMatchObject({
        formatVersion: 3,
        contractVersion: BigInt(document.contractVersion ?? 0),
      });
      expect(Buffer.from(encode(codec, read)).toString('hex')).toBe(Buffer.from(bytes).toString('hex'));
      expect(codec.fromJson(JSON.parse(JSON.stringify(codec.toJson(read))))).toEqual(read);
    }),
  );
});

it('a document of format 3 that is cut or extended is unreadable, and any bytes decode or are rejected', () => {
  fc.assert(
    fc.property(stamped, fc.nat(), (document, at) => {
      const bytes = encodeDocument(type, document);
      expect(() => decodeDocument(type, Uint8Array.of(...bytes, 0))).toThrow(UnreadableDocumentError);
      const spoilt = Uint8Array.from(bytes);
      spoilt[at % bytes.length] = (spoilt[at % bytes.length] ?? 0) ^ (1 << (at % 8));
      expect([undefined, UnreadableDocumentError]).toContain(thrownBy(() => decodeDocument(type, spoilt)));
    }),
  );
});

/** The class of what a function throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return Object(error).constructor;
  }
}

it('a property that is required since a later version of the contract may be missing in a document', () => {
  const base: Document = {
    id: new Uint8Array(32),
    ownerId: new Uint8Array(32),
    revision: 1n,
    times: {},
    data: { title: 'a', tags: [] },
  };
  const early: Document = { ...base, contractVersion: 1 };
  expect(decodeDocument(type, encodeDocument(type, early))).toEqual(early);
  expect(decodeDocument(type, encodeDocument(type, base))).toEqual(base);
  expect(() => encodeDocument(type, { ...base, contractVersion: 2 })).toThrow('language has no value');
});
