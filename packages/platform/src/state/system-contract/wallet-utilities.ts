/**
 * Lists the document type in which wallets keep encrypted notes of their transactions.
 *
 * Source: `packages/wallet-utils-contract/schema` in dashpay/platform, without its descriptions.
 */
export const WALLET_UTILITY_TYPES = {
  txMetadata: {
    type: 'object',
    documentsMutable: true,
    canBeDeleted: true,
    indices: [{ name: 'updated', properties: [{ $ownerId: 'asc' }, { $updatedAt: 'asc' }] }],
    properties: {
      keyIndex: { type: 'integer', minimum: 0, position: 0 },
      encryptionKeyIndex: { type: 'integer', minimum: 0, position: 1 },
      encryptedMetadata: { type: 'array', byteArray: true, minItems: 32, maxItems: 4096, position: 2 },
    },
    required: ['keyIndex', 'encryptionKeyIndex', 'encryptedMetadata', '$updatedAt'],
    additionalProperties: false,
  },
};
