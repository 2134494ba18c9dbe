import { describeSince } from '@dapikit/contract/protocol-versions';
import { exactList, object, optional, wholeNumber } from '../../base/params/param.js';
import { contract, id, SIGNED } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';
import { RECEIPT } from './identity-methods.js';

const CONTRACT = {
  type: 'object',
  description: 'its id, owner, version, official JSON and the blocks of its registration and its last update',
  required: ['contractId', 'ownerId', 'version', 'contract', 'createdAt'],
};
const EXAMPLE_TYPES = {
  memo: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  },
};

const withTitle = (type: typeof EXAMPLE_TYPES.memo) => ({
  ...type,
  properties: { ...type.properties, title: { type: 'string', maxLength: 63, position: 1 } },
});

/** Lists the methods of contracts: register, update, look up. */
export const contractMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'registerContract',
    summary: 'Registers a contract',
    description:
      'Takes a whole contract or its document types. The owner is the signer, and the id follows from owner and nonce, whatever the contract has there. A rejection has ' +
      'all diagnostics in `data.diagnostics`, and the error that the network gives first in `data.reason`. The fee (estimate) is the registration ' +
      'charge, which is exact, storage and processing: the total of `dapikit fees`.',
    isWrite: true,
    cost: 20,
    params: {
      ...SIGNED,
      contract: contract('JSON text, or its value'),
      contractGroup: optional(
        object(
          `contract group to make, ${describeSince('extendedLanguage')} on: \`admins\`, \`name\` and \`description\`, each optional; its id is \`contractGroupId\` of the result`,
        ),
      ),
      contractGroupMemberships: optional(
        exactList(
          'at most 16: `contractGroupId` and `member`, which is `"contract"`, `{"documentType": name}` or `{"token": position}`',
        ),
      ),
    },
    result: { ...CONTRACT, required: [...CONTRACT.required, 'diagnostics', 'fee', 'block'] },
    example: ({ alice }) => ({ by: alice, contract: EXAMPLE_TYPES }),
  }),
  definePlatformMethod({
    name: 'updateContract',
    summary: 'Updates a contract',
    description:
      'By its owner, if the update rules allow it; costs the registration again, and storage for what is new. With bare document types, everything else is unchanged.',
    isWrite: true,
    cost: 20,
    params: {
      ...SIGNED,
      contractId: optional(id('needed only if the contract does not contain it')),
      contract: contract('JSON text, or its value'),
    },
    result: { ...CONTRACT, required: [...CONTRACT.required, 'changes', 'diagnostics', 'fee', 'block'] },
    example: ({ alice, spareId }) => ({
      by: alice,
      contractId: spareId,
      contract: { memo: withTitle(EXAMPLE_TYPES.memo) },
    }),
  }),
  definePlatformMethod({
    name: 'deleteContract',
    summary: 'Deletes a contract with its documents',
    description:
      'Not on the network. By its owner, if the config has `canBeDeleted` and no contest is running.',
    isWrite: true,
    cost: 20,
    params: { ...SIGNED, contractId: id('of the contract') },
    result: RECEIPT,
    example: ({ alice, spareId }) => ({ by: alice, contractId: spareId }),
  }),
  definePlatformMethod({
    name: 'installContract',
    summary: 'Installs a contract with its original id and owner',
    description: 'Not on the network; free. For contracts that applications reference by id.',
    isWrite: true,
    cost: 20,
    params: { contract: contract('a whole contract') },
    result: CONTRACT,
    example: ({ alice, bob }) => ({
      contract: { $formatVersion: '1', id: bob, ownerId: alice, version: 1, documentSchemas: EXAMPLE_TYPES },
    }),
  }),
  definePlatformMethod({
    name: 'getContract',
    summary: 'Returns a contract, or null',
    description: 'In the official JSON, as registered.',
    isWrite: false,
    params: { id: id('of the contract') },
    result: CONTRACT,
    example: ({ contractId }) => ({ id: contractId }),
  }),
  definePlatformMethod({
    name: 'listContracts',
    summary: 'Lists all contracts',
    description:
      'Sorted by the bytes of their ids. The contracts that every network has exist from the start, such as DPNS and DashPay.',
    isWrite: false,
    cost: 20,
    params: {},
    result: { type: 'array', items: CONTRACT },
  }),
  definePlatformMethod({
    name: 'getContractHistory',
    summary: 'Returns the versions of a contract that keeps history',
    description:
      'The oldest first, at most 10; go on from the time of the last one. Of several versions of one time the last is ' +
      'stored, as on the network: if the clock is frozen, advance it between updates.',
    isWrite: false,
    cost: 5,
    params: {
      id: id('of the contract'),
      startAtMs: optional(wholeNumber('milliseconds; only versions after it', 0, Number.MAX_SAFE_INTEGER)),
      limit: optional(wholeNumber('how many', 1, 10)),
    },
    result: { type: 'array', items: { type: 'object', required: ['time', 'contract'] } },
    example: ({ contractId }) => ({ id: contractId }),
  }),
];
