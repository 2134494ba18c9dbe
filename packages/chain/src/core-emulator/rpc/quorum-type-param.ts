import { DISABLED_QUORUM_TYPE, quorumTypeOf, type QuorumType } from '../../rules/consensus/quorum-types.js';
import { invalidParameter, type RpcParams } from './rpc-params.js';

/**
 * Returns the quorum type of a param; `undefined` for the type that regtest knows and has switched off.
 * @throws {NodeRejectionError} -8 for an unknown type
 */
export function readQuorumType(params: RpcParams, position: number): QuorumType | undefined {
  const type = params.looseInteger(position, 'llmqType');
  const quorumType = quorumTypeOf(type);
  if (quorumType === undefined && type !== DISABLED_QUORUM_TYPE) throw invalidParameter('invalid LLMQ type');
  return quorumType;
}
