import { identifier } from './identifier-schema.js';

/**
 * Lists the document type by which a masternode would share its rewards. Nobody can create its documents: a data trigger rejects them.
 *
 * Source: `packages/masternode-reward-shares-contract/schema` in dashpay/platform, without its descriptions.
 */
export const MASTERNODE_REWARD_TYPES = {
  rewardShare: {
    type: 'object',
    indices: [
      { name: 'ownerIdAndPayToId', properties: [{ $ownerId: 'asc' }, { payToId: 'asc' }], unique: true },
      { name: 'ownerId', properties: [{ $ownerId: 'asc' }] },
    ],
    properties: {
      payToId: identifier(0),
      percentage: { type: 'integer', minimum: 1, maximum: 10_000, position: 1 },
    },
    required: ['payToId', 'percentage'],
    additionalProperties: false,
  },
};
