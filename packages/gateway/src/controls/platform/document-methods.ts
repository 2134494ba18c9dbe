import { describeSince } from '@dapikit/contract/protocol-versions';
import { amount, anything, object, optional, text } from '../../base/params/param.js';
import { RECEIPT } from './identity-methods.js';
import { id, SIGNED, TYPE_NAME } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const DOCUMENT = {
  type: 'object',
  description:
    'as `toJSON` of the official SDK returns it: ids in Base58, bytes in Base64, missing system fields null',
  required: ['$id', '$ownerId', '$type', '$dataContractId'],
};
const WRITTEN = {
  ...RECEIPT,
  required: [...RECEIPT.required, 'document'],
  properties: {
    document: DOCUMENT,
    hints: {
      type: 'array',
      description:
        'what the network or the official SDK rejects in the data although the local platform takes it, such as decimal text for an integer; absent if there is nothing of it',
      items: {
        type: 'object',
        required: ['code', 'message', 'at', 'fix'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          at: { type: 'string', description: 'a JSON pointer in the data' },
          fix: { type: 'string' },
        },
      },
    },
  },
};
const OPERATION = {
  ...SIGNED,
  ...TYPE_NAME,
  tokenPaymentInfo: optional(object('what the signer agrees to pay in tokens')),
  actionFeeAgreement: optional(
    object(
      'the `actionFees` that the signer agrees to, as the contract has them: `owner` and `moderators` in credits, and `feeMultiplier` with `knownPermille` and `increaseTolerancePercent` unless the pricing is fixed',
    ),
  ),
};
const CHANGE = { ...OPERATION, id: id('of the document') };
const REVISION = { revision: optional(amount('by default the stored one plus one')) };
const DATA = object('the properties, as JSON: bytes in Base64 or arrays of numbers, identifiers in base58');

/** Writes of documents. */
export const documentMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'createDocument',
    summary: 'Creates a document',
    description:
      'Its id follows from contract, owner, type and entropy. Where its values are contested it contends for them instead: ' +
      '`prefundedVotingBalance` "auto" pays the price of the contest.',
    isWrite: true,
    params: {
      ...OPERATION,
      data: DATA,
      entropy: optional(
        text('32 bytes in Base64 or hexadecimal; by default derived from owner, contract and nonce'),
      ),
      id: optional(id('compared with the one that follows from entropy')),
      prefundedVotingBalance: optional(anything('"auto", or an object of `indexName` and `credits`')),
    },
    result: WRITTEN,
    example: ({ alice, contractId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      data: { shop: 'A', price: 5 },
    }),
  }),
  definePlatformMethod({
    name: 'replaceDocument',
    summary: 'Replaces the data of a document',
    description: 'By its owner. Replaces all data: omitted properties and the price are removed.',
    isWrite: true,
    params: { ...CHANGE, ...REVISION, data: DATA },
    result: WRITTEN,
    example: ({ alice, contractId, noteId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      id: noteId,
      data: { shop: 'B', price: 7 },
    }),
  }),
  definePlatformMethod({
    name: 'deleteDocument',
    summary: 'Deletes a document',
    description: 'By its owner. Most of its storage fee is refunded.',
    isWrite: true,
    params: CHANGE,
    result: RECEIPT,
    example: ({ alice, contractId, noteId }) => ({ by: alice, contractId, documentType: 'note', id: noteId }),
  }),
  definePlatformMethod({
    name: 'deleteIndexOnlyDocument',
    summary: 'Deletes a document of a type that is `indexOnly`, by all its values',
    description: `Exists ${describeSince('extendedLanguage')} on. Such documents are entries of their indices, and have no ids.`,
    isWrite: true,
    params: {
      ...OPERATION,
      data: DATA,
      createdAt: optional(amount('milliseconds; where the type requires `$createdAt`')),
    },
    result: RECEIPT,
    example: ({ bob, contractId }) => ({
      by: bob,
      contractId,
      documentType: 'like',
      data: { page: 'home' },
    }),
  }),
  definePlatformMethod({
    name: 'transferDocument',
    summary: 'Transfers a document',
    description: 'By its owner, if the type is transferable. Removes the price.',
    isWrite: true,
    params: { ...CHANGE, ...REVISION, recipientId: id('who gets it') },
    result: WRITTEN,
    example: ({ alice, bob, contractId, noteId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      id: noteId,
      recipientId: bob,
    }),
  }),
  definePlatformMethod({
    name: 'updateDocumentPrice',
    summary: 'Offers a document for sale',
    description: 'By its owner, if the trade mode of the type is 1.',
    isWrite: true,
    params: { ...CHANGE, ...REVISION, price: amount('credits') },
    result: WRITTEN,
    example: ({ alice, contractId, noteId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      id: noteId,
      price: 1_000_000,
    }),
  }),
  definePlatformMethod({
    name: 'purchaseDocument',
    summary: 'Buys a document',
    description: 'By anybody but its owner, at exactly its price, which the owner gets.',
    isWrite: true,
    params: { ...CHANGE, ...REVISION, price: amount('credits') },
    result: WRITTEN,
    example: ({ bob, contractId, offerId }) => ({
      by: bob,
      contractId,
      documentType: 'note',
      id: offerId,
      price: 1_000_000,
    }),
  }),
];
