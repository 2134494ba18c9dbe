import { describe, expect, test } from 'vitest';
import {
  dataContract,
  decode,
  decodePrefix,
  DecodeError,
  documentCodec,
  documentTypesOf,
  encode,
  EncodeError,
  type Codec,
  type DataContract,
  type StoredDocument,
} from '@dapikit/protocol';
import { fromHex, recorded, toHex } from './recorded.js';

interface RecordedContract {
  readonly name: string;
  readonly platformVersion: number;
  readonly hex: string;
}

interface RecordedDocument {
  readonly name: string;
  readonly contract: string;
  readonly documentType: string;
  readonly hex: string;
  readonly json: Record<string, unknown>;
  readonly back: Record<string, unknown>;
}

const CONTRACTS = recorded<RecordedContract>('contracts-4.1.0');

/** The codec of a document of 4.1.0: contracts of documents are recorded for protocol version 13. */
function codecOf({ contract, documentType }: RecordedDocument): Codec<StoredDocument> {
  const { hex } = CONTRACTS.find(({ name, platformVersion }) => name === contract && platformVersion === 13)!;
  return documentCodec(documentTypesOf(decode(dataContract, fromHex(hex))).get(documentType)!);
}

const DOCUMENTS = recorded<RecordedDocument>('documents-4.1.0');

describe.each(DOCUMENTS)('document $name', (line) => {
  const codec = codecOf(line);

  test('round-trips with the recorded fields', () => {
    const document = decode(codec, fromHex(line.hex));
    expect(toHex(encode(codec, document))).toBe(line.hex);
    const { $dataContractId: _contract, $type: _type, $formatVersion: _version, ...fields } = line.back;
    expect(codec.toJson(document)).toMatchObject(fields);
    expect(codec.fromJson(codec.toJson(document))).toEqual(document);
  });

  test('rejects every prefix of the system fields', () => {
    const bytes = fromHex(line.hex);
    for (let length = 0; length < 67; length += 1)
      expect(() => decode(codec, bytes.subarray(0, length))).toThrow(DecodeError);
  });
});

interface OlderDocument {
  readonly name: string;
  readonly documentType: string;
  readonly hex: string;
  readonly json: Record<string, unknown>;
}

describe.each(recorded<OlderDocument>('documents-3.0.1'))('document of 3.0.1 $name', (line) => {
  test('consists of the contract, the type name and a document of version 0', () => {
    // The older library puts all three into one: version, contract, name, document.
    const bytes = fromHex(line.hex);
    const contract = decodePrefix(dataContract, bytes.subarray(1));
    const rest = bytes.subarray(1 + contract.length);
    expect(new TextDecoder().decode(rest.subarray(1, 1 + (rest[0] ?? 0)))).toBe(line.documentType);
    const type = documentTypesOf(contract.value, { protocolVersion: 8 }).get(line.documentType)!;
    const codec = documentCodec(type);
    const document = decode(codec, rest.subarray(1 + (rest[0] ?? 0)));
    const { $id, $ownerId } = line.json;
    expect(codec.toJson(document)).toMatchObject({ $id, $ownerId });
    expect(toHex(encode(codec, document))).toBe(toHex(rest.subarray(1 + (rest[0] ?? 0))));
  });
});

describe('a document that cannot be encoded', () => {
  const line = DOCUMENTS.find(({ name }) => name === 'entry-full-pv13')!;
  const codec = codecOf(line);
  const document = decode(codec, fromHex(line.hex));

  test.each([
    ['a missing required property', { ...document, data: {} }],
    ['an identifier of 31 bytes', { ...document, data: { ...document.data, friend: new Uint8Array(31) } }],
    ['a text where a number belongs', { ...document, data: { ...document.data, ratio: 'half' } }],
    ['a time below zero', { ...document, times: { $createdAt: -1n } }],
  ])('throws EncodeError for %s', (_what, changed) => {
    expect(() => encode(codec, changed)).toThrow(EncodeError);
  });
});

test('missing optional properties at the end are decoded as absent', () => {
  const line = DOCUMENTS.find(({ name }) => name === 'note-pv13')!;
  const codec = codecOf(line);
  const document = decode(codec, fromHex(line.hex));
  const shorter = encode(codec, { ...document, data: { message: document.data['message']! } });
  const { order: _order, ...withoutOrder } = document.data;
  expect(decode(codec, shorter.subarray(0, -1)).data).toEqual(withoutOrder);
});

test('an updated contract has the document types of its registration', () => {
  const { hex } = CONTRACTS.find(({ platformVersion }) => platformVersion === 13)!;
  const contract = decode(dataContract, fromHex(hex));
  expect(documentTypesOf({ ...contract, version: 7 })).toEqual(documentTypesOf({ ...contract, version: 1 }));
});

const contractNamed = (wanted: string): DataContract =>
  decode(
    dataContract,
    fromHex(CONTRACTS.find(({ name, platformVersion }) => name === wanted && platformVersion === 13)!.hex),
  );

describe('document types of a stored contract', () => {
  test('are read of an update whose description is too long for a registration', () => {
    const contract = contractNamed('note');
    const updated = { ...contract, version: 2, description: 'é'.repeat(100) };
    expect(documentTypesOf(updated)).toEqual(documentTypesOf(contract));
    expect(() => documentTypesOf({ ...updated, version: 1 })).toThrow('200 bytes');
  });

  test('are read of a contract whose distribution is too frequent for mainnet', () => {
    const json = Object(dataContract.toJson(contractNamed('note-with-token-and-group')));
    json.groups['0'].requiredPower = 3;
    json.tokens['0'].distributionRules.perpetualDistribution = {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 5,
        function: { $type: 'fixedAmount', amount: 1 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    };
    expect(documentTypesOf(dataContract.fromJson(json))).toEqual(documentTypesOf(contractNamed('note')));
  });
});
