import { excerpt, excerptList, QueryError } from '@dapikit/proof/document-query';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { Collection } from '../document/collection.js';
import type { StoreView } from '../../store/store.js';
import type { ContractBook, RegisteredContract } from './contract-book.js';

/** Returns a contract that is asked about. @throws {ConsensusError} 10400, unpaid. */
export async function requireContract(
  view: StoreView,
  contracts: ContractBook,
  contractId: Uint8Array,
): Promise<RegisteredContract> {
  const contract = await contracts.findContract(view, contractId);
  if (contract === undefined)
    throw new ConsensusError('DataContractNotPresentError', { dataContractId: contractId }, false);
  return contract;
}

/** Returns the documents of a type that is asked about. @throws {ConsensusError} 10400, unpaid. @throws {QueryError} DocumentTypeNotFound */
export async function requireCollection(
  view: StoreView,
  contracts: ContractBook,
  { contractId, documentType }: { readonly contractId: Uint8Array; readonly documentType: string },
): Promise<Collection> {
  const contract = await requireContract(view, contracts, contractId);
  const collection = contract.collection(documentType);
  if (collection !== undefined) return collection;
  const names = contract.description.documentTypes.map(({ name }) => name);
  throw new QueryError('DocumentTypeNotFound', {
    expected: `one of ${excerptList(names, 'no document types')}`,
    found: excerpt(documentType),
    fix: 'upper and lower case count',
    member: 'documentType',
  });
}
