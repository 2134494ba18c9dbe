import type { DocumentTypeDescription } from '@dapikit/contract';
import {
  dataContractQuery,
  executedTokenQuery,
  executedTransitionQuery,
  recordsTokenHistory,
  tokenChangeIn,
  type PathQuery,
  type TokenChange,
} from '@dapikit/proof';
import { decodeStateTransition, type DocumentTransition, type StateTransition } from '@dapikit/protocol';
import type { ChangedDocument, ProofSubject } from '../method/proof-subject.js';
import { FIRST_REVISION } from '../upstream/changed-document.js';
import type { ProvenContracts } from '../upstream/proven-contracts.js';

type Contracts = Pick<ProvenContracts, 'get'>;

/**
 * Returns what a state shows after a transition: a document, a contract or an identity as the transition leaves it, or a record in the history of a token, whose id depends on the transition.
 * `undefined` for other transitions, whose change may be that of another one, and where it is not known how the contract stores its documents.
 */
export async function executionSubject(
  bytes: Uint8Array,
  contracts: Contracts,
): Promise<ProofSubject | undefined> {
  try {
    const { value: transition } = decodeStateTransition(bytes);
    if (transition.type === 'batch') return await subjectOfBatch(transition, contracts);
    if (transition.type === 'identityCreate') {
      const { identityId, publicKeys } = transition;
      return { kind: 'created-identity', identityId, publicKeys };
    }
    if (transition.type !== 'dataContractCreate') return undefined;
    const { dataContract: contract } = transition;
    const query = dataContractQuery(contract.id, contract.config.keepsHistory);
    return { kind: 'created-contract', query, contract };
  } catch {
    return undefined;
  }
}

type Batch = Extract<StateTransition, { readonly type: 'batch' }>;

async function subjectOfBatch(batch: Batch, contracts: Contracts): Promise<ProofSubject | undefined> {
  const [item] = batch.transitions;
  // The network rejects batches of several transitions.
  if (item === undefined || batch.transitions.length !== 1) return undefined;
  const change = tokenChangeIn(batch);
  if (change !== undefined) {
    const query = await recordQuery(change, contracts);
    return query && { kind: 'selection', query, isPresent: true };
  }
  return 'transition' in item && item.transition === 'token'
    ? undefined
    : changedDocument(item, batch, contracts);
}

/** Returns the document that a transition creates, replaces, deletes, transfers, prices or buys, as it leaves it. */
async function changedDocument(
  item: DocumentTransition,
  batch: Batch,
  contracts: Contracts,
): Promise<ProofSubject | undefined> {
  const { documentTypes } = await contracts.get(item.base.dataContractId);
  const documentType = documentTypes?.get(item.base.documentType);
  if (documentType === undefined) return undefined;
  // One that contends for a value lies among the contenders, without a history.
  const isContender = item.action === 'create' && item.prefundedVotingBalance !== undefined;
  const query = executedTransitionQuery(batch, !isContender && documentType.documentsKeepHistory);
  const isCreated = item.action === 'create';
  const expected = leftBy(item, batch.ownerId, documentType);
  return query && { kind: 'changed-document', query, documentType, isCreated, expected };
}

/** Returns what a change leaves of a document. @param signerId the identity that signs it: the owner, or the one that buys */
function leftBy(
  item: DocumentTransition,
  signerId: Uint8Array,
  documentType: DocumentTypeDescription,
): ChangedDocument | undefined {
  switch (item.action) {
    case 'create':
      return { ownerId: signerId, revision: FIRST_REVISION, data: storedOf(item.data, documentType) };
    case 'replace':
      return { ownerId: signerId, revision: item.revision, data: storedOf(item.data, documentType) };
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

/** Returns the properties that are stored: transient ones are only checked. */
function storedOf(
  data: NonNullable<ChangedDocument['data']>,
  { properties }: DocumentTypeDescription,
): NonNullable<ChangedDocument['data']> {
  const transient = new Set(properties.filter((each) => each.transient).map(({ path }) => path));
  return new Map([...data].filter(([name]) => !transient.has(name)));
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
