import { bytesOf } from '../bytes/identifier-order.js';
import { PlatformError } from '../consensus-error.js';
import type { RegisteredContract } from '../contract/contract-book.js';
import type { Collection } from '../document/collection.js';
import type { OperationContext } from '../operation/operation.js';
import { protocolOf, type Protocol } from '../protocol.js';
import type { DocumentRequest } from './document-request.js';

/** What an operation on documents works with once its contract and type are found. */
export interface DocumentWork {
  readonly context: OperationContext;
  readonly protocol: Protocol;
  readonly contract: RegisteredContract;
  readonly collection: Collection;
  /** 32 bytes. */
  readonly signerId: Uint8Array;
}

/** Finds contract and document type of an operation. @throws {PlatformError} 10400 or 10406. */
export async function documentWork(
  context: OperationContext,
  { contractId, documentType }: Pick<DocumentRequest, 'contractId' | 'documentType'>,
): Promise<DocumentWork> {
  const contract = await context.contracts.contractOf(context.view, contractId);
  if (contract === undefined) throw new PlatformError('DataContractNotPresentError', { contractId });
  const collection = contract.collection(documentType);
  if (collection === undefined)
    throw new PlatformError('InvalidDocumentTypeError', { documentType, contractId });
  const protocol = protocolOf(context.terms.protocolVersion);
  return { context, protocol, contract, collection, signerId: bytesOf(context.signer.id) };
}
