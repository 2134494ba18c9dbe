import { flag, optional, text } from '../../base/params/param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const PRO_TX_HASH = text('base58, or 64 hexadecimal digits');
const ADDRESS = (whose: string) => text(`the hash of the ${whose} key in 40 hexadecimal digits`);
const MASTERNODE = {
  type: 'object',
  description: 'its ProTx hash and that of its voter identity in base58, kind, and the hashes of its keys',
  required: ['proTxHash', 'kind', 'votingAddress', 'voterIdentityId'],
};

/** Lists the methods of masternodes, which vote on contests. */
export const masternodeMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'registerMasternode',
    summary: 'Adds a masternode to the list, as layer 1 would',
    description: 'Creates its identities. Omitted values are generated.',
    isWrite: true,
    params: {
      proTxHash: optional(PRO_TX_HASH),
      isEvolution: optional(flag('whether its votes count 4 instead of 1')),
      votingAddress: optional(ADDRESS('voting')),
      ownerAddress: optional(ADDRESS('owner')),
      payoutAddress: optional(ADDRESS('payout')),
    },
    result: MASTERNODE,
    example: () => ({ isEvolution: true }),
  }),
  definePlatformMethod({
    name: 'removeMasternode',
    summary: 'Removes a masternode from the list',
    description: 'Its votes in running contests do not count any more when the next block begins.',
    isWrite: true,
    params: { proTxHash: PRO_TX_HASH },
    result: { type: 'null' },
    example: ({ proTxHash }) => ({ proTxHash }),
  }),
  definePlatformMethod({
    name: 'changeVotingAddress',
    summary: 'Changes the voting key of a masternode',
    description: 'Another identity votes for it then; the votes that it has cast stay.',
    isWrite: true,
    params: { proTxHash: PRO_TX_HASH, votingAddress: ADDRESS('voting') },
    result: MASTERNODE,
    example: ({ proTxHash }) => ({ proTxHash, votingAddress: 'ab'.repeat(20) }),
  }),
  definePlatformMethod({
    name: 'listMasternodes',
    summary: 'Lists the masternodes',
    description: 'By the bytes of their ProTx hashes.',
    isWrite: false,
    cost: 5,
    params: {},
    result: { type: 'array', items: MASTERNODE },
  }),
];
