import { explainUninsertable } from '@dapikit/contract';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { CREATION_MODES } from '../../base/errors/document-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { checkContestPayment } from '../../state/contest/check-contest-payment.js';
import { entryPrice } from '../../state/contest/contest-rules.js';
import { findContestedIndex } from '../../state/contest/find-contested-index.js';
import { newDocument } from '../../state/document/document-changes.js';
import { documentId } from '../../state/document/document-id.js';
import { entriesId, hasEntriesOnly } from '../../state/document/entry-document.js';
import { findDocument } from '../../state/document-storage/document-store.js';
import { hasRemoval } from '../../state/document-storage/removal-record.js';
import { InputError } from '../../base/errors/input-error.js';
import { readId, readMembers, readText, readUnsigned } from '../../state/input/read-input.js';
import { checkUnique } from './check-document-change.js';
import { enterContest, payEntry } from './enter-contest.js';
import type { PrefundedVotingBalance, DocumentTransition } from './document-transition.js';
import { readEntropy, readRequest, type DocumentRequest } from './document-request.js';
import type { DocumentScope } from './document-context.js';
import { checkSentData, stamped, withoutTransient, type DataRequest } from './sent-data.js';

/** Describes a create as it was read. */
interface CreateRequest extends DocumentRequest, DataRequest {
  readonly entropy: Uint8Array | undefined;
  /** Compared with the one that follows from entropy; 32 bytes. */
  readonly id: Uint8Array | undefined;
  readonly prefunded: 'auto' | PrefundedVotingBalance | undefined;
}

/** Reads the input of a create. @throws {InputError} */
export function readCreate(input: unknown): CreateRequest {
  const members = readMembers(input);
  const { entropy, id } = members;
  return {
    ...readRequest(members),
    data: readMembers(members['data'], 'data'),
    entropy: entropy === undefined ? undefined : readEntropy(entropy),
    id: id === undefined ? undefined : readId(id, 'id'),
    prefunded: readPrefunded(members['prefundedVotingBalance']),
  };
}

const PREFUNDED = 'prefundedVotingBalance';

function readPrefunded(input: unknown): CreateRequest['prefunded'] {
  if (input === undefined || input === null) return undefined;
  if (input === 'auto') return 'auto';
  const { indexName, credits } = readMembers(input, PREFUNDED);
  return {
    indexName: readText(indexName, `${PREFUNDED}.indexName`),
    credits: readUnsigned(credits, `${PREFUNDED}.credits`),
  };
}

/** Stores a new document, or lets it contend for its values. */
export const CREATE: DocumentTransition<CreateRequest> = {
  name: 'create',
  additionalBalance: (scope, request) => prefundedOf(scope, request)?.credits ?? 0n,
  async propose(scope, request) {
    const { collection, context, signerId } = scope;
    const { type } = collection;
    const id = newId(scope, request);
    const contest = contentionOf(scope, request, id);
    checkMayCreate(scope);
    checkInsertable(scope);
    const begun = newDocument(type, { id, ownerId: signerId, data: {} }, context.block);
    const checked = await checkSentData(scope, request, { action: 'create', begun }, false);
    const stored = stamped(scope, { ...begun, data: withoutTransient(scope, checked.sent) });
    const documentId = hasEntriesOnly(type) ? entriesId(type, stored) : id;
    const after = { ...stored, id: documentId };
    return { documentId, after, ...checked, ...(contest === undefined ? {} : { contest }) };
  },
  async admit(scope, _request, proposal) {
    const { context, collection } = scope;
    const { documentId, after, contest, sent } = proposal;
    const isKnown =
      !hasEntriesOnly(collection.type) &&
      (await findDocument(context.view, collection, documentId)) !== undefined;
    if (isKnown) throw new ConsensusError('DocumentAlreadyPresentError', { documentId });
    await checkNeverRemoved(scope, documentId);
    if (after === undefined) return proposal;
    // Transient properties count as well: a replace may have stored the same value.
    await checkUnique(scope, 'create', { ...after, data: sent ?? after.data });
    if (contest === undefined) return proposal;
    const paid = await payEntry(scope, after, contest);
    await enterContest(scope, after, paid);
    return { ...proposal, contest: paid };
  },
};

/**
 * Rejects the id of a document that moderators deleted: records are never deleted, and each is of one document.
 *
 * @throws {InputError} The network has no number for it, as there the nonce is part of the id.
 */
async function checkNeverRemoved(
  { context, collection }: DocumentScope,
  documentId: Uint8Array,
): Promise<void> {
  if (collection.type.moderatorAbilities?.removal?.keepsRecord !== true) return;
  if (!(await hasRemoval(context.view, collection.location, documentId))) return;
  const name = identifierText(documentId);
  throw new InputError('entropy', {
    problem: `it gives the id ${name}, and moderators have deleted a document of this id`,
    expected: 'entropy that no document of the owner and the type was created with',
    found: name,
    fix: 'send other entropy, or none',
  });
}

/** Derives the id of a new document from entropy, or from the nonce, which no other transition has. */
function newId(
  { contract, collection, context, signerId }: DocumentScope,
  request: CreateRequest,
): Uint8Array {
  const contractId = contract.id;
  const entropy = request.entropy ?? doubleHash(contractId, signerId, integerBytes(context.nonce, 8));
  const id = documentId({ contractId, ownerId: signerId, documentType: collection.type.name, entropy });
  if (request.id !== undefined && compareBytes(request.id, id) !== 0)
    throw new ConsensusError('InvalidDocumentTransitionIdError', {
      expectedId: id,
      invalidId: request.id,
    });
  return id;
}

/** Returns the prefunded voting balance of a create; with `'auto'` the required one. */
function prefundedOf(
  { collection: { type }, context }: DocumentScope,
  { prefunded, data }: CreateRequest,
): PrefundedVotingBalance | undefined {
  if (prefunded !== 'auto') return prefunded;
  const indexName = findContestedIndex(type, data);
  return indexName === undefined
    ? undefined
    : { indexName, credits: entryPrice(context.rules.contestRules, 0), paysAny: true };
}

/** Returns the contest that a create starts or joins. @throws {ConsensusError} 40114 */
function contentionOf(
  scope: DocumentScope,
  request: CreateRequest,
  id: Uint8Array,
): PrefundedVotingBalance | undefined {
  const { type } = scope.collection;
  const { contestRules } = scope.context.rules;
  const prefunded = prefundedOf(scope, request);
  const contestedIndexes = type.indices.flatMap(({ name, contested }) =>
    contested === undefined ? [] : [name],
  );
  if (prefunded === undefined && contestedIndexes.length === 0) return undefined;
  const contestedIndex = findContestedIndex(type, request.data);
  // Checked first for its name: nothing else fails there.
  if (
    prefunded !== undefined &&
    contestedIndex === undefined &&
    !contestedIndexes.includes(prefunded.indexName)
  )
    throw new InputError(`${PREFUNDED}.indexName`, {
      problem: `document type "${type.name}" has no contested index ${JSON.stringify(prefunded.indexName)}`,
      expected:
        contestedIndexes.length === 0
          ? 'nothing: the type has no contested index'
          : contestedIndexes.join(', '),
      found: prefunded.indexName,
    });
  const indexName = checkContestPayment(
    {
      documentId: id,
      contestedIndex,
      contestedIndexes,
      prefunded,
      price: entryPrice(contestRules, 0),
    },
    contestRules,
  );
  return indexName === undefined || prefunded === undefined ? undefined : { ...prefunded, indexName };
}

/**
 * Rejects documents of a type that the network accepts and cannot store.
 *
 * @throws {InputError} The network fails without a number there: the transition never gets into a block.
 */
function checkInsertable({ collection: { type } }: DocumentScope): void {
  const problem = explainUninsertable(type);
  if (problem === undefined) return;
  throw new InputError('documentType', {
    problem: `documents of type "${type.name}" cannot be stored: ${problem}`,
    expected: 'a document type with indices that the network can fill',
    found: type.name,
    fix: 'change the indices, and register the contract again: "dapikit check" names them',
  });
}

const OWNER_ONLY = 1;

/** Rejects who may not create documents of the type. @throws {ConsensusError} 10416 */
function checkMayCreate({ contract, collection: { type }, context }: DocumentScope): void {
  const { creationRestrictionMode: mode } = type;
  if (mode === 0 || (mode === OWNER_ONLY && compareBytes(context.signer.id, contract.ownerId) === 0)) return;
  throw new ConsensusError('DocumentCreationNotAllowedError', {
    dataContractId: contract.id,
    documentTypeName: type.name,
    creationRestrictionMode: CREATION_MODES[mode] ?? 'noCreationAllowed',
  });
}
