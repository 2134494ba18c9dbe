import { identifierBytes } from '../base/bytes/identifier.js';
import { runCall } from '../execution/transition/current-call.js';
import { CallSubject } from './fed-block.js';
import type { Block } from '../state/chain/block.js';
import { membersOf } from '../state/contract/contract-parts.js';
import {
  feeOfRejection,
  rejectionOf,
  type TransitionEvent,
  type TransitionListener,
} from './transition-event.js';
import { contractOf, type TransitionSummary } from './transition-summary.js';

/** Names the transition that each unsigned call makes, as {@link TransitionSummary.kind} has it. */
const KINDS = {
  createIdentity: 'identityCreate',
  topUpIdentity: 'identityTopUp',
  changeIdentityKeys: 'identityUpdate',
  transferCredits: 'identityCreditTransfer',
  withdrawCredits: 'identityCreditWithdrawal',
  transferToAddresses: 'identityCreditTransferToAddresses',
  transferAddressFunds: 'addressFundsTransfer',
  createIdentityFromAddresses: 'identityCreateFromAddresses',
  topUpIdentityFromAddresses: 'identityTopUpFromAddresses',
  withdrawAddressFunds: 'addressCreditWithdrawal',
  registerContract: 'dataContractCreate',
  updateContract: 'dataContractUpdate',
  deleteContract: 'dataContractDelete',
  createDocument: 'documentCreate',
  replaceDocument: 'documentReplace',
  deleteDocument: 'documentDelete',
  transferDocument: 'documentTransfer',
  updateDocumentPrice: 'documentUpdatePrice',
  purchaseDocument: 'documentPurchase',
  mintTokens: 'tokenMint',
  burnTokens: 'tokenBurn',
  transferTokens: 'tokenTransfer',
  freezeTokens: 'tokenFreeze',
  unfreezeTokens: 'tokenUnfreeze',
  destroyFrozenTokens: 'tokenDestroyFrozenFunds',
  pauseToken: 'tokenEmergencyAction',
  resumeToken: 'tokenEmergencyAction',
  updateTokenConfiguration: 'tokenConfigUpdate',
  claimTokens: 'tokenClaim',
  purchaseTokens: 'tokenDirectPurchase',
  setTokenPrice: 'tokenSetPriceForDirectPurchase',
  vote: 'masternodeVote',
} as const;

/** Methods of a platform that make transitions. */
export type ObservableCalls = Readonly<Record<keyof typeof KINDS, unknown>>;

/** Source: the meta-schema of data contracts of dashpay/platform. */
const MAX_TYPE_NAME_LENGTH = 64;

/** 32 bytes in base58. */
const MAX_IDENTIFIER_LENGTH = 44;

type Members = Readonly<Record<string, unknown>>;
type Operation = (input?: unknown) => Promise<unknown>;

/** Returns the same operations; those that make transitions notify a listener of how they ended. */
export function observingCalls<Operations extends ObservableCalls>(
  operations: Operations,
  listener: TransitionListener,
): Operations {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is a method of a platform
  const byName = operations as Readonly<Record<string, Operation | undefined>>;
  const observed = Object.entries(KINDS).flatMap(([name, kind]) => {
    const operation = byName[name];
    return operation === undefined ? [] : [[name, observing(operation, kind, listener)] as const];
  });
  return { ...operations, ...Object.fromEntries(observed) };
}

/** Returns the same operations; the blocks of those that make transitions know what they are about. */
export function followedCalls<Operations extends ObservableCalls>(operations: Operations): Operations {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is a method of a platform
  const byName = operations as Readonly<Record<string, Operation | undefined>>;
  const followed = Object.entries(KINDS).flatMap(([name, kind]) => {
    const operation = byName[name];
    if (operation === undefined) return [];
    const run: Operation = async (input) =>
      runCall({ subject: subjectOfCall(kind, input) }, async () => operation(input));
    return [[name, run] as const];
  });
  return { ...operations, ...Object.fromEntries(followed) };
}

/** The identifiers of an unsigned call are members of its input. */
function subjectOfCall(kind: string, input: unknown): CallSubject {
  const members = membersOf(input);
  const summary = summaryOfCall(kind, members, {});
  // A contract may be given as text, which nobody looks into later.
  const texts = Object.values(members).filter(isShortText);
  return new CallSubject(() => ({ summary, named: identifiersIn(texts) }), undefined, 0);
}

const identifiersIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.filter((text) => identifierBytes(text) !== undefined));

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_IDENTIFIER_LENGTH;

const observing =
  (operation: Operation, kind: string, listener: TransitionListener): Operation =>
  async (input) => {
    try {
      const result = await operation(input);
      listener(callEvent(kind, input, { ...receiptOf(result), result }));
      return result;
    } catch (error) {
      const rejection = rejectionOf(error);
      const fee = feeOfRejection(error);
      if (rejection !== undefined)
        listener(callEvent(kind, input, { rejection, ...(fee !== undefined && { fee }) }));
      throw error;
    }
  };

function callEvent(
  kind: string,
  input: unknown,
  outcome: Pick<TransitionEvent, 'block' | 'fee' | 'rejection' | 'result'>,
): TransitionEvent {
  return {
    ...outcome,
    summary: summaryOfCall(kind, membersOf(input), membersOf(outcome.result)),
    input,
    content: () => input,
    named: () => identifiersIn(Object.values(membersOf(input)).filter(isShortText)),
  };
}

function summaryOfCall(kind: string, input: Members, result: Members): TransitionSummary {
  const { by, documentType, tokenId, position = 0 } = input;
  const contractId = textOf(input['contractId']) ?? textOf(result['contractId']);
  const id = contractId === undefined ? undefined : identifierBytes(contractId);
  const signerId = textOf(by);
  return {
    kind,
    ...(id !== undefined && contractOf(id)),
    ...(isTypeName(documentType) && { documentType }),
    ...(kind.startsWith('token') && tokenId === undefined && { tokenPosition: Number(position) }),
    ...(signerId !== undefined && { signerId }),
  };
}

/** Accepts names that a document type may have: a rejected call may give any text. */
const isTypeName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TYPE_NAME_LENGTH;

function receiptOf(result: unknown): Pick<TransitionEvent, 'block' | 'fee'> {
  const { block, fee } = membersOf(result);
  return { ...(isBlock(block) && { block }), ...(typeof fee === 'bigint' && { fee }) };
}

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && 'height' in value && typeof value.height === 'bigint';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
