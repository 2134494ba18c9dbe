// The calls of gRPC that take most of the main thread: each has a name, a path, a message and, where it is not gRPC-web, a content type.
import { bytesField, frameOf, numberField } from './protobuf.mjs';

const PLATFORM = '/org.dash.platform.dapi.v0.Platform';
const CORE = '/org.dash.platform.dapi.v0.Core';
const MANY = 1_000_000;

const repeat = (hex, count) => Buffer.alloc((hex.length / 2) * count, Buffer.from(hex, 'hex'));

/** Ids that differ early, as hashes do. */
const ids = Array.from({ length: 1000 }, (_, number) => {
  const id = Buffer.alloc(32, number);
  id.writeUInt32BE(Math.imul(number + 1, 0x9e3779b1) >>> 0);
  return id;
});

const hundred = ids.slice(0, 100);

const version = (...fields) => bytesField(1, Buffer.concat(fields));
const listOf = (number, values = ids) => Buffer.concat(values.map((value) => bytesField(number, value)));
const prove = (number) => numberField(number, 1);

/** Integers of a list in CBOR that have so many bytes. */
function bignumClauses(bytes) {
  const head = Buffer.from([0x81, 0x83, 0x61, 0x61, 0x62, 0x3d, 0x3d, 0xc2, 0x59, bytes >> 8, bytes & 0xff]);
  return Buffer.concat([head, Buffer.alloc(bytes, 0xff)]);
}

/** A list of so many empty lists in CBOR. */
const listClauses = (count) =>
  Buffer.concat([Buffer.from([0x9a, 0, 0, count >> 8, count & 0xff]), Buffer.alloc(count, 0x80)]);

/** The calls of `serve`, by name: all of their answers are OK or a rejection. */
export function hostileCalls({ contracts, identity }) {
  const [contract] = contracts.map((id) => Buffer.from(id, 'hex'));
  const all = contracts.map((id) => Buffer.from(id, 'hex'));
  const documents = [bytesField(1, contract), bytesField(2, Buffer.from('note'))];
  const identities = (path, id = 1, wanted = 2) => [
    `${PLATFORM}/${path}`,
    version(listOf(id), prove(wanted)),
  ];
  return {
    'gRPC: a million empty ids': [`${PLATFORM}/getIdentitiesBalances`, bytesField(1, repeat('0a00', MANY))],
    'gRPC: a million where clauses': [`${PLATFORM}/getDocuments`, bytesField(2, repeat('1a00', MANY))],
    'gRPC: unknown fields': [`${CORE}/getBlock`, repeat('f87f00', 666_666)],
    'gRPC: members of a oneof': [`${CORE}/getBlock`, repeat('0801', MANY)],
    'gRPC: packed integers': [
      `${PLATFORM}/getIdentityKeys`,
      version(bytesField(2, bytesField(2, bytesField(1, Buffer.alloc(2_000_000))))),
    ],
    'gRPC: 20,000 empty ids': [`${PLATFORM}/getIdentitiesBalances`, bytesField(1, repeat('0a00', 19_990))],
    '1,000 balances': [`${PLATFORM}/getIdentitiesBalances`, version(listOf(1))],
    '1,000 balances of a token': [
      `${PLATFORM}/getIdentitiesTokenBalances`,
      version(bytesField(1, ids[0]), listOf(2)),
    ],
    '1,000 statuses of tokens': [`${PLATFORM}/getTokenStatuses`, version(listOf(1))],
    '100 elements of a path': [
      `${PLATFORM}/getPathElements`,
      version(bytesField(1, Buffer.from([0x40])), listOf(2, hundred)),
    ],
    'proof of 1,000 balances': identities('getIdentitiesBalances'),
    'proof of 1,000 contracts': identities('getDataContracts'),
    'proof of contracts that exist': [`${PLATFORM}/getDataContracts`, version(listOf(1, all), prove(2))],
    'contracts that exist': [`${PLATFORM}/getDataContracts`, version(listOf(1, all))],
    '1,000 contracts': [`${PLATFORM}/getDataContracts`, version(listOf(1))],
    'proof of 1,000 balances of a token': [
      `${PLATFORM}/getIdentitiesTokenBalances`,
      version(bytesField(1, ids[0]), listOf(2), prove(3)),
    ],
    'proof of 1,000 infos of a token': [
      `${PLATFORM}/getIdentitiesTokenInfos`,
      version(bytesField(1, ids[0]), listOf(2), prove(3)),
    ],
    'proof of 1,000 tokens of an identity': [
      `${PLATFORM}/getIdentityTokenBalances`,
      version(bytesField(1, ids[0]), listOf(2), prove(3)),
    ],
    'proof of 1,000 statuses of tokens': identities('getTokenStatuses'),
    'proof of 1,000 prices of tokens': identities('getTokenDirectPurchasePrices'),
    'proof of 1,000 evonodes': [
      `${PLATFORM}/getEvonodesProposedEpochBlocksByIds`,
      version(numberField(1, 0), listOf(2), prove(3)),
    ],
    'proof of 100 addresses': [
      `${PLATFORM}/getAddressesInfos`,
      version(
        listOf(
          1,
          hundred.map((id) => Buffer.concat([Buffer.from([0]), id.subarray(0, 20)])),
        ),
        prove(2),
      ),
    ],
    'proof of keys of 1,000 identities': [
      `${PLATFORM}/getIdentitiesContractKeys`,
      version(listOf(1), bytesField(2, contract), bytesField(4, Buffer.from([0, 1])), prove(5)),
    ],
    'proof of 100 elements of a path': [
      `${PLATFORM}/getPathElements`,
      version(bytesField(1, Buffer.from([0x40])), listOf(2, hundred), prove(3)),
    ],
    'proof of 1,000 keys': [
      `${PLATFORM}/getIdentityKeys`,
      version(
        bytesField(1, Buffer.from(identity, 'hex')),
        bytesField(
          2,
          bytesField(2, Buffer.concat(Array.from({ length: 1000 }, (_, number) => numberField(1, number)))),
        ),
        prove(5),
      ),
    ],
    'proof of 100 documents': [
      `${PLATFORM}/getDocuments`,
      version(...documents, numberField(5, 100), prove(8)),
    ],
    'proof of 100 numbers of documents': [
      `${PLATFORM}/getDocuments`,
      version(
        ...documents,
        bytesField(3, inClause()),
        bytesField(4, orderByNumber),
        numberField(5, 100),
        prove(8),
      ),
    ],
    '100 documents': [`${PLATFORM}/getDocuments`, version(...documents, numberField(5, 100))],
    'CBOR integers of 65,000 bytes': [
      `${PLATFORM}/getDocuments`,
      version(...documents, bytesField(3, bignumClauses(65_000))),
    ],
    'grpc-web-text: groups of a byte': [
      `${CORE}/getBlock`,
      Buffer.from('AA=='.repeat(700_000)),
      'application/grpc-web-text+proto',
    ],
    'CBOR lists': [`${PLATFORM}/getDocuments`, version(...documents, bytesField(3, listClauses(65_000)))],
  };
}

/** `[["number", "in", [0, 1, ...]]]` in CBOR. */
function inClause() {
  const numbers = Array.from({ length: 100 }, (_, number) =>
    number < 24 ? Buffer.from([number]) : Buffer.from([0x18, number]),
  );
  return Buffer.concat([
    Buffer.from([0x81, 0x83, 0x66]),
    Buffer.from('number'),
    Buffer.from([0x62]),
    Buffer.from('in'),
    Buffer.from([0x98, 100]),
    ...numbers,
  ]);
}

const orderByNumber = Buffer.concat([
  Buffer.from([0x81, 0x82, 0x66]),
  Buffer.from('number'),
  Buffer.from([0x63]),
  Buffer.from('asc'),
]);

/** A call whose response Drive proves. */
export const provenBalance = [`${PLATFORM}/getIdentityBalance`, version(bytesField(1, ids[0]), prove(2))];

/** Sends a call over gRPC-web, and returns the status and the length of the response. */
export async function callOnce(url, [path, message, contentType = 'application/grpc-web+proto']) {
  const body = contentType.includes('text') ? message : frameOf(0, message);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const end = contentType.includes('text') ? Buffer.from(bytes.toString(), 'base64') : bytes;
  const trailers = /grpc-status: ?(\d+)/.exec(end.subarray(-1000).toString('latin1'));
  return { status: response.headers.get('grpc-status') ?? trailers?.[1], bytes: bytes.length };
}
