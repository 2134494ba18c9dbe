import { DataContract } from '@dashevo/evo-sdk';
import { tokenOf } from '../../../platform/test/sample-token.js';
import type { Account, LocalNetwork } from './local-network.js';

const OWNER = { $type: 'contractOwner' };

/** A token with which `taker` may do everything, and whose contract's owner claims some every five blocks. */
function claimedToken(taker: object): object {
  const token = tokenOf(taker);
  return {
    ...token,
    distributionRules: {
      ...token.distributionRules,
      perpetualDistribution: {
        $formatVersion: '0',
        distributionType: {
          $type: 'blockBasedDistribution',
          interval: 5,
          function: { $type: 'fixedAmount', amount: 5 },
        },
        distributionRecipient: OWNER,
      },
    },
  };
}

const SCHEMAS = {
  card: {
    type: 'object',
    canBeDeleted: true,
    transferable: 1,
    tradeMode: 1,
    documentsCountable: true,
    documentsAverageable: 'strength',
    properties: {
      name: { type: 'string', maxLength: 63, position: 0 },
      strength: { type: 'integer', minimum: 0, maximum: 100, position: 1 },
    },
    required: ['name', 'strength'],
    additionalProperties: false,
  },
  entry: {
    type: 'object',
    documentsKeepHistory: true,
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  },
};

/** The position of the token whose owner decides alone. */
export const OWNED = 0;
/** The position of the token whose owner and member decide together. */
export const SHARED = 1;
/** The position of the group of owner and member. */
export const GROUP = 0;

/** Makes a contract that keeps its history: documents that are traded and counted, a token of the owner and one of a group. */
export async function makeContract(
  network: LocalNetwork,
  owner: Account,
  member: Account,
): Promise<DataContract> {
  const identityNonce = ((await network.sdk.identities.nonce(owner.id)) ?? 0n) + 1n;
  const ownerId = owner.id;
  const built = new DataContract({ ownerId, identityNonce, schemas: SCHEMAS, platformVersion: 13 }).toJSON(
    13,
  );
  const group = { $formatVersion: '0', members: { [owner.id]: 1, [member.id]: 1 }, requiredPower: 2 };
  const json = {
    ...built,
    config: {
      ...Object(Reflect.get(built, 'config')),
      keepsHistory: true,
      requiresIdentityEncryptionBoundedKey: 0,
    },
    groups: { [GROUP]: group },
    tokens: { [OWNED]: claimedToken(OWNER), [SHARED]: claimedToken({ $type: 'group', position: GROUP }) },
  };
  return DataContract.fromJSON(json, true, 13);
}
