import { doubleHash } from '../bytes/double-hash.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { identifierText } from '../bytes/identifier.js';
import { integerBytes } from '../bytes/integer-bytes.js';
import { PlatformError } from '../consensus-error.js';
import { contestPayment } from '../contest/contest-payment.js';
import { entryPrice } from '../contest/contest-rules.js';
import { contestedBy } from '../contest/match-contest.js';
import { createdDocument } from '../document/action-effect.js';
import { documentId } from '../document/document-id.js';
import { fetchDocument } from '../document/document-store.js';
import { BadInput } from '../input/bad-input.js';
import { readId, readMembers, readText, readUnsigned } from '../input/read-input.js';
import { checkUnique } from './admit-change.js';
import { contend } from './contend.js';
import type { Contention, DocumentAction } from './document-action.js';
import { readEntropy, readRequest, type DocumentRequest } from './document-request.js';
import type { DocumentWork } from './document-work.js';
import { checkSentData, withoutTransient } from './sent-data.js';

/** A create as it was read. */
interface CreateRequest extends DocumentRequest {
  readonly data: Readonly<Record<string, unknown>>;
  readonly entropy: Uint8Array | undefined;
  /** Only to be held against the one that follows from entropy; base58. */
  readonly id: string | undefined;
  readonly prefunded: 'auto' | Contention | undefined;
}

/** @throws {BadInput} */
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
export const CREATE: DocumentAction<CreateRequest> = {
  name: 'create',
  stake: (work, request) => prefundedOf(work, request)?.credits ?? 0n,
  propose(work, request) {
    const { collection, context, signerId } = work;
    const id = newId(work, request);
    const contest = contentionOf(work, request, id);
    checkMayCreate(work);
    const sent = checkSentData(work, request.data);
    const data = withoutTransient(work, sent);
    const after = createdDocument(collection.type, { id, ownerId: signerId, data }, context.block);
    return { documentId: id, after, sent, ...(contest === undefined ? {} : { contest }) };
  },
  async admit(work, _request, proposal) {
    const { context, collection } = work;
    const { documentId, after, contest } = proposal;
    if ((await fetchDocument(context.view, collection, documentId)) !== undefined)
      throw new PlatformError('DocumentAlreadyPresentError', { documentId: identifierText(documentId) });
    if (after === undefined) return proposal;
    await checkUnique(work, 'create', after);
    if (contest !== undefined) await contend(work, after, contest);
    return proposal;
  },
};

/** What follows from entropy. Without any it follows from the nonce, which no other operation has. */
function newId(
  { contract, collection, context, signerId }: DocumentWork,
  request: CreateRequest,
): Uint8Array {
  const contractId = bytesOf(contract.id);
  const entropy = request.entropy ?? doubleHash(contractId, signerId, integerBytes(context.nonce, 8));
  const id = documentId({ contractId, ownerId: signerId, documentType: collection.type.name, entropy });
  if (request.id !== undefined && request.id !== identifierText(id))
    throw new PlatformError('InvalidDocumentTransitionIdError', {
      expected: identifierText(id),
      given: request.id,
    });
  return id;
}

/** What a create puts into a fund; what is asked where it is left to this package. */
function prefundedOf(
  { collection: { type }, context }: DocumentWork,
  { prefunded, data }: CreateRequest,
): Contention | undefined {
  if (prefunded !== 'auto') return prefunded;
  const indexName = contestedBy(type, data);
  return indexName === undefined ? undefined : { indexName, credits: entryPrice(context.terms.contests, 0) };
}

/** The contest that a create starts or joins. @throws {PlatformError} 40114 */
function contentionOf(work: DocumentWork, request: CreateRequest, id: Uint8Array): Contention | undefined {
  const { type } = work.collection;
  const { contests } = work.context.terms;
  const prefunded = prefundedOf(work, request);
  const contestedIndexes = type.indices.flatMap(({ name, contested }) =>
    contested === undefined ? [] : [name],
  );
  if (prefunded === undefined && contestedIndexes.length === 0) return undefined;
  const contestedIndex = contestedBy(type, request.data);
  // Looked at first for its name: nothing else fails there.
  if (
    prefunded !== undefined &&
    contestedIndex === undefined &&
    !contestedIndexes.includes(prefunded.indexName)
  )
    throw new BadInput(`${PREFUNDED}.indexName`, {
      expected:
        contestedIndexes.length === 0
          ? 'nothing: the type has no contested index'
          : contestedIndexes.join(', '),
      found: prefunded.indexName,
    });
  const indexName = contestPayment(
    {
      documentId: identifierText(id),
      contestedIndex,
      contestedIndexes,
      prefunded,
      price: entryPrice(contests, 0),
    },
    contests,
  );
  return indexName === undefined || prefunded === undefined
    ? undefined
    : { indexName, credits: prefunded.credits };
}

const OWNER_ONLY = 1;

/** Refuses who may not create documents of the type. @throws {PlatformError} 10416 */
function checkMayCreate({ contract, collection: { type }, context }: DocumentWork): void {
  const { creationRestrictionMode: mode } = type;
  if (mode === 0 || (mode === OWNER_ONLY && context.signer.id === contract.ownerId)) return;
  throw new PlatformError('DocumentCreationNotAllowedError', {
    contractId: contract.id,
    documentType: type.name,
    mode,
  });
}
