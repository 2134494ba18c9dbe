import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod, EmulatorParam } from '../rpc/emulator-method.js';

const TYPE: EmulatorParam = {
  name: 'llmqType',
  type: 'numeric',
  about: 'the type of the quorum, such as 100',
};
const REQUEST: readonly EmulatorParam[] = [
  { name: 'id', type: 'string', about: 'the id of the request' },
  { name: 'msgHash', type: 'string', about: 'the hash of the message' },
  { name: 'quorumHash', type: 'string', isOptional: true, about: 'the quorum that signs' },
  { name: 'submit', type: 'boolean', isOptional: true, about: 'whether the share is sent to the others' },
];

/** Implements the methods by which a masternode signs as a member of a quorum. */
export const quorumSign = signingMethod('quorum sign', [TYPE, ...REQUEST], true);
export const quorumPlatformsign = signingMethod('quorum platformsign', REQUEST, false);

function signingMethod(name: string, params: readonly EmulatorParam[], hasType: boolean): EmulatorMethod {
  return {
    name,
    category: 'Evo',
    summary: 'rejected: it is not a masternode',
    params,
    answer(_, given) {
      if (hasType) given.looseInteger(0, 'llmqType');
      throw new NodeRejectionError(RPC_ERROR_CODES.internal, 'Only available in masternode mode.');
    },
  };
}
