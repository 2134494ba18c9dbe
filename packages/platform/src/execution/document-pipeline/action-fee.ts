import type { ActionFeesDescription, TokenCostAction } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { takeCredits } from '../../state/identity/credits.js';
import { addToPot } from '../../state/moderation/fee-pots.js';
import type { ActionFeeAgreement } from '../document-transition/document-request.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/** Describes what an action costs its signer, in credits. */
export interface ActionFee {
  readonly owner: bigint;
  readonly moderators: bigint;
}

/** Fee multiplier of every epoch of the local platform, in thousandths. */
const MULTIPLIER = 1000n;
const PERMILLE = 1000n;
const PERCENT = 100n;
const MAX_CREDITS = 2n ** 63n - 1n;

const FREE: ActionFee = { owner: 0n, moderators: 0n };

/**
 * Returns what an action costs, where its signer agrees to it.
 *
 * Source: `action-fees.md` of the keywords of contracts in the book of dashpay/platform.
 * @throws {ConsensusError} 40132, 40133, 40134 or 40139
 */
export function agreedFee(
  scope: DocumentScope,
  action: TokenCostAction,
  agreement: ActionFeeAgreement | undefined,
): ActionFee {
  const fees = scope.collection.type.actionFees;
  const declared = declaredFee(fees, action);
  if (fees === undefined || declared === undefined) return FREE;
  checkAgreed(scope, { action, declared, pricing: fees.pricing }, agreement);
  return chargedFee(fees, declared);
}

/** Returns what an action costs, whether its signer agrees or not. */
export function feeOf(scope: DocumentScope, action: TokenCostAction): ActionFee {
  const fees = scope.collection.type.actionFees;
  const declared = declaredFee(fees, action);
  return fees === undefined || declared === undefined ? FREE : chargedFee(fees, declared);
}

/** Returns the parts of a fee that an identity pays. The owner of a contract does not pay the own part. */
export const partsOf = (
  { contract }: DocumentScope,
  { owner, moderators }: ActionFee,
  payerId: Uint8Array,
): ActionFee => ({
  owner: compareBytes(payerId, contract.ownerId) === 0 ? 0n : owner,
  moderators,
});

/** Takes a fee from who pays it, and puts its parts into the pots of the contract. @throws {ConsensusError} 40210 */
export async function payActionFee(scope: DocumentScope, fee: ActionFee, payerId: Uint8Array): Promise<void> {
  const { contract, context } = scope;
  const { view } = context;
  const { owner, moderators } = partsOf(scope, fee, payerId);
  if (owner + moderators === 0n) return;
  await takeCredits(view, payerId, owner + moderators);
  await addToPot(view, contract.id, 'owner', owner);
  await addToPot(view, contract.id, 'moderators', moderators);
}

function declaredFee(
  fees: ActionFeesDescription | undefined,
  action: TokenCostAction,
): ActionFee | undefined {
  const fee = fees?.actions[action];
  return fee && { owner: BigInt(fee.owner), moderators: BigInt(fee.moderators) };
}

function chargedFee({ pricing }: ActionFeesDescription, { owner, moderators }: ActionFee): ActionFee {
  const charged = (credits: bigint): bigint => {
    const scaled = pricing === 'fixed' ? credits : (credits * MULTIPLIER) / PERMILLE;
    return scaled < MAX_CREDITS ? scaled : MAX_CREDITS;
  };
  return { owner: charged(owner), moderators: charged(moderators) };
}

interface DeclaredFee {
  readonly action: TokenCostAction;
  readonly declared: ActionFee;
  readonly pricing: ActionFeesDescription['pricing'];
}

function checkAgreed(
  scope: DocumentScope,
  { action, declared, pricing }: DeclaredFee,
  agreement: ActionFeeAgreement | undefined,
): void {
  const { name } = scope.collection.type;
  const { owner, moderators } = declared;
  const what = `the action "${action}" with a document of type "${name}" costs ${owner} credits for the owner of the contract and ${moderators} for its moderators, ${pricing === 'fixed' ? 'as they are' : 'times the fee multiplier'}`;
  const fields = { documentTypeName: name, action, owner, moderators };
  if (agreement === undefined)
    throw new ConsensusError('DocumentActionFeeAgreementNotSetError', {
      fields,
      summary: what,
      fix: 'agree to the fee with "actionFeeAgreement"',
    });
  const { feeMultiplier } = agreement;
  const isSamePricing = (pricing === 'feeMultiplier') === (feeMultiplier !== undefined);
  const isSameOwner = agreement.owner === owner && isSamePricing;
  if (isSameOwner && agreement.moderators < moderators && isElected(scope))
    throw new ConsensusError('DocumentActionFeeModeratorsShareMismatchError', {
      fields: { documentTypeName: name, action, moderators: agreement.moderators },
      summary: `no team of moderators is elected that takes ${agreement.moderators} credits: ${what}`,
      fix: 'agree to the amount of the contract',
    });
  if (!isSameOwner || agreement.moderators !== moderators)
    throw new ConsensusError('DocumentActionFeeAgreementMismatchError', {
      fields,
      summary: `another fee is agreed: ${what}`,
      fix: 'read the contract again, and agree to its amounts and pricing',
    });
  if (feeMultiplier === undefined) return;
  const { knownPermille, increaseTolerancePercent } = feeMultiplier;
  const most = (knownPermille * (PERCENT + increaseTolerancePercent)) / PERCENT;
  if (MULTIPLIER > most)
    throw new ConsensusError('DocumentActionFeeMultiplierNotToleratedError', {
      fields: {
        documentTypeName: name,
        action,
        knownPermille,
        increaseTolerancePercent,
        currentPermille: MULTIPLIER,
      },
      summary: `the fee multiplier is ${MULTIPLIER} permille, and at most ${most} are agreed`,
      fix: 'agree to the multiplier of the epoch',
    });
}

const isElected = ({ contract, collection }: DocumentScope): boolean =>
  contract.description.moderation?.electedTypes.includes(collection.type.name) === true;
