import { identifier } from './identifier-schema.js';

/**
 * Lists the document types in which transfers, purchases and prices of other documents are recorded, from protocol 13 on. Only the
 * network creates them.
 *
 * Source: `packages/document-history-contract/schema` of release 4.1 of dashpay/platform, without its descriptions.
 */
export const DOCUMENT_HISTORY_TYPES = {
  transfer: {
    type: 'object',
    documentsMutable: false,
    canBeDeleted: false,
    creationRestrictionMode: 2,
    documentsCountable: true,
    indices: [
      {
        name: 'byDocument',
        properties: [{ dataContractId: 'asc' }, { documentId: 'asc' }, { $createdAt: 'asc' }],
      },
      {
        name: 'byContract',
        properties: [{ dataContractId: 'asc' }, { $createdAt: 'asc' }],
        countable: 'countable',
        rangeCountable: true,
      },
      { name: 'from', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
      { name: 'to', properties: [{ toIdentityId: 'asc' }, { $createdAt: 'asc' }] },
    ],
    properties: {
      dataContractId: identifier(0),
      documentTypeName: { type: 'string', maxLength: 64, position: 1 },
      documentId: identifier(2),
      toIdentityId: identifier(3),
    },
    required: [
      'dataContractId',
      'documentTypeName',
      'documentId',
      'toIdentityId',
      '$createdAt',
      '$createdAtBlockHeight',
    ],
    additionalProperties: false,
  },
  purchase: {
    type: 'object',
    documentsMutable: false,
    canBeDeleted: false,
    creationRestrictionMode: 2,
    documentsAverageable: 'price',
    indices: [
      {
        name: 'byDocument',
        properties: [{ dataContractId: 'asc' }, { documentId: 'asc' }, { $createdAt: 'asc' }],
        averageable: 'price',
        rangeAverageable: true,
      },
      {
        name: 'byContract',
        properties: [{ dataContractId: 'asc' }, { $createdAt: 'asc' }],
        averageable: 'price',
        rangeAverageable: true,
      },
      { name: 'buyer', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
      { name: 'seller', properties: [{ sellerId: 'asc' }, { $createdAt: 'asc' }] },
      { name: 'byPrice', properties: [{ dataContractId: 'asc' }, { price: 'asc' }] },
    ],
    properties: {
      dataContractId: identifier(0),
      documentTypeName: { type: 'string', maxLength: 64, position: 1 },
      documentId: identifier(2),
      sellerId: identifier(3),
      price: { type: 'integer', position: 4 },
    },
    required: [
      'dataContractId',
      'documentTypeName',
      'documentId',
      'sellerId',
      'price',
      '$createdAt',
      '$createdAtBlockHeight',
    ],
    additionalProperties: false,
  },
  priceUpdate: {
    type: 'object',
    documentsMutable: false,
    canBeDeleted: false,
    creationRestrictionMode: 2,
    documentsCountable: true,
    indices: [
      {
        name: 'byDocument',
        properties: [{ dataContractId: 'asc' }, { documentId: 'asc' }, { $createdAt: 'asc' }],
        averageable: 'price',
        rangeAverageable: true,
      },
      {
        name: 'byContract',
        properties: [{ dataContractId: 'asc' }, { $createdAt: 'asc' }],
        averageable: 'price',
        rangeAverageable: true,
      },
    ],
    properties: {
      dataContractId: identifier(0),
      documentTypeName: { type: 'string', maxLength: 64, position: 1 },
      documentId: identifier(2),
      price: { type: 'integer', position: 3 },
    },
    required: [
      'dataContractId',
      'documentTypeName',
      'documentId',
      'price',
      '$createdAt',
      '$createdAtBlockHeight',
    ],
    additionalProperties: false,
  },
};
