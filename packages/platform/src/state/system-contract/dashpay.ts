/**
 * Lists the document types of DashPay: profiles, contacts and requests to become one.
 *
 * Source: `packages/dashpay-contract/schema` in dashpay/platform, without its descriptions.
 */
export const DASHPAY_TYPES = {
  profile: {
    type: 'object',
    indices: [
      { name: 'ownerId', properties: [{ $ownerId: 'asc' }], unique: true },
      { name: 'ownerIdAndUpdatedAt', properties: [{ $ownerId: 'asc' }, { $updatedAt: 'asc' }] },
    ],
    properties: {
      avatarUrl: { type: 'string', format: 'uri', minLength: 1, maxLength: 2048, position: 0 },
      avatarHash: { type: 'array', byteArray: true, minItems: 32, maxItems: 32, position: 1 },
      avatarFingerprint: { type: 'array', byteArray: true, minItems: 8, maxItems: 8, position: 2 },
      publicMessage: { type: 'string', minLength: 1, maxLength: 140, position: 3 },
      displayName: { type: 'string', minLength: 1, maxLength: 25, position: 4 },
    },
    minProperties: 1,
    dependentRequired: {
      avatarUrl: ['avatarHash', 'avatarFingerprint'],
      avatarHash: ['avatarUrl', 'avatarFingerprint'],
      avatarFingerprint: ['avatarUrl', 'avatarHash'],
    },
    required: ['$createdAt', '$updatedAt'],
    additionalProperties: false,
  },
  contactInfo: {
    type: 'object',
    indices: [
      {
        name: 'ownerIdAndKeys',
        properties: [
          { $ownerId: 'asc' },
          { rootEncryptionKeyIndex: 'asc' },
          { derivationEncryptionKeyIndex: 'asc' },
        ],
        unique: true,
      },
      { name: 'ownerIdAndUpdatedAt', properties: [{ $ownerId: 'asc' }, { $updatedAt: 'asc' }] },
    ],
    properties: {
      encToUserId: { type: 'array', byteArray: true, minItems: 32, maxItems: 32, position: 0 },
      rootEncryptionKeyIndex: { type: 'integer', minimum: 0, position: 1 },
      derivationEncryptionKeyIndex: { type: 'integer', minimum: 0, position: 2 },
      privateData: { type: 'array', byteArray: true, minItems: 48, maxItems: 2048, position: 3 },
    },
    required: [
      '$createdAt',
      '$updatedAt',
      'encToUserId',
      'privateData',
      'rootEncryptionKeyIndex',
      'derivationEncryptionKeyIndex',
    ],
    additionalProperties: false,
  },
  contactRequest: {
    documentsMutable: false,
    canBeDeleted: false,
    requiresIdentityEncryptionBoundedKey: 2,
    requiresIdentityDecryptionBoundedKey: 2,
    type: 'object',
    indices: [
      {
        name: 'ownerIdUserIdAndAccountRef',
        properties: [{ $ownerId: 'asc' }, { toUserId: 'asc' }, { accountReference: 'asc' }],
        unique: true,
      },
      { name: 'ownerIdUserId', properties: [{ $ownerId: 'asc' }, { toUserId: 'asc' }] },
      { name: 'userIdCreatedAt', properties: [{ toUserId: 'asc' }, { $createdAt: 'asc' }] },
      { name: 'ownerIdCreatedAt', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] },
    ],
    properties: {
      toUserId: {
        type: 'array',
        byteArray: true,
        minItems: 32,
        maxItems: 32,
        position: 0,
        contentMediaType: 'application/x.dash.dpp.identifier',
      },
      encryptedPublicKey: { type: 'array', byteArray: true, minItems: 96, maxItems: 96, position: 1 },
      senderKeyIndex: { type: 'integer', minimum: 0, position: 2 },
      recipientKeyIndex: { type: 'integer', minimum: 0, position: 3 },
      accountReference: { type: 'integer', minimum: 0, position: 4 },
      encryptedAccountLabel: { type: 'array', byteArray: true, minItems: 48, maxItems: 80, position: 5 },
      autoAcceptProof: { type: 'array', byteArray: true, minItems: 38, maxItems: 102, position: 6 },
    },
    required: [
      '$createdAt',
      '$createdAtCoreBlockHeight',
      'toUserId',
      'encryptedPublicKey',
      'senderKeyIndex',
      'recipientKeyIndex',
      'accountReference',
    ],
    additionalProperties: false,
  },
} as const;
