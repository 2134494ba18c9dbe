import { flag, optional, wholeNumber } from '../../base/params/param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';
import { STATUS } from './state-methods.js';

/** Lists the methods that upgrade the platform; they are the last, as an example of them ends what others need. */
export const activationMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'activateProtocol',
    summary: 'Brings the platform to a later protocol',
    description:
      'As the network is upgraded, between two blocks: what is stored stays, and contracts keep the rules of their registration or last update. Proofs end where the trees of the protocol are not published. A revert does not go back to the earlier protocol.',
    isWrite: true,
    reserved: { use: 'own', why: 'other processes of the store would go on with the earlier protocol' },
    params: {
      version: wholeNumber('the protocol version', 1, 65_535),
      height: optional(
        wholeNumber(
          'height of its first block; that of the next block by default',
          1,
          Number.MAX_SAFE_INTEGER,
        ),
      ),
      force: optional(flag('whether proofs may end')),
    },
    result: STATUS,
    example: () => ({ version: 14, force: true }),
  }),
];
