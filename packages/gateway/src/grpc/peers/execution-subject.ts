import {
  executedTokenQuery,
  executedTransitionQuery,
  recordsTokenHistory,
  tokenChangeIn,
  type PathQuery,
  type TokenChange,
} from '@dapikit/proof';
import { decodeStateTransition, type StateTransition } from '@dapikit/protocol';
import type { ProofSubject } from '../method/proof-subject.js';
import type { ProvenContracts } from '../upstream/proven-contracts.js';

type Contracts = Pick<ProvenContracts, 'get'>;

/**
 * Returns what a state shows after a transition that creates a document, a contract, an identity or a record in the history of a token: it is there only where the transition was executed, as its id depends on it. `undefined` for other transitions, whose
 * change may be that of another one, and where it is not known how the contract stores its documents.
 */
export async function executionSubject(
  bytes: Uint8Array,
  contracts: Contracts,
): Promise<ProofSubject | undefined> {
  try {
    const { value: transition } = decodeStateTransition(bytes);
    // The network rejects batches of several transitions.
    if (transition.type === 'batch' && transition.transitions.length !== 1) return undefined;
    const query = await createdQuery(transition, contracts);
    return query && { kind: 'selection', query, isPresent: true };
  } catch {
    return undefined;
  }
}

async function createdQuery(
  transition: StateTransition,
  contracts: Contracts,
): Promise<PathQuery | undefined> {
  const change = tokenChangeIn(transition);
  if (change !== undefined) return recordQuery(change, contracts);
  const keepsHistory = await keepsHistoryOf(transition, contracts);
  return keepsHistory === undefined ? undefined : executedTransitionQuery(transition, keepsHistory);
}

/** Returns the query for the record of a token action. Of an action of a group, the proof has the signer also before the last signature. */
async function recordQuery(
  { transition, ownerId }: TokenChange,
  contracts: Contracts,
): Promise<PathQuery | undefined> {
  const { dataContractId, tokenContractPosition, usingGroupInfo } = transition.base;
  if (usingGroupInfo !== undefined) return undefined;
  const configuration = (await contracts.get(dataContractId)).tokens.get(tokenContractPosition);
  const isRecorded = configuration !== undefined && recordsTokenHistory(transition, configuration);
  return isRecorded ? executedTokenQuery(transition, ownerId, configuration) : undefined;
}

/** Returns whether what a transition creates keeps its history; `undefined` where it creates nothing. */
async function keepsHistoryOf(
  transition: StateTransition,
  contracts: Contracts,
): Promise<boolean | undefined> {
  if (transition.type === 'identityCreate') return false;
  if (transition.type === 'dataContractCreate') return transition.dataContract.config.keepsHistory;
  if (transition.type !== 'batch') return undefined;
  const [item] = transition.transitions;
  if (item === undefined || ('transition' in item && item.transition === 'token')) return undefined;
  if (item.action !== 'create') return undefined;
  // It contends for a value, and lies among the contenders, without a history.
  if (item.prefundedVotingBalance !== undefined) return false;
  const { documentTypes } = await contracts.get(item.base.dataContractId);
  return documentTypes?.get(item.base.documentType)?.documentsKeepHistory;
}
