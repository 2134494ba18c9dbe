import { planQuery } from '@dapikit/proof/document-query';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { contractSearchTerms } from '../../state/contract/contract-parts.js';
import type { StoredContract } from '../../state/contract/contract-store.js';
import { newDocument, withData } from '../../state/document/document-changes.js';
import { documentId } from '../../state/document/document-id.js';
import type { Collection } from '../../state/document/collection.js';
import { findDocument, storeDocument } from '../../state/document-storage/document-store.js';
import { runPlan } from '../../state/query/run-plan.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';
import type { TransitionContext } from '../transition/transition.js';

type Context = Pick<TransitionContext, 'view' | 'block' | 'contracts'>;
type Searched = Pick<StoredContract, 'id' | 'ownerId' | 'text'>;

/**
 * Stores the documents by which a new contract is found: one for each keyword, and one for its short and one for its full description.
 *
 * Source: `add_new_contract_keywords` and `add_new_contract_description` in `packages/rs-drive/src/drive/contract/insert` of
 * dashpay/platform: the entropy of a document is the id of the contract, and the keyword.
 */
export async function storeSearchDocuments(context: Context, contract: Searched): Promise<void> {
  const search = await findSearch(context);
  const { keywords, description } = contractSearchTerms(contract.text);
  for (const keyword of keywords) await createKeyword(context, search, contract, keyword);
  if (description === undefined) return;
  await putDescription(context, search, contract, { documentType: 'shortDescription', description });
  await putDescription(context, search, contract, { documentType: 'fullDescription', description });
}

/**
 * Changes the documents by which an updated contract is found. Keywords that are gone lose theirs, but for those of an update without any
 * keyword, which the network leaves; only the short description changes.
 *
 * Source: `update_contract_operations_v1`, `update_contract_keywords` and `update_contract_description` in
 * `packages/rs-drive/src/drive/contract/update` of dashpay/platform.
 */
export async function updateSearchDocuments(context: Context, contract: Searched): Promise<void> {
  const search = await findSearch(context);
  const { keywords, description } = contractSearchTerms(contract.text);
  if (keywords.length > 0) await updateKeywords(context, search, contract, keywords);
  if (description !== undefined)
    await putDescription(context, search, contract, { documentType: 'shortDescription', description });
}

async function findSearch({ view, contracts }: Context): Promise<RegisteredContract> {
  const search = await contracts.findContract(view, SYSTEM_IDS.keywordSearch);
  if (search === undefined) throw new RangeError('the keyword search contract is missing');
  return search;
}

async function updateKeywords(
  context: Context,
  search: RegisteredContract,
  contract: Searched,
  keywords: readonly string[],
): Promise<void> {
  const { view, block } = context;
  const collection = collectionOf(search, 'contractKeywords');
  const { location, type } = collection;
  const where: [string, '==', Uint8Array][] = [['contractId', '==', contract.id]];
  const existing = await runPlan(view, location, type, planQuery(type, { where }));
  for (const before of existing)
    if (!keywords.some((keyword) => keyword === before.data['keyword']))
      await storeDocument(view, collection, { before }, block.time);
  for (const keyword of keywords)
    if (!existing.some(({ data }) => data['keyword'] === keyword))
      await createKeyword(context, search, contract, keyword);
}

async function createKeyword(
  { view, block }: Context,
  search: RegisteredContract,
  { id: contractId, ownerId }: Searched,
  keyword: string,
): Promise<void> {
  const collection = collectionOf(search, 'contractKeywords');
  const entropy = Buffer.concat([contractId, Buffer.from(keyword)]);
  const data = { keyword, contractId };
  const id = documentId({
    contractId: SYSTEM_IDS.keywordSearch,
    ownerId,
    documentType: 'contractKeywords',
    entropy,
  });
  const after = newDocument(collection.type, { id, ownerId, data }, block);
  await storeDocument(view, collection, { after }, block.time);
}

/** Creates the document of a description, or replaces it where it is there. */
async function putDescription(
  { view, block }: Context,
  search: RegisteredContract,
  { id: contractId, ownerId }: Searched,
  { documentType, description }: { readonly documentType: string; readonly description: string },
): Promise<void> {
  const collection = collectionOf(search, documentType);
  const id = documentId({
    contractId: SYSTEM_IDS.keywordSearch,
    ownerId,
    documentType,
    entropy: contractId,
  });
  const before = await findDocument(view, collection, id);
  const data = { contractId, description };
  // The network gives these documents times that their type does not ask for.
  const at = BigInt(block.time);
  if (before === undefined) {
    const created = newDocument(collection.type, { id, ownerId, data }, block);
    const after = { ...created, times: { ...created.times, $createdAt: at } };
    await storeDocument(view, collection, { after }, block.time);
    return;
  }
  const replaced = withData(collection.type, before, data, block);
  const after = { ...replaced, times: { ...replaced.times, $updatedAt: at } };
  await storeDocument(view, collection, { before, after }, block.time);
}

function collectionOf(search: RegisteredContract, documentType: string): Collection {
  const collection = search.collection(documentType);
  if (collection === undefined)
    throw new RangeError(`expected documents of type ${documentType} in the keyword search contract`);
  return collection;
}
