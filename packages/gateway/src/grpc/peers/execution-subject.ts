import { executedTransitionQuery } from '@dapikit/proof';
import { decodeStateTransition, type StateTransition } from '@dapikit/protocol';
import type { ProofSubject } from '../method/proof-subject.js';
import type { ProvenContracts } from '../upstream/proven-contracts.js';

/**
 * Returns what a state shows after a transition that creates a document, a contract or an identity: it is there only where the transition was executed, as its id depends on it. `undefined` for other transitions, whose
 * change may be that of another one, and where it is not known how the contract stores its documents.
 */
export async function executionSubject(
  bytes: Uint8Array,
  contracts: Pick<ProvenContracts, 'get'>,
): Promise<ProofSubject | undefined> {
  try {
    const { value: transition } = decodeStateTransition(bytes);
    const keepsHistory = await keepsHistoryOf(transition, contracts);
    const query = keepsHistory === undefined ? undefined : executedTransitionQuery(transition, keepsHistory);
    return query && { kind: 'selection', query, isPresent: true };
  } catch {
    return undefined;
  }
}

/** Returns whether what a transition creates keeps its history; `undefined` where it creates nothing, or something that contends for a value. */
async function keepsHistoryOf(
  transition: StateTransition,
  contracts: Pick<ProvenContracts, 'get'>,
): Promise<boolean | undefined> {
  if (transition.type === 'identityCreate') return false;
  if (transition.type === 'dataContractCreate') return transition.dataContract.config.keepsHistory;
  if (transition.type !== 'batch') return undefined;
  const [item, another] = transition.transitions;
  if (item === undefined || another !== undefined) return undefined;
  if ('transition' in item && item.transition === 'token') return undefined;
  if (item.action !== 'create' || item.prefundedVotingBalance !== undefined) return undefined;
  const { documentTypes } = await contracts.get(item.base.dataContractId);
  return documentTypes?.get(item.base.documentType)?.documentsKeepHistory;
}
