import { identifier } from './identifier-schema.js';

/** Describes a property of a history document. */
type Schema = Readonly<Record<string, unknown>>;

const amount = (position: number, minimum = 0) => ({ type: 'integer', minimum, position });
const note = (position: number) => ({ type: 'string', maxLength: 2048, position });
const index = (name: string, ...properties: readonly string[]) => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
});

/** Returns a type whose documents only the network creates; its properties are required, but for those that are optional. */
const record = (
  indices: readonly object[],
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
) => ({
  type: 'object',
  documentsMutable: false,
  canBeDeleted: false,
  creationRestrictionMode: 2,
  indices,
  properties,
  required: [...required, '$createdAt', '$createdAtBlockHeight'],
  additionalProperties: false,
});

/**
 * Lists the document types in which changes of tokens are recorded. Only the network creates them.
 *
 * Source: `packages/token-history-contract/schema` of dashpay/platform, without its descriptions.
 */
export const TOKEN_HISTORY_TYPES = {
  burn: record(
    [
      index('byDate', 'tokenId', '$createdAt'),
      index('byAmount', 'tokenId', 'amount'),
      index('byOwnerId', 'tokenId', '$ownerId', '$createdAt'),
      index('byBurnFromId', 'tokenId', 'burnFromId', '$createdAt'),
    ],
    { tokenId: identifier(0), burnFromId: identifier(1), amount: amount(2), note: note(3) },
    ['tokenId', 'burnFromId', 'amount'],
  ),
  mint: record(
    [
      index('byDate', 'tokenId', '$createdAt'),
      index('byAmount', 'tokenId', 'amount'),
      index('byOwnerId', 'tokenId', '$ownerId', '$createdAt'),
      index('byRecipientId', 'tokenId', 'recipientId', '$createdAt'),
    ],
    { tokenId: identifier(0), recipientId: identifier(1), amount: amount(2), note: note(3) },
    ['tokenId', 'amount', 'recipientId'],
  ),
  transfer: record(
    [
      index('byDate', 'tokenId', '$createdAt'),
      index('byAmount', 'tokenId', 'amount'),
      index('from', 'tokenId', '$ownerId', '$createdAt'),
      index('to', 'tokenId', 'toIdentityId', '$createdAt'),
    ],
    {
      tokenId: identifier(0),
      amount: amount(1),
      toIdentityId: identifier(2),
      encryptedPersonalNote: { type: 'array', byteArray: true, minItems: 32, maxItems: 2048, position: 3 },
      encryptedSharedNote: { type: 'array', byteArray: true, minItems: 32, maxItems: 2048, position: 4 },
      publicNote: note(5),
      senderKeyIndex: amount(6),
      recipientKeyIndex: amount(7),
      rootEncryptionKeyIndex: amount(8),
      derivationEncryptionKeyIndex: amount(9),
    },
    ['tokenId', 'amount', 'toIdentityId'],
  ),
  freeze: record(
    [
      index('byOwnerId', 'tokenId', '$ownerId', '$createdAt'),
      index('byFrozenIdentityId', 'tokenId', 'frozenIdentityId', '$createdAt'),
    ],
    { tokenId: identifier(0), frozenIdentityId: identifier(1), note: note(2) },
    ['tokenId', 'frozenIdentityId'],
  ),
  unfreeze: record(
    [
      index('byOwnerId', 'tokenId', '$ownerId', '$createdAt'),
      index('byFrozenIdentityId', 'tokenId', 'frozenIdentityId', '$createdAt'),
    ],
    { tokenId: identifier(0), frozenIdentityId: identifier(1), note: note(2) },
    ['tokenId', 'frozenIdentityId'],
  ),
  destroyFrozenFunds: record(
    [
      index('byOwnerId', 'tokenId', '$ownerId', '$createdAt'),
      index('byAmount', 'tokenId', 'destroyedAmount'),
      index('byFrozenIdentityId', 'tokenId', 'frozenIdentityId', '$createdAt'),
    ],
    { tokenId: identifier(0), frozenIdentityId: identifier(1), destroyedAmount: amount(2), note: note(3) },
    ['tokenId', 'frozenIdentityId', 'destroyedAmount'],
  ),
  claim: record(
    [
      index('byDate', 'tokenId', '$createdAt'),
      index('byRecipient', 'tokenId', 'recipientId', '$createdAt'),
      index('byAmount', 'tokenId', 'amount'),
    ],
    {
      tokenId: identifier(0),
      recipientType: { type: 'integer', minimum: 0, maximum: 2, position: 1 },
      recipientId: identifier(2),
      distributionType: { type: 'integer', enum: [0, 1], position: 3 },
      amount: amount(4),
      note: note(5),
    },
    ['tokenId', 'recipientType', 'recipientId', 'distributionType', 'amount'],
  ),
  emergencyAction: record(
    [
      index('byOwnerId', 'tokenId', '$ownerId', 'action', '$createdAt'),
      index('byAction', 'tokenId', 'action', '$createdAt'),
    ],
    { tokenId: identifier(0), action: { type: 'integer', enum: [0, 1], position: 1 }, note: note(2) },
    ['tokenId', 'action'],
  ),
  configUpdate: record(
    [
      index('byOwnerId', 'tokenId', '$ownerId', 'changeItemType', '$createdAt'),
      index('byChangeItemType', 'tokenId', 'changeItemType', '$createdAt'),
    ],
    {
      tokenId: identifier(0),
      changeItemType: amount(1),
      changeItem: { type: 'array', byteArray: true, minItems: 1, position: 2 },
      note: note(3),
    },
    ['tokenId', 'changeItemType', 'changeItem'],
  ),
  directPricing: record(
    [index('byDate', 'tokenId', '$createdAt')],
    {
      tokenId: identifier(0),
      priceSchedule: { type: 'array', byteArray: true, minItems: 1, maxItems: 2048, position: 1 },
      note: note(2),
    },
    ['tokenId'],
  ),
  directPurchase: record(
    [
      index('byDate', 'tokenId', '$createdAt'),
      index('byOwnerIdForToken', 'tokenId', '$ownerId', '$createdAt'),
      index('byOwnerId', '$ownerId', '$createdAt'),
      index('byPurchaseCost', 'purchaseCost'),
      index('byTokenAmount', 'tokenId', 'tokenAmount', '$createdAt'),
    ],
    { tokenId: identifier(0), tokenAmount: amount(1, 1), purchaseCost: amount(2) },
    ['tokenId', 'tokenAmount', 'purchaseCost'],
  ),
};

/**
 * Lists the same with claims of what each identity gets once, from protocol 14 on.
 *
 * Source: `packages/token-history-contract/schema/v2` of dashpay/platform.
 */
export const TOKEN_HISTORY_TYPES_2 = {
  ...TOKEN_HISTORY_TYPES,
  claim: {
    ...TOKEN_HISTORY_TYPES.claim,
    properties: {
      ...TOKEN_HISTORY_TYPES.claim.properties,
      distributionType: { type: 'integer', enum: [0, 1, 2], position: 3 },
    },
  },
};
