import type { ExecutedStateTransition, Platform, ProvenState } from '@dapikit/platform';
import {
  changedStorage,
  executedTokenQuery,
  executedTransitionQuery,
  tokenChangeIn,
  type PathQuery,
  type TokenChange,
} from '@dapikit/proof';
import { decodeStateTransition, type StateTransition } from '@dapikit/protocol';
import { GrpcError } from '../method/grpc-error.js';
import { provenResponse, type ProvenResponse } from './proven-response.js';

/** Proves what an executed transition has changed. @throws {GrpcError} FAILED_PRECONDITION where the state has no proof of it */
export async function provenExecution(
  platform: Platform,
  { bytes }: ExecutedStateTransition,
): Promise<ProvenResponse> {
  const { value: transition } = decodeStateTransition(bytes);
  return provenResponse(platform, async (state) => state.proofs.prove(await queryOf(transition, state)));
}

async function queryOf(transition: StateTransition, state: ProvenState): Promise<PathQuery> {
  const change = tokenChangeIn(transition);
  const query =
    change === undefined
      ? executedTransitionQuery(transition, await keepsHistory(transition, state))
      : await tokenQueryOf(change, state);
  if (query !== undefined) return query;
  throw new GrpcError(
    'failedPrecondition',
    'no proof is made of this transition: it was executed; wait for it with prove false',
  );
}

async function tokenQueryOf(
  { transition, ownerId }: TokenChange,
  state: ProvenState,
): Promise<PathQuery | undefined> {
  const { dataContractId, tokenContractPosition } = transition.base;
  const configuration = await state.tokenConfiguration(dataContractId, tokenContractPosition);
  return configuration && executedTokenQuery(transition, ownerId, configuration);
}

async function keepsHistory(transition: StateTransition, state: ProvenState): Promise<boolean> {
  const storage = changedStorage(transition);
  if (storage === undefined) return false;
  const { contractId, documentTypeName: documentType } = storage;
  return documentType === undefined
    ? state.keepsContractHistory(contractId)
    : state.keepsDocumentHistory({ contractId, documentType });
}
