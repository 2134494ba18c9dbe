/**
 * Lists the document type of withdrawals, which only the network itself creates and changes.
 *
 * Source: `packages/withdrawals-contract/schema` in dashpay/platform, without its descriptions.
 */
export const WITHDRAWAL_TYPES = {
  withdrawal: {
    creationRestrictionMode: 2,
    type: 'object',
    indices: [
      {
        name: 'identityStatus',
        properties: [{ $ownerId: 'asc' }, { status: 'asc' }, { $createdAt: 'asc' }],
        unique: false,
      },
      {
        name: 'identityRecent',
        properties: [{ $ownerId: 'asc' }, { $updatedAt: 'asc' }, { status: 'asc' }],
        unique: false,
      },
      {
        name: 'pooling',
        properties: [{ status: 'asc' }, { pooling: 'asc' }, { coreFeePerByte: 'asc' }, { $updatedAt: 'asc' }],
        unique: false,
      },
      { name: 'transaction', properties: [{ status: 'asc' }, { transactionIndex: 'asc' }], unique: false },
    ],
    properties: {
      transactionIndex: { type: 'integer', minimum: 1, position: 0 },
      transactionSignHeight: { type: 'integer', minimum: 1, position: 1 },
      amount: { type: 'integer', minimum: 1000, position: 2 },
      coreFeePerByte: { type: 'integer', minimum: 1, maximum: 4_294_967_295, position: 3 },
      pooling: { type: 'integer', enum: [0, 1, 2], position: 4 },
      outputScript: { type: 'array', byteArray: true, minItems: 23, maxItems: 25, position: 5 },
      status: { type: 'integer', enum: [0, 1, 2, 3, 4], position: 6 },
    },
    additionalProperties: false,
    required: ['$createdAt', '$updatedAt', 'amount', 'coreFeePerByte', 'pooling', 'outputScript', 'status'],
  },
} as const;
