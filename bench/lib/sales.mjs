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

/** Three indices and no totals, as document types of a contract. */
export const PLAIN_TYPES = { sale: schemaOf(THREE_INDICES) };

/** The same, and totals of the type, of each shop and of ranges of moments, of which no two documents have the same. */
export const TOTALLED_TYPES = {
  sale: schemaOf({
    documentsAverageable: 'price',
    indices: [
      index('moment', ['moment'], { averageable: 'price', rangeAverageable: true }),
      index('owner', ['$ownerId', 'moment']),
      index('shop', ['shop'], { averageable: 'price' }),
    ],
  }),
};

function schemaOf(members) {
  return {
    type: 'object',
    properties: PROPERTIES,
    required: ['shop', 'moment', 'price', 'text'],
    additionalProperties: false,
    ...members,
  };
}

/** The shop of a document. */
export const shopOf = (number) => `shop ${number % SHOPS}`;

/** The data of the document of a number, which is its moment. */
export const dataOf = (number) => ({
  shop: shopOf(number),
  moment: BigInt(number),
  price: BigInt(number % 100),
  text: 'a sale '.repeat(20),
});
