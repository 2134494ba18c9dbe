import { idProperty, textProperty, wholeContract, type Template } from './template.js';

/** Things that change owner for credits, and reviews of their sellers. */
export const MARKET: Template = {
  about: 'a document type "item" that is sold for credits, and a type "review" of sellers with an average',
  contract: wholeContract({
    documentSchemas: {
      item: {
        description:
          'A thing for sale: its owner sets a price, and the identity that pays it gets the document.',
        type: 'object',
        documentsMutable: true,
        canBeDeleted: true,
        transferable: 1,
        tradeMode: 1,
        indices: [
          { name: 'byCategory', properties: [{ category: 'asc' }, { $createdAt: 'asc' }] },
          { name: 'byOwner', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
        ],
        properties: {
          category: textProperty(0, 63, 'Category of the item.'),
          title: textProperty(1, 120, 'Title of the item.'),
          about: textProperty(2, 2000, 'Description of the item.'),
        },
        required: ['category', 'title', '$createdAt'],
        additionalProperties: false,
      },
      review: {
        description: 'A review of a seller: one of each author, with an average of the stars.',
        type: 'object',
        documentsMutable: true,
        canBeDeleted: true,
        indices: [
          { name: 'bySeller', properties: [{ seller: 'asc' }], averageable: 'stars' },
          { name: 'oneEach', properties: [{ $ownerId: 'asc' }, { seller: 'asc' }], unique: true },
        ],
        properties: {
          seller: idProperty(0, 'The identity that sold.'),
          stars: { description: 'From 1 to 5.', type: 'integer', minimum: 1, maximum: 5, position: 1 },
          text: textProperty(2, 1000, 'Text of the review.'),
        },
        required: ['seller', 'stars', '$createdAt'],
        additionalProperties: false,
      },
    },
    keywords: ['market'],
    description: 'A market of things.',
  }),
};
