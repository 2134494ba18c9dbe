import {
  executedTokenQuery,
  executedTransitionQuery,
  recordsTokenHistory,
  tokenChangeIn,
  type PathQuery,
  type TokenChange,
} from '@dapikit/proof';
import { decodeStateTransition, type DocumentTransition, type StateTransition } from '@dapikit/protocol';
import type { ChangedDocument, ProofSubject } from '../method/proof-subject.js';
import type { ProvenContracts } from '../upstream/proven-contracts.js';

type Contracts = Pick<ProvenContracts, 'get'>;

/**
 * Returns what a state shows after a transition. What it creates, a document, a contract, an identity or a record in the history of a token, is there only where it was executed, as its id depends on it. A document that it changes may be as it leaves it.
 * `undefined` for other transitions, whose change may be that of another one, and where it is not known how the contract stores its documents.
 */
export async function executionSubject(
  bytes: Uint8Array,
  contracts: Contracts,
): Promise<ProofSubject | undefined> {
  try {
    const { value: transition } = decodeStateTransition(bytes);
    // The network rejects batches of several transitions.
    if (transition.type === 'batch' && transition.transitions.length !== 1) return undefined;
    const changed = await changedDocument(transition, contracts);
    if (changed !== undefined) return changed;
    const query = await createdQuery(transition, contracts);
    return query && { kind: 'selection', query, isPresent: true };
  } catch {
    return undefined;
  }
}

/** Returns the document that a transition replaces, deletes, transfers, prices or buys, as it leaves it. */
async function changedDocument(
  transition: StateTransition,
  contracts: Contracts,
): Promise<ProofSubject | undefined> {
  if (transition.type !== 'batch') return undefined;
  const [item] = transition.transitions;
  if (item === undefined || ('transition' in item && item.transition === 'token')) return undefined;
  if (item.action === 'create') return undefined;
  const { documentTypes } = await contracts.get(item.base.dataContractId);
  const documentType = documentTypes?.get(item.base.documentType);
  if (documentType === undefined) return undefined;
  const query = executedTransitionQuery(transition, documentType.documentsKeepHistory);
  return (
    query && { kind: 'changed-document', query, documentType, expected: leftBy(item, transition.ownerId) }
  );
}

/** Returns what a change leaves of a document. @param signerId the identity that signs it: the owner, or the one that buys */
function leftBy(
  item: Exclude<DocumentTransition, { readonly action: 'create' }>,
  signerId: Uint8Array,
): ChangedDocument | undefined {
  switch (item.action) {
    case 'replace':
      return { ownerId: signerId, revision: item.revision, data: item.data };
    case 'delete':
      return undefined;
    case 'transfer':
      return { ownerId: item.recipientOwnerId, revision: item.revision };
    case 'updatePrice':
      return { ownerId: signerId, revision: item.revision, price: item.price };
    default:
      return { ownerId: signerId, revision: item.revision };
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
