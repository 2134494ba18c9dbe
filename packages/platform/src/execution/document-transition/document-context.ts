import type { ProtocolRules } from '@dapikit/contract';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import type { Collection } from '../../state/document/collection.js';
import type { TransitionContext } from '../transition/transition.js';
import { protocolOf } from '../../state/chain/protocol.js';
import type { DocumentRequest } from './document-request.js';

/** Contains the contract, the type and the signer of a document transition. */
export interface DocumentScope {
  readonly context: TransitionContext;
  readonly protocol: ProtocolRules;
  readonly contract: RegisteredContract;
  readonly collection: Collection;
  /** 32 bytes. */
  readonly signerId: Uint8Array;
}

/** Finds contract and document type of a transition. @throws {ConsensusError} 10400 or 10406 {InputError} for a type with a keyword that is not executed here */
export async function resolveScope(
  context: TransitionContext,
  { contractId, documentType }: Pick<DocumentRequest, 'contractId' | 'documentType'>,
): Promise<DocumentScope> {
  const contract = await context.contracts.findContract(context.view, contractId);
  if (contract === undefined)
    throw new ConsensusError('DataContractNotPresentError', { dataContractId: contractId });
  const collection = contract.collection(documentType);
  if (collection === undefined)
    throw new ConsensusError('InvalidDocumentTypeError', { documentType, dataContractId: contractId });
  requireExecuted(contract, documentType);
  const protocol = protocolOf(context.rules.protocolVersion);
  return { context, protocol, contract, collection, signerId: context.signer.id };
}

function requireExecuted(contract: RegisteredContract, documentType: string): void {
  const keyword = contract.unexecuted(documentType);
  if (keyword === undefined) return;
  throw new InputError('documentType', {
    problem: `the local platform checks "${keyword}" of "${documentType}" at registration, and does not execute it`,
    expected: 'a document type whose keywords the local platform executes',
    found: documentType,
  });
}
