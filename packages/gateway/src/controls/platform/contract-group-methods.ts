import { describeSince } from '@dapikit/contract/protocol-versions';
import { id, LIST_PAGE } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const MEMBERS = 'each `"contract"`, `{"documentType": name}` or `{"token": position}`';

/** Lists the methods of groups of contracts. */
export const contractGroupMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'getContractGroupInfo',
    summary: 'Returns a group of contracts',
    description: `Exists ${describeSince('extendedLanguage')} on: \`registerContract\` makes groups with \`contractGroup\`. Null where there is none.`,
    isWrite: false,
    params: { contractGroupId: id('the group') },
    result: {
      type: ['object', 'null'],
      description: 'its owner and admins, its name and its description',
      required: ['contractGroupId', 'ownerId', 'admins'],
    },
    example: ({ contractId }) => ({ contractGroupId: contractId }),
  }),
  definePlatformMethod({
    name: 'getContractGroupMembers',
    summary: 'Returns the contracts that belong to a group, wholly or in parts',
    description: `By the bytes of their ids. What belongs to the group is ${MEMBERS}.`,
    isWrite: false,
    params: { contractGroupId: id('the group'), ...LIST_PAGE },
    result: { type: 'array', items: { type: 'object', required: ['contractId', 'members'] } },
    example: ({ contractId }) => ({ contractGroupId: contractId }),
  }),
  definePlatformMethod({
    name: 'getContractGroupsForContract',
    summary: 'Returns the groups that a contract belongs to',
    description: `At most 16, by the bytes of their ids. What belongs to a group is ${MEMBERS}.`,
    isWrite: false,
    params: { contractId: id('the contract') },
    result: { type: 'array', items: { type: 'object', required: ['contractGroupId', 'members'] } },
    example: ({ contractId }) => ({ contractId }),
  }),
];
