import { identifier } from './identifier-schema.js';

const RESTRICTED = {
  type: 'object',
  canBeDeleted: false,
  creationRestrictionMode: 2,
  additionalProperties: false,
};

/** Returns a type of descriptions, one for each contract. */
const description = (maxLength: number) => ({
  ...RESTRICTED,
  documentsMutable: true,
  indices: [{ name: 'byContractId', properties: [{ contractId: 'asc' }], unique: true }],
  properties: {
    contractId: identifier(0),
    description: { type: 'string', minLength: 3, maxLength, position: 1 },
  },
  required: ['contractId', 'description'],
});

/**
 * Lists the document types by which contracts are found. The network creates their documents when it registers a contract.
 *
 * Source: `packages/keyword-search-contract/schema` in dashpay/platform, without its descriptions.
 */
export const KEYWORD_SEARCH_TYPES = {
  contractKeywords: {
    ...RESTRICTED,
    documentsMutable: false,
    indices: [
      { name: 'byKeyword', properties: [{ keyword: 'asc' }] },
      { name: 'byContractId', properties: [{ contractId: 'asc' }] },
    ],
    properties: {
      keyword: { type: 'string', minLength: 3, maxLength: 50, position: 0 },
      contractId: identifier(1),
    },
    required: ['contractId', 'keyword'],
  },
  shortDescription: description(100),
  fullDescription: description(10_000),
};
