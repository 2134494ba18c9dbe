const IDENTIFIER = { type: 'identifier' };

/** A seller registers once, and stays. */
const seller = {
  type: 'object',
  documentsMutable: false,
  canBeDeleted: false,
  properties: { sellerId: { ...IDENTIFIER, position: 0 } },
  required: ['sellerId'],
  indices: [{ name: 'bySeller', properties: [{ sellerId: 'asc' }], unique: true }],
  additionalProperties: false,
};

const listing = {
  type: 'object',
  // Only who is registered as a seller writes listings.
  ownerRefersTo: { type: 'permanentDocument', documentType: 'seller', findBy: { sellerId: '.' } },
  ttl: 2_592_000,
  immutable: ['title'],
  propertyConstraints: { fairPrice: { greaterThanOrEqual: ['price', 'leastPrice'] } },
  deleteConstraints: { noOrders: { equal: [{ countOf: ['order', { listingId: '$id' }] }, 0] } },
  retractedWhen: { equal: ['isWithdrawn', 1] },
  moderatorAbilities: { delete: true, deleteWithin: 604_800 },
  properties: {
    title: { type: 'string', maxLength: 40, maxBytes: 40, position: 0 },
    slug: {
      type: 'string',
      maxLength: 40,
      generatedFrom: { function: 'sys.stringTransformations.lowercase', params: ['title'] },
      position: 1,
    },
    price: { type: 'integer', minimum: 0, maximum: 1_000_000, position: 2 },
    leastPrice: { type: 'integer', minimum: 0, maximum: 1_000_000, position: 3 },
    copies: { type: 'integer', minimum: 1, maximum: 100, position: 4 },
    tags: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 20 }, position: 5 },
    isWithdrawn: { type: 'boolean', position: 6 },
  },
  required: ['$createdAt', '$updatedAt', 'title', 'price', 'leastPrice', 'copies'],
  indices: [
    { name: 'bySlug', properties: [{ slug: 'asc' }] },
    {
      name: 'byPriceBand',
      properties: [{ price: 'asc' }, { slug: 'asc' }],
      integerRange: { on: 'price', range: 100, step: 100 },
    },
  ],
  additionalProperties: false,
};

const order = {
  type: 'object',
  documentsMutable: false,
  propertyConstraints: { few: { lessThanOrEqual: [{ countOf: ['order', { listingId: 'listingId' }] }, 3] } },
  properties: {
    listingId: {
      ...IDENTIFIER,
      refersTo: { type: 'deletableDocument', documentType: 'listing', where: { $ownerId: 'sellerId' } },
      position: 0,
    },
    sellerId: { ...IDENTIFIER, distinctFrom: '$ownerId', position: 1 },
  },
  required: ['listingId', 'sellerId'],
  indices: [{ name: 'byListing', properties: [{ listingId: 'asc' }], countable: 'countable' }],
  additionalProperties: false,
};

/** The contract of the market: its owner bans, and deletes listings. */
export const MARKET = {
  $formatVersion: '1',
  version: 1,
  config: { $formatVersion: '2', moderation: { banlist: true, moderators: { $type: 'contractOwner' } } },
  documentSchemas: { seller, listing, order },
};
