import { overflow } from '../../base/errors/document-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { checkContestEpoch } from '../../state/contest/check-contest-payment.js';
import type { Collection } from '../../state/document/collection.js';
import { documentToJson, type DocumentJson } from '../../state/document/json-form.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { DOCUMENT_KEYS } from '../../state/identity/signing-key.js';
import { NonceUnusedError } from '../transition/nonce-unused-error.js';
import { MAX_REQUIRED_BALANCE } from '../transition/run-transition.js';
import type { TransitionResult, Transition, TransitionContext } from '../transition/transition.js';
import { protocolOf } from '../../state/chain/protocol.js';
import { runTrigger, findTrigger } from '../data-trigger/run-trigger.js';
import type { DocumentHint } from '../document-transition/sent-data.js';
import { checkReferences } from '../document-transition/check-document-change.js';
import { findContestEntry, type ContestEntry } from '../document-transition/enter-contest.js';
import type { DocumentTransition, Proposal } from '../document-transition/document-transition.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import type { DocumentRequest } from '../document-transition/document-request.js';
import { findConsumed, judgeChange } from '../document-transition/judge-write.js';
import { storeChange } from '../document-transition/store-change.js';
import { resolveScope, type DocumentScope } from '../document-transition/document-context.js';
import type { TokenCostAction } from '@dapikit/contract';
import { agreedFee, feeOf, partsOf, payActionFee, type ActionFee } from './action-fee.js';
import { checkBars } from './check-bars.js';
import { findSponsor, type GasSponsor } from './gas-sponsor.js';
import { checkSecurityLevel } from './security-level.js';
import { applyTokenEffects, checkAgreement, findTokenCharge, planTokenEffects } from './token-cost.js';
import type { TokenCharge } from '../../state/token/token-payment.js';
import { recordTrade, findTradeRecord } from './trade-record.js';
import { checkSentSize, estimateSentSize } from '../transition/sent-size.js';

/** Describes the result of a transition that leaves a document. */
export interface WriteResult {
  /** As it is now. */
  readonly document: DocumentJson;
  /** Where it contends for its values instead of being stored. */
  readonly contest?: ContestEntry;
  /** Hints about data that the network or the official SDK rejects; absent if there are none. */
  readonly hints?: readonly DocumentHint[];
}

/** Errors of the state have numbers from here on. */
const FIRST_STATE_ERROR = 40_000;

/** Credits that a signer must have for any transition on documents; they are not charged. */
const MIN_BALANCE = 100_000n;

type Sending = Pick<DocumentRequest, 'sentBytes'> & {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly prefunded?: unknown;
};

/** Returns an action as a transition. */
export const documentTransition = <Request extends DocumentRequest & Sending>(
  action: DocumentTransition<Request>,
  request: Request,
): Transition<WriteResult> => toTransition(action, request, writeResult);

/** Returns an action without a result as a transition: one that leaves no document, or whose result nobody reads. */
export const silentTransition = <Request extends DocumentRequest & Sending>(
  action: DocumentTransition<Request>,
  request: Request,
): Transition<object> => toTransition(action, request, () => ({}));

type ResultOf<Result> = (scope: DocumentScope, proposal: Proposal) => Promise<Result> | Result;

/** Returns the steps of an action in the order of the network. */
const toTransition = <Request extends DocumentRequest & Sending, Result>(
  action: DocumentTransition<Request>,
  request: Request,
  resultOf: ResultOf<Result>,
): Transition<Result> => ({
  signed: request.signed,
  nonceOwner: { contractId: request.contractId, isBatch: true },
  keyRequirement: DOCUMENT_KEYS,
  checkFirst: async ({ view, block, contracts, rules }) => {
    const contract = await contracts.findContract(view, request.contractId);
    checkFirst(request, contract?.collection(request.documentType), { block, rules });
  },
  requiredBalance: (context) => requiredBalance(context, action, request),
  checkContent: async (context) => {
    await prepare(context, action, request);
  },
  baseFee: BASE_FEES.identity,
  execute: (context) => execute(context, action, request, resultOf),
});

/** Returns the balance that a signer must have. @throws {ConsensusError} 10700 when that is no number of 64 bits. */
function addMinBalance(stake: bigint): bigint {
  const required = stake + MIN_BALANCE;
  if (required > MAX_REQUIRED_BALANCE)
    throw new ConsensusError('OverflowError', overflow(`the sum of ${stake} credits and the least fee`));
  return required;
}

/** Rejects a transition that is too large or too early. @throws {ConsensusError} 10602 or 10418, unpaid. */
function checkFirst(
  { data, sentBytes, prefunded }: Sending,
  collection: Collection | undefined,
  { block, rules }: Pick<TransitionContext, 'block' | 'rules'>,
): void {
  if (sentBytes !== undefined) checkSentSize(sentBytes);
  else if (data !== undefined) checkSentSize(estimateSentSize(data, collection?.type.properties ?? []));
  if (rules.quirks.delaysContests === true && prefunded !== undefined) checkContestEpoch(block.epoch);
}

/** Returns the balance that the signer must have, after the earlier checks. */
async function requiredBalance<Request extends DocumentRequest & Sending>(
  context: TransitionContext,
  { name, additionalBalance }: DocumentTransition<Request>,
  request: Request,
): Promise<bigint> {
  const scope = await findScope(context, request);
  checkFirst(request, scope?.collection, context);
  if (scope === undefined) return addMinBalance(0n);
  const stake = additionalBalance === undefined ? 0n : await additionalBalance(scope, request);
  if (isSponsored(scope, name, request)) return stake;
  const { owner, moderators } = partsOf(scope, feeOf(scope, name), scope.signerId);
  return addMinBalance(stake + owner + moderators);
}

/** Returns whether the owner of the contract may pay the fees; what is not allowed is rejected later, as a paid error. */
function isSponsored(
  scope: DocumentScope,
  action: TokenCostAction,
  { agreement }: Pick<DocumentRequest, 'agreement'>,
): boolean {
  const offered = findTokenCharge(scope, action, agreement)?.cost.gasFeesPaidBy ?? 0;
  return scope.protocol.constraints && offered !== 0 && (agreement?.gasFeesPaidBy ?? 0) !== 0;
}

/** Scopes of transitions by their request, with the check or execution that each was found for. */
const SCOPES = new WeakMap<
  DocumentRequest,
  { readonly context: TransitionContext; readonly scope: DocumentScope }
>();

/** Finds contract and document type of a transition once for each check and execution. @throws {ConsensusError} 10400 or 10406 */
async function scopeOf(context: TransitionContext, request: DocumentRequest): Promise<DocumentScope> {
  const known = SCOPES.get(request);
  if (known?.context === context) return known.scope;
  const scope = await resolveScope(context, request);
  SCOPES.set(request, { context, scope });
  return scope;
}

/** Finds the contract and the type of a transition; a missing one is reported later, as a paid error. */
async function findScope(
  context: TransitionContext,
  request: DocumentRequest,
): Promise<DocumentScope | undefined> {
  try {
    return await scopeOf(context, request);
  } catch (error) {
    if (error instanceof ConsensusError) return undefined;
    throw error;
  }
}

async function execute<Request extends DocumentRequest, Result>(
  context: TransitionContext,
  action: DocumentTransition<Request>,
  request: Request,
  resultOf: ResultOf<Result>,
): Promise<TransitionResult<Result>> {
  const { trace } = context;
  trace?.begin('contract and document');
  const { scope, charge, sponsor, fee, proposed } = await prepareUnbarred(context, action, request);
  trace?.begin('moderation');
  await checkBars(scope, action.name, proposed);
  if (charge !== undefined) trace?.begin('token payment');
  const effects = charge === undefined ? [] : await planTokenEffects(scope, charge);
  trace?.begin('stored documents');
  const proposal = await action.admit(scope, request, proposed);
  if (proposal.deferred !== undefined) throw proposal.deferred;
  if (action.name !== 'create' && action.name !== 'replace') await judgeChange(scope, action.name, proposal);
  checkReferences(scope, proposal);
  const trigger = findTrigger(scope, action.name);
  if (trigger !== undefined) trace?.begin('data trigger');
  if (trigger !== undefined) await runTrigger(trigger, scope, proposal);
  if (effects.length > 0) trace?.begin('token payment');
  if (effects.length > 0) await applyTokenEffects(scope, effects);
  trace?.begin('document');
  if (action.settle !== undefined) await action.settle(scope, request, proposal);
  const refund = await storeChange(scope, proposal);
  const consumed = await removeConsumed(scope, proposal);
  const record = findTradeRecord(scope, action.name);
  if (record !== undefined) await recordTrade(scope, record, proposal);
  const { before } = proposal;
  return {
    result: await resultOf(scope, proposal),
    ...paymentOf(scope, fee, sponsor),
    refunds: [
      ...(before === undefined ? [] : [{ identityId: before.ownerId, credits: refund }]),
      ...consumed,
    ],
  };
}

/** Returns what is paid beside the fee of the network, and who may pay for the signer. */
function paymentOf(
  scope: DocumentScope,
  fee: ActionFee,
  sponsor: GasSponsor | undefined,
): Pick<TransitionResult<unknown>, 'sponsor' | 'settle'> {
  const settle = async (payerId: Uint8Array) => payActionFee(scope, fee, payerId);
  const isFree = fee.owner + fee.moderators === 0n;
  if (sponsor === undefined) return isFree ? {} : { settle };
  const { owner, moderators } = partsOf(scope, fee, sponsor.identityId);
  return { sponsor: { ...sponsor, owes: owner + moderators }, settle };
}

/** Prepares a transition. What the state rejects comes behind the bars of moderators. @throws {ConsensusError} */
async function prepareUnbarred<Request extends DocumentRequest>(
  context: TransitionContext,
  action: DocumentTransition<Request>,
  request: Request,
): Promise<Prepared> {
  try {
    return await prepare(context, action, request);
  } catch (error) {
    if (error instanceof ConsensusError && error.code >= FIRST_STATE_ERROR)
      await checkBars(await scopeOf(context, request), action.name, {});
    throw error;
  }
}

/** Computes the effect of a transition from its contract, the type and the stored document. @throws {ConsensusError} */
async function prepare<Request extends DocumentRequest>(
  context: TransitionContext,
  action: DocumentTransition<Request>,
  request: Request,
): Promise<Prepared> {
  const { scope, found } = await resolve(context, action, request);
  const charge = findTokenCharge(scope, action.name, request.agreement);
  checkAgreement(charge, request.agreement);
  const sponsor = findSponsor(scope, charge, request.agreement);
  const fee = agreedFee(scope, action.name, request.feeAgreement);
  checkSecurityLevel(scope);
  return { scope, charge, sponsor, fee, proposed: await action.propose(scope, request, found) };
}

interface Prepared {
  readonly scope: DocumentScope;
  readonly charge: TokenCharge | undefined;
  readonly sponsor: GasSponsor | undefined;
  readonly fee: ActionFee;
  readonly proposed: Proposal;
}

/** Finds contract, type and document. Until protocol 11 a rejection there leaves the nonce as it was, but for one. */
async function resolve<Request extends DocumentRequest>(
  context: TransitionContext,
  { name, find }: DocumentTransition<Request>,
  request: Request,
) {
  try {
    const scope = await scopeOf(context, request);
    return { scope, found: find && (await find(scope, request)) };
  } catch (error) {
    const { unresolvedFee } = protocolOf(context.rules.protocolVersion);
    if (unresolvedFee === undefined || !(error instanceof ConsensusError)) throw error;
    const isMissingReplaced = name === 'replace' && error.name === 'DocumentNotFoundError';
    throw isMissingReplaced ? error : new NonceUnusedError(error, unresolvedFee);
  }
}

/** Removes the documents that a create consumes, and returns what their owners get back. */
async function removeConsumed(
  scope: DocumentScope,
  { consumed = [] }: Proposal,
): Promise<TransitionResult<unknown>['refunds'] & object> {
  const refunds: { identityId: Uint8Array; credits: bigint }[] = [];
  for (const { documentType, document } of await findConsumed(scope, consumed)) {
    const collection = scope.contract.collection(documentType);
    if (collection === undefined) continue;
    const removal = { documentId: document.id, before: document };
    refunds.push({
      identityId: document.ownerId,
      credits: await storeChange({ ...scope, collection }, removal),
    });
  }
  return refunds;
}

async function writeResult(
  scope: DocumentScope,
  { after, contest, hints = [] }: Proposal,
): Promise<WriteResult> {
  if (after === undefined) throw new RangeError('the action leaves no document');
  const { context, contract, collection } = scope;
  const document = documentToJson(collection.type, identifierText(contract.id), after);
  const entry = contest && (await findContestEntry(context.view, scope, after, contest));
  return {
    document,
    ...(entry === undefined ? {} : { contest: entry }),
    ...(hints.length === 0 ? {} : { hints }),
  };
}
