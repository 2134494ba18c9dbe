import { describeContract } from '@dapikit/contract';

const CONTRACT = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';
const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
export const SHOPS = 1000;

const PROPERTIES = {
  shop: { type: 'string', maxLength: 63, position: 0 },
  moment: { type: 'integer', position: 1 },
  price: { type: 'integer', position: 2 },
  text: { type: 'string', maxLength: 500, position: 3 },
};

const index = (name, properties, flags = {}) => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
  ...flags,
});

const THREE_INDICES = {
  indices: [
    index('moment', ['moment']),
    index('owner', ['$ownerId', 'moment']),
    index('shop', ['shop', 'moment']),
  ],
};

/** Three indices and no totals. */
export const PLAIN = collection(THREE_INDICES);

/** The same as the document types of a contract. */
export const PLAIN_TYPES = { sale: schemaOf(THREE_INDICES) };

/** The same, and totals of the type, of each shop and of ranges of moments, of which no two documents have the same. */
export const TOTALLED = collection({
  documentsAverageable: 'price',
  indices: [
    index('moment', ['moment'], { averageable: 'price', rangeAverageable: true }),
    index('owner', ['$ownerId', 'moment']),
    index('shop', ['shop'], { averageable: 'price' }),
  ],
});

function schemaOf(members) {
  return {
    type: 'object',
    properties: PROPERTIES,
    required: ['shop', 'moment', 'price', 'text'],
    additionalProperties: false,
    ...members,
  };
}

function collection(members) {
  const schema = schemaOf(members);
  const contract = {
    $formatVersion: '1',
    id: CONTRACT,
    ownerId: OWNER,
    version: 1,
    config: {
      $formatVersion: '1',
      canBeDeleted: false,
      readonly: false,
      keepsHistory: false,
      documentsKeepHistoryContractDefault: false,
      documentsMutableContractDefault: true,
      documentsCanBeDeletedContractDefault: true,
      requiresIdentityDecryptionBoundedKey: null,
      requiresIdentityEncryptionBoundedKey: null,
      sizedIntegerTypes: true,
    },
    documentSchemas: { sale: schema },
    groups: {},
    tokens: {},
    keywords: [],
    description: null,
  };
  const result = describeContract(contract, { protocolVersion: 13 });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  const location = { contractId: new Uint8Array(32).fill(1), documentType: 'sale' };
  return { location, type: result.description.documentTypes[0] };
}

/** The shop of a document. */
export const shopOf = (number) => `shop ${number % SHOPS}`;

/** The document of a number: its id looks like a hash, its moment is its number. */
export function sale(number) {
  return {
    id: idOf(number),
    ownerId: new Uint8Array(32).fill(number % 7),
    revision: 1n,
    times: {},
    data: dataOf(number),
  };
}

/** The data of the same document. */
export const dataOf = (number) => ({
  shop: shopOf(number),
  moment: BigInt(number),
  price: BigInt(number % 100),
  text: 'a sale '.repeat(20),
});

/** 32 bytes that are spread over all values and the same in every run. */
function idOf(number) {
  const id = new Uint8Array(32);
  const view = new DataView(id.buffer);
  let state = number + 1;
  for (let at = 0; at < 32; at += 4) {
    state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
    state = (Math.imul(state ^ (state >>> 13), 0x119de1f3) + at) >>> 0;
    view.setUint32(at, state);
  }
  view.setUint32(28, number);
  return id;
}
