import { PlatformError } from '../consensus-error.js';
import type { Collection } from '../document/collection.js';
import { listed, QueryError, shown } from '../query/query-error.js';
import type { StoreView } from '../store/store.js';
import type { ContractBook, RegisteredContract } from './contract-book.js';

/** A contract that is asked about. @throws {PlatformError} 10400, unpaid. */
export async function existingContract(
  view: StoreView,
  contracts: ContractBook,
  contractId: string,
): Promise<RegisteredContract> {
  const contract = await contracts.contractOf(view, contractId);
  if (contract === undefined) throw new PlatformError('DataContractNotPresentError', { contractId }, false);
  return contract;
}

/** The documents of a type that is asked about. @throws {PlatformError} 10400, unpaid. @throws {QueryError} DocumentTypeNotFound */
export async function existingCollection(
  view: StoreView,
  contracts: ContractBook,
  { contractId, documentType }: { readonly contractId: string; readonly documentType: string },
): Promise<Collection> {
  const contract = await existingContract(view, contracts, contractId);
  const collection = contract.collection(documentType);
  if (collection !== undefined) return collection;
  const names = contract.description.documentTypes.map(({ name }) => name);
  throw new QueryError('DocumentTypeNotFound', {
    expected: `one of ${listed(names, 'no document types')}`,
    found: shown(documentType),
    advice: 'upper and lower case count',
    place: 'documentType',
  });
}
