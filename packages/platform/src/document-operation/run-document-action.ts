import { bytesOf } from '../bytes/identifier-order.js';
import { PlatformError } from '../consensus-error.js';
import { checkContestEpoch } from '../contest/contest-payment.js';
import { encodeDocument } from '../document/binary-form.js';
import type { Collection } from '../document/collection.js';
import { storeDocument } from '../document/document-store.js';
import { documentToJson, type DocumentJson } from '../document/json-form.js';
import { identifierText } from '../bytes/identifier.js';
import { DOCUMENT_KEYS } from '../identity/signing-key.js';
import { KeepsNonce } from '../operation/keeps-nonce.js';
import type { Executed, Operation, OperationContext } from '../operation/operation.js';
import { protocolOf } from '../protocol.js';
import { runTriggers } from '../data-trigger/run-triggers.js';
import { contestEntry, type ContestEntry } from './contend.js';
import type { DocumentAction, Proposal } from './document-action.js';
import { contenderFee, documentFee, REFUSAL_FEE, sumOfFees, type DocumentFee } from './document-fee.js';
import type { DocumentRequest } from './document-request.js';
import { documentWork, type DocumentWork } from './document-work.js';
import { checkSecurityLevel } from './security-level.js';
import { changeStorageClaim } from './storage-claim.js';
import { storageRefund } from './storage-refund.js';
import { applyTokenEffects, checkAgreement, tokenCharge, tokenEffects } from './token-cost.js';
import { recordTrade } from './trade-record.js';
import { checkTransitionSize } from './transition-size.js';

/** What a write gives that leaves a document. */
export interface Written {
  /** As it is now. */
  readonly document: DocumentJson;
  /** Where it contends for its values instead of being stored. */
  readonly contest?: ContestEntry;
}

/** Credits that a signer must have for any operation on documents; they are not charged. */
const LEAST_BALANCE = 100_000n;

type Sending = { readonly data?: Readonly<Record<string, unknown>>; readonly prefunded?: unknown };

/** An action as an operation. */
export const documentOperation = <Request extends DocumentRequest & Sending>(
  action: DocumentAction<Request>,
  request: Request,
): Operation<Written> => operationOf(action, request, writtenOf);

/** An action that leaves no document as an operation. */
export const removalOperation = <Request extends DocumentRequest & Sending>(
  action: DocumentAction<Request>,
  request: Request,
): Operation<object> => operationOf(action, request, () => ({}));

type ResultOf<Result> = (work: DocumentWork, proposal: Proposal) => Promise<Result> | Result;

/** The steps of an action in the order of the network. */
const operationOf = <Request extends DocumentRequest & Sending, Result>(
  action: DocumentAction<Request>,
  request: Request,
  resultOf: ResultOf<Result>,
): Operation<Result> => ({
  signed: request.signed,
  nonceOf: { contractId: request.contractId, isBatch: true },
  keyDemand: DOCUMENT_KEYS,
  checkFirst: async ({ view, block, contracts, terms }) => {
    const contract = await contracts.contractOf(view, request.contractId);
    checkFirst(request, contract?.collection(request.documentType), { block, terms });
  },
  requiredBalance: async (context) => withLeast(await stakeOf(context, action, request)),
  refusalFee: REFUSAL_FEE,
  execute: async (context) => execute(context, action, request, resultOf),
});

const MOST_REQUIRED = 2n ** 64n - 1n;

/** What the signer must have for a stake. @throws {PlatformError} 10700 when that is no number of 64 bits. */
function withLeast(stake: bigint): bigint {
  const required = stake + LEAST_BALANCE;
  if (required > MOST_REQUIRED) throw new PlatformError('OverflowError', { amount: stake });
  return required;
}

/** Refuses what is too large or too early. @throws {PlatformError} 10602 or 10418, unpaid. */
function checkFirst(
  { data, prefunded }: Sending,
  collection: Collection | undefined,
  { block, terms }: Pick<OperationContext, 'block' | 'terms'>,
): void {
  if (data !== undefined) checkTransitionSize(data, collection?.type.properties ?? []);
  if (terms.quirks.delaysContests === true && prefunded !== undefined) checkContestEpoch(block.epoch);
}

/** Tells what the signer must have at hand, after what comes first. */
async function stakeOf<Request extends DocumentRequest & Sending>(
  context: OperationContext,
  { stake }: DocumentAction<Request>,
  request: Request,
): Promise<bigint> {
  const work = await unlessRefused(workOf(context, request));
  checkFirst(request, work?.collection, context);
  return work === undefined ? 0n : ((await stake?.(work, request)) ?? 0n);
}

/** What was worked out for a context; nothing changes contracts while it lasts. */
const WORKS = new WeakMap<OperationContext, DocumentWork>();

async function workOf(context: OperationContext, request: DocumentRequest): Promise<DocumentWork> {
  const work = WORKS.get(context) ?? (await documentWork(context, request));
  WORKS.set(context, work);
  return work;
}

/** The contract is missed later, when that is paid. */
async function unlessRefused(work: Promise<DocumentWork>): Promise<DocumentWork | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

async function execute<Request extends DocumentRequest, Result>(
  context: OperationContext,
  action: DocumentAction<Request>,
  request: Request,
  resultOf: ResultOf<Result>,
): Promise<Executed<Result>> {
  const { work, found } = await resolve(context, action, request);
  const charge = tokenCharge(work, action.name);
  checkAgreement(charge, request.agreement);
  checkSecurityLevel(work);
  const proposed = await action.propose(work, request, found);
  const effects = await tokenEffects(work, charge);
  const proposal = await action.admit(work, request, proposed);
  await runTriggers(work, action.name, proposal);
  await applyTokenEffects(work, effects);
  await action.settle?.(work, request, proposal);
  const { fee: stored, refund } = await store(work, proposal);
  const recorded = await recordTrade(work, action.name, proposal);
  const fee = recorded === undefined ? stored : sumOfFees(stored, recorded);
  const { before } = proposal;
  return {
    result: await resultOf(work, proposal),
    storageFee: fee.storageFee,
    processingFee: fee.processingFee,
    refunds: before === undefined ? [] : [{ identityId: identifierText(before.ownerId), credits: refund }],
  };
}

/** Finds contract, type and document. Until protocol 11 a refusal there leaves the nonce as it was, but for one. */
async function resolve<Request extends DocumentRequest>(
  context: OperationContext,
  { name, find }: DocumentAction<Request>,
  request: Request,
) {
  try {
    const work = await workOf(context, request);
    return { work, found: await find?.(work, request) };
  } catch (error) {
    const { unresolvedFee } = protocolOf(context.terms.protocolVersion);
    if (unresolvedFee === undefined || !(error instanceof PlatformError)) throw error;
    const isMissingReplaced = name === 'replace' && error.name === 'DocumentNotFoundError';
    throw isMissingReplaced ? error : new KeepsNonce(error, unresolvedFee);
  }
}

async function store(
  { context: { view, block }, collection }: DocumentWork,
  { documentId, before, after, contest }: Proposal,
): Promise<{ readonly fee: DocumentFee; readonly refund: bigint }> {
  const { type } = collection;
  if (contest !== undefined && after !== undefined)
    return { fee: contenderFee(encodeDocument(type, after).length), refund: 0n };
  const change = await storeDocument(view, collection, { before, after }, block.time);
  const freed = await changeStorageClaim(view, collection, documentId, change, block.epoch);
  return {
    fee: documentFee(change, type.documentsKeepHistory ? 1 : 0),
    refund: storageRefund(freed, block.epoch),
  };
}

async function writtenOf(work: DocumentWork, { after, contest }: Proposal): Promise<Written> {
  if (after === undefined) throw new RangeError('expected an action that leaves a document, found another');
  const { context, contract, collection } = work;
  const document = documentToJson(collection.type, bytesOf(contract.id), after);
  const entry = contest && (await contestEntry(context.view, work, after, contest));
  return { document, ...(entry === undefined ? {} : { contest: entry }) };
}
