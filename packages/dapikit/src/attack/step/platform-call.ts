import type { DocumentTypeDescription, TokenCostAction } from '@dapikit/contract';
import type { ActorName, Step } from './step.js';

/** Describes a call of a platform: the method, and its params by name. */
export interface PlatformCall {
  readonly method:
    | 'createDocument'
    | 'replaceDocument'
    | 'deleteDocument'
    | 'transferDocument'
    | 'updateDocumentPrice'
    | 'purchaseDocument'
    | 'mintTokens'
    | 'transferTokens'
    | 'burnTokens'
    | 'claimTokens'
    | 'advanceTime';
  readonly params: Readonly<Record<string, unknown>>;
}

/** Says what stands in params for a contract, an identity and a document: an id, or its name in a program. */
export interface CallNames {
  readonly contractId: unknown;
  identity(name: ActorName): unknown;
  document(label: string): unknown;
}

type DocumentStep = Extract<Step, { readonly documentType: string }>;
type TokenStep = Extract<Step, { readonly tokenPosition: number }>;

const COST_OF: Readonly<Record<DocumentStep['action'], TokenCostAction>> = {
  create: 'create',
  replace: 'replace',
  delete: 'delete',
  transfer: 'transfer',
  setPrice: 'update_price',
  purchase: 'purchase',
};

/** Returns the call that executes a step. Who acts agrees to pay the tokens that the document type costs. */
export function callOf(
  step: Step,
  types: ReadonlyMap<string, DocumentTypeDescription>,
  names: CallNames,
): PlatformCall {
  const { method, params } = plainCall(step, types, names);
  return { method, params: 'changes' in step ? { ...params, ...step.changes } : params };
}

function plainCall(
  step: Step,
  types: ReadonlyMap<string, DocumentTypeDescription>,
  names: CallNames,
): PlatformCall {
  if (step.action === 'wait') return { method: 'advanceTime', params: { milliseconds: step.milliseconds } };
  const by = names.identity(step.by);
  const { contractId } = names;
  if ('tokenPosition' in step)
    return tokenCall(step, { by, contractId, position: step.tokenPosition }, names);
  const { documentType, action } = step;
  const payment = paymentOf(types.get(documentType), action);
  const hasContests = types.get(documentType)?.indices.some(({ contested }) => contested !== undefined);
  const target = { by, contractId, documentType, ...payment };
  if (step.action !== 'create')
    return documentCall(step, { ...target, id: names.document(step.document) }, names);
  const fund = hasContests === true ? { prefundedVotingBalance: 'auto' } : {};
  return { method: 'createDocument', params: { ...target, data: step.data, ...fund } };
}

function paymentOf(type: DocumentTypeDescription | undefined, action: DocumentStep['action']): object {
  const cost = type?.tokenCost[COST_OF[action]];
  if (cost === undefined) return {};
  return {
    tokenPaymentInfo: {
      ...(cost.contractId === undefined ? {} : { paymentTokenContractId: cost.contractId }),
      tokenContractPosition: cost.tokenPosition,
      maximumTokenCost: cost.amount,
    },
  };
}

function documentCall(
  step: Exclude<DocumentStep, { readonly action: 'create' }>,
  stored: PlatformCall['params'],
  names: CallNames,
): PlatformCall {
  switch (step.action) {
    case 'replace':
      return { method: 'replaceDocument', params: { ...stored, data: step.data } };
    case 'delete':
      return { method: 'deleteDocument', params: stored };
    case 'transfer':
      return { method: 'transferDocument', params: { ...stored, recipientId: names.identity(step.to) } };
    case 'setPrice':
      return { method: 'updateDocumentPrice', params: { ...stored, price: step.price } };
    default:
      return { method: 'purchaseDocument', params: { ...stored, price: step.price } };
  }
}

function tokenCall(step: TokenStep, token: object, names: CallNames): PlatformCall {
  switch (step.action) {
    case 'mint':
      return {
        method: 'mintTokens',
        params: { ...token, amount: step.amount, recipientId: names.identity(step.to) },
      };
    case 'sendTokens':
      return {
        method: 'transferTokens',
        params: { ...token, amount: step.amount, recipientId: names.identity(step.to) },
      };
    case 'burn':
      return { method: 'burnTokens', params: { ...token, amount: step.amount } };
    default:
      return { method: 'claimTokens', params: { ...token, distribution: step.distribution } };
  }
}
