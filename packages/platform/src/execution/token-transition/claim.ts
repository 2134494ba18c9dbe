import { describeUntil } from '@dapikit/contract';
import type { TokenPerpetualDistribution } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { listEpochStarts } from '../../state/chain/epoch-store.js';
import { officialMoment } from '../../base/errors/token-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import {
  claimedAmount,
  claimedIntervals,
  momentBytes,
  momentFrom,
  unitOf,
  type ClaimedIntervals,
  type ShareOf,
} from '../../state/token/perpetual-distribution.js';
import {
  findPerpetualClaim,
  findTimedClaim,
  putPerpetualClaim,
  putTimedClaim,
} from '../../state/token/token-claims.js';
import { mintTokens, requireToken } from '../../state/token/token-store.js';
import { checkMaxSupply } from './mint.js';
import type { ClaimEvent, PlannedEvent } from './planned-event.js';
import type { ClaimAction } from './token-request.js';
import type { TokenScope } from './token-scope.js';

type Perpetual = TokenPerpetualDistribution;

/** Describes the tokens that a claim pays. */
interface Payment {
  readonly amount: bigint;
  readonly distribution: ClaimEvent['distribution'];
  /** Stores what was claimed. */
  readonly mark: () => void;
}

/**
 * Plans to claim tokens of a distribution for the signer.
 *
 * Source: `token_claim_transition_action` in `packages/rs-drive` and `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 40715, 40717, 40716 or 40722. @throws {InputError} where the network fails without a number.
 */
export async function planClaim(
  scope: TokenScope,
  { distributionType, publicNote: note }: ClaimAction,
): Promise<PlannedEvent> {
  const { context, tokenId } = scope;
  const { view, signer } = context;
  const { amount, distribution, mark } = await PAYMENTS[distributionType](scope);
  return {
    event: { type: 'claim', distribution, amount, note },
    isRecorded: true,
    admit: () => checkMaxSupply(scope, amount),
    apply: async () => {
      await checkDistributions(scope);
      await mintTokens(view, { tokenId, identityId: signer.id, amount }, true);
      mark();
    },
  };
}

/** Rejects claims of a token that came with an update of its contract: the network fails there. @throws {InputError} */
async function checkDistributions({ context: { view }, tokenId }: TokenScope): Promise<void> {
  if ((await requireToken(view, tokenId)).hasDistributions) return;
  throw new InputError('tokenId', {
    problem: `token ${identifierText(tokenId)} came with an update of its contract: ${describeUntil('addsTokensEmpty')}, the network distributes nothing of it`,
    expected: 'a token that came with the registration of its contract',
    found: identifierText(tokenId),
    fix: 'register another contract with the token',
  });
}

const mismatch = (tokenId: Uint8Array, property: string): ConsensusError =>
  new ConsensusError('InvalidTokenClaimPropertyMismatch', { tokenId, property });

/** Returns the earliest distribution that is due and was not claimed. */
async function preProgrammedPayment({ context, configuration, tokenId }: TokenScope): Promise<Payment> {
  const { view, signer, block } = context;
  const programmed = configuration.distributionRules.preProgrammedDistribution;
  if (programmed === undefined) throw mismatch(tokenId, 'pre programmed distribution');
  const name = { tokenId, identityId: signer.id };
  const last = await findTimedClaim(view, 'preProgrammedClaims', name);
  const [due] = [...programmed.distributions]
    .filter(([time]) => time <= BigInt(block.time) && (last === undefined || time > last))
    .flatMap(([time, shares]) => {
      const share = shares.find(([id]) => compareBytes(id, signer.id) === 0);
      return share === undefined ? [] : [{ time, recipientId: share[0], amount: share[1] }];
    })
    .toSorted((a, b) => (a.time < b.time ? -1 : 1));
  if (due === undefined)
    throw new ConsensusError('InvalidTokenClaimNoCurrentRewards', {
      tokenId,
      recipientId: signer.id,
      currentMoment: officialMoment({ unit: 'time', value: BigInt(block.time) }),
      lastClaimedMoment: last === undefined ? undefined : officialMoment({ unit: 'time', value: last }),
    });
  const { time, recipientId, amount } = due;
  return {
    amount,
    distribution: { type: 'preProgrammed', recipientId },
    mark: () => {
      putTimedClaim(view, 'preProgrammedClaims', name, time);
    },
  };
}

async function perpetualPayment(scope: TokenScope): Promise<Payment> {
  const { context, contract, configuration, tokenId, signerId: recipientId } = scope;
  const { view, signer, block } = context;
  const perpetual = configuration.distributionRules.perpetualDistribution;
  if (perpetual === undefined) throw mismatch(tokenId, 'perpetual distribution');
  const { distributionType: distribution, distributionRecipient: recipient } = perpetual;
  checkClaimant(scope, recipient);
  const name = { tokenId, identityId: signer.id };
  const bytes = await findPerpetualClaim(view, name);
  const lastClaim = bytes && momentFrom(distribution, bytes);
  const span = { registered: contract.createdAt, lastClaim, block };
  const intervals = claimedIntervals(distribution, span, context.rules.quirks.wrapsEpochs === true);
  const shareOf =
    recipient.type === 'evonodesByParticipation'
      ? await evonodeShares(scope, perpetual, intervals)
      : undefined;
  const amount = claimedAmount(distribution, intervals, shareOf);
  const unit = unitOf(distribution);
  if (amount === 0n)
    throw new ConsensusError('InvalidTokenClaimNoCurrentRewards', {
      tokenId,
      recipientId: signer.id,
      currentMoment: officialMoment({ unit, value: intervals.present }),
      lastClaimedMoment: lastClaim === undefined ? undefined : officialMoment({ unit, value: lastClaim }),
    });
  const type = recipient.type === 'evonodesByParticipation' ? 'evonode' : recipient.type;
  return {
    amount,
    distribution: { type: 'perpetual', recipient: { type, recipientId } },
    mark: () => {
      putPerpetualClaim(view, name, momentBytes({ unit, value: intervals.until }));
    },
  };
}

/** @throws {ConsensusError} 40717 */
function checkClaimant(
  { context: { signer }, contract, tokenId }: TokenScope,
  recipient: Perpetual['distributionRecipient'],
): void {
  if (recipient.type === 'evonodesByParticipation') return;
  const expected = recipient.type === 'identity' ? recipient.identity : contract.ownerId;
  if (compareBytes(expected, signer.id) !== 0)
    throw new ConsensusError('InvalidTokenClaimWrongClaimant', {
      tokenId,
      claimantId: signer.id,
      expectedClaimantId: expected,
    });
}

/** Returns what each identity gets once. @throws {ConsensusError} 40715 or 40722 */
async function onceOnlyPayment({ context, contract, position, tokenId }: TokenScope): Promise<Payment> {
  const { view, signer, block } = context;
  const { amountPerIdentity: amount } = contract.tokenExtension(position);
  if (amount === undefined) throw mismatch(tokenId, 'once per identity distribution');
  const name = { tokenId, identityId: signer.id };
  const claimedAt = await findTimedClaim(view, 'onceOnlyClaims', name);
  if (claimedAt !== undefined) {
    const [token, identity] = [identifierText(tokenId), identifierText(signer.id)];
    throw new ConsensusError('TokenOncePerIdentityDistributionAlreadyClaimedError', {
      fields: { tokenId: token, identityId: identity, claimedAtMs: claimedAt },
      summary: `identity ${identity} claimed its part of token ${token} already, at ${claimedAt}`,
      fix: 'claim for another identity: each gets its part once',
    });
  }
  return {
    amount,
    distribution: { type: 'oncePerIdentity', recipientId: signer.id },
    mark: () => {
      putTimedClaim(view, 'onceOnlyClaims', name, BigInt(block.time));
    },
  };
}

const PAYMENTS: Readonly<Record<ClaimAction['distributionType'], (scope: TokenScope) => Promise<Payment>>> = {
  Perpetual: perpetualPayment,
  PreProgrammed: preProgrammedPayment,
  OncePerIdentity: onceOnlyPayment,
};

/** An evonode that is further behind cannot claim. Source: the limit of `get_finalized_epoch_infos` in dashpay/platform. */
const MAX_EPOCHS = 100;

/**
 * Returns the shares of an evonode in what a distribution gives in an epoch. The platform has no proposers: nobody takes part in its
 * blocks, and every share is 0.
 *
 * @throws {InputError} when the distribution does not count epochs: the network fails without a number there.
 */
async function evonodeShares(
  { context: { view, block } }: TokenScope,
  { distributionType }: Perpetual,
  { after }: ClaimedIntervals,
): Promise<ShareOf> {
  if (unitOf(distributionType) !== 'epoch')
    throw new InputError('the distribution', {
      problem: 'evonodes take part in epochs only',
      expected: 'epochBasedDistribution',
      found: distributionType.type,
    });
  const first = Number(after);
  const starts = await listEpochStarts(view, { start: first, limit: MAX_EPOCHS + 1, ascending: true });
  const blocks = new Map(
    starts.flatMap(({ epoch, firstHeight }, at): [bigint, bigint][] => {
      const next = starts[at + 1];
      const isOver = epoch < block.epoch && next !== undefined && at < MAX_EPOCHS;
      return isOver ? [[BigInt(epoch), next.firstHeight - firstHeight]] : [];
    }),
  );
  return (from, to) => {
    let denominator = 0n;
    for (let epoch = from; epoch <= to; epoch += 1n) denominator += blocks.get(epoch) ?? 0n;
    return denominator === 0n ? undefined : { numerator: 0n, denominator };
  };
}
