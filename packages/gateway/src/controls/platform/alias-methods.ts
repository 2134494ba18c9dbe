import { optional, text } from '../../base/params/param.js';
import { id } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const ALIAS = {
  type: 'object',
  description: 'the alias, its kind (`identity` or `contract`) and the id in Base58',
  required: ['alias', 'kind', 'id'],
};

const WHERE =
  'Aliases are names on this platform, in memory until it is closed; the network does not know them.';

/** Lists the methods of aliases. */
export const aliasMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'setAlias',
    summary: 'Gives an identity or a contract an alias',
    description: `${WHERE} Logs, rejections and the explorer show them. Another one that has the alias loses it, and \`replacedId\` names it.`,
    isWrite: true,
    reserved: { use: 'operate', why: 'names what other users have' },
    params: {
      alias: text('1 to 63 letters, digits, "_", "." and "-" that are no id', 'an alias'),
      identityId: optional(id('of the identity')),
      contractId: optional(id('or of the contract')),
    },
    result: ALIAS,
    example: ({ contractId }) => ({ alias: 'notes', contractId }),
  }),
  definePlatformMethod({
    name: 'listAliases',
    summary: 'Lists the aliases of identities and contracts',
    description: `${WHERE} Contracts of the network have their names, and identities the \`seed\` with which \`createIdentity\` created them and their names in DPNS. A revert drops the aliases of what it undoes.`,
    isWrite: false,
    params: {},
    result: { type: 'array', items: ALIAS },
  }),
];
