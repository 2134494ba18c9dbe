import type { DocumentTypeDescription, TokenCostAction } from '@dapikit/contract';
import { valueAt, withValue } from './document-value.js';
import type { ActorName, DocumentJson, MasternodeName, Step, TokenStep } from './step.js';

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
    | 'freezeTokens'
    | 'unfreezeTokens'
    | 'destroyFrozenTokens'
    | 'pauseToken'
    | 'resumeToken'
    | 'setTokenPrice'
    | 'purchaseTokens'
    | 'claimTokens'
    | 'updateTokenConfiguration'
    | 'vote'
    | 'advanceTime';
  readonly params: Readonly<Record<string, unknown>>;
}

/** Says what stands in params for a contract, an identity, a masternode, a document and a proposal: an id, or its name in a program. */
export interface CallNames {
  readonly contractId: unknown;
  identity(name: ActorName): unknown;
  masternode(name: MasternodeName): unknown;
  document(label: string): unknown;
  proposal(label: string): unknown;
}

type DocumentStep = Extract<Step, { readonly documentType: string }>;

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
  if (step.action === 'vote') return voteCall(step, names);
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
  return { method: 'createDocument', params: { ...target, data: dataOf(step, names), ...fund } };
}

/** Returns the data of a step with documents in the place of their labels. */
function dataOf(
  { data, references = [] }: Extract<Step, { readonly data: DocumentJson }>,
  names: CallNames,
): DocumentJson {
  let written = data;
  for (const path of references)
    written = withValue(written, path, names.document(String(valueAt(written, path))));
  return written;
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
      return { method: 'replaceDocument', params: { ...stored, data: dataOf(step, names) } };
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

function voteCall(
  { masternode, contest, choice }: Extract<Step, { readonly action: 'vote' }>,
  names: CallNames,
): PlatformCall {
  const isForNobody = choice === 'abstain' || choice === 'lock';
  const vote = isForNobody ? choice : { towardsIdentity: names.identity(choice) };
  const { contractId } = names;
  return {
    method: 'vote',
    params: { proTxHash: names.masternode(masternode), contractId, ...contest, choice: vote },
  };
}

function groupOf({ group }: TokenStep, names: CallNames): object {
  if (group === undefined) return {};
  const { position, proposal, isSigning } = group;
  return { group: { position, ...(isSigning && { actionId: names.proposal(proposal) }) } };
}

/** The methods of actions without params of their own, or with an account only. */
const PLAIN_METHODS = {
  freeze: 'freezeTokens',
  unfreeze: 'unfreezeTokens',
  destroyFrozen: 'destroyFrozenTokens',
  pause: 'pauseToken',
  resume: 'resumeToken',
} as const satisfies Readonly<Record<string, PlatformCall['method']>>;

function tokenCall(step: TokenStep, named: object, names: CallNames): PlatformCall {
  const token = { ...named, ...groupOf(step, names) };
  switch (step.action) {
    case 'mint':
      return {
        method: 'mintTokens',
        params: {
          ...token,
          amount: step.amount,
          ...(step.to !== undefined && { recipientId: names.identity(step.to) }),
        },
      };
    case 'sendTokens':
      return {
        method: 'transferTokens',
        params: { ...token, amount: step.amount, recipientId: names.identity(step.to) },
      };
    case 'burn':
      return { method: 'burnTokens', params: { ...token, amount: step.amount } };
    case 'freeze':
    case 'unfreeze':
    case 'destroyFrozen':
      return {
        method: PLAIN_METHODS[step.action],
        params: { ...token, identityId: names.identity(step.of) },
      };
    case 'pause':
    case 'resume':
      return { method: PLAIN_METHODS[step.action], params: token };
    case 'setTokenPrice':
      return { method: 'setTokenPrice', params: { ...token, price: step.price } };
    case 'buyTokens':
      return {
        method: 'purchaseTokens',
        params: { ...token, amount: step.amount, totalAgreedPrice: step.price },
      };
    case 'changeSetting':
      return { method: 'updateTokenConfiguration', params: { ...token, item: step.item } };
    default:
      return { method: 'claimTokens', params: { ...token, distribution: step.distribution } };
  }
}
