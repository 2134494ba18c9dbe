import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import { PlatformError } from '../consensus-error.js';
import type { StoreView, WritableView } from '../store/store.js';
import { BadInput } from '../input/bad-input.js';
import { balanceKey, ISSUED_CREDITS_KEY, PROCESSING_POOL_KEY } from './identity-entry-keys.js';

/** The most credits that there can be. Source: `MAX_CREDITS` in `packages/rs-dpp/src/balances/credits.rs` of dashpay/platform. */
const MOST_CREDITS = 2n ** 63n - 1n;

/** The least that can be transferred. Source: `structure` of `identity_credit_transfer` in dashpay/platform. */
const LEAST_TRANSFER = 100_000n;

const AMOUNT_BYTES = 8;

/** The credits of an identity, or nothing when there is no such identity. */
export async function creditsOf(view: StoreView, identityId: string): Promise<bigint | undefined> {
  const bytes = await view.get(balanceKey(identityId));
  return bytes === undefined ? undefined : integerOf(bytes, false);
}

/** What fees and polls have paid to those who process blocks. */
export async function processingPool(view: StoreView): Promise<bigint> {
  const bytes = await view.get(PROCESSING_POOL_KEY);
  return bytes === undefined ? 0n : integerOf(bytes, false);
}

/**
 * Counts credits that come from outside. Where all that there ever were fit 63 bits, nothing that happens to them leaves these.
 * On the network they come from layer 1, which has less.
 *
 * @throws {BadInput} when they would be more than there can be.
 */
export async function issueCredits(view: WritableView, credits: bigint): Promise<void> {
  const bytes = await view.get(ISSUED_CREDITS_KEY);
  const issued = bytes === undefined ? 0n : integerOf(bytes, false);
  if (issued + credits > MOST_CREDITS)
    throw new BadInput('credits', {
      expected: `at most ${MOST_CREDITS - issued} credits: with all others 2^63 - 1`,
      found: credits,
      advice: 'give out less',
    });
  put(view, ISSUED_CREDITS_KEY, issued + credits);
}

/** Sets what a new identity begins with. @throws {RangeError} when that is no amount. */
export function openBalance(view: WritableView, identityId: string, credits: bigint): void {
  put(view, balanceKey(identityId), checkedAmount(credits));
}

/** Puts credits into an identity. @throws {PlatformError} 20000 when there is none. */
export async function addCredits(view: WritableView, identityId: string, credits: bigint): Promise<void> {
  const balance = await existing(view, identityId);
  put(view, balanceKey(identityId), balance + checkedAmount(credits));
}

/** Takes credits out of an identity. @throws {PlatformError} 20000 when there is none, 40210 when it has too few. */
export async function takeCredits(view: WritableView, identityId: string, credits: bigint): Promise<void> {
  const balance = await existing(view, identityId);
  const required = checkedAmount(credits);
  if (balance < required)
    throw new PlatformError('IdentityInsufficientBalanceError', { identityId, balance, required });
  put(view, balanceKey(identityId), balance - required);
}

/** Puts credits into the pool of those who process blocks. */
export async function payProcessing(view: WritableView, credits: bigint): Promise<void> {
  put(view, PROCESSING_POOL_KEY, (await processingPool(view)) + checkedAmount(credits));
}

/**
 * Takes a fee out of an identity.
 *
 * Source: `validate_fees_of_event` in `packages/rs-drive-abci` of dashpay/platform: the refusal is about the fee and what the
 * operation itself takes.
 * @param had what it had before the operation; what it has now when absent.
 * @throws {PlatformError} 20000 when there is none, 40210 when it has too few.
 */
export async function chargeFee(
  view: WritableView,
  identityId: string,
  fee: bigint,
  had?: bigint,
): Promise<void> {
  const balance = await existing(view, identityId);
  const before = had ?? balance;
  if (balance < checkedAmount(fee))
    throw new PlatformError('IdentityInsufficientBalanceError', {
      identityId,
      balance: before,
      required: before - balance + fee,
    });
  put(view, balanceKey(identityId), balance - fee);
  await payProcessing(view, fee);
}

/**
 * Gives back what storage had cost, out of what fees have paid; nobody gets it where there is no such identity. No more is
 * given than fees have paid.
 */
export async function refundFee(view: WritableView, identityId: string, fee: bigint): Promise<void> {
  const balance = await creditsOf(view, identityId);
  if (balance === undefined) return;
  const pool = await processingPool(view);
  const credits = fee < pool ? fee : pool;
  put(view, PROCESSING_POOL_KEY, pool - credits);
  put(view, balanceKey(identityId), balance + credits);
}

/** Who gives how much to whom. */
export interface CreditTransfer {
  readonly senderId: string;
  readonly recipientId: string;
  readonly credits: bigint;
}

/**
 * Refuses a transfer that cannot be one.
 *
 * Source: `structure` of `identity_credit_transfer` in `packages/rs-drive-abci` of dashpay/platform; the checks are in its order.
 * @throws {PlatformError} 10528 to oneself, 10524 below 100,000 credits.
 */
export function checkTransfer({ senderId, recipientId, credits }: CreditTransfer): void {
  if (senderId === recipientId)
    throw new PlatformError('IdentityCreditTransferToSelfError', { identityId: senderId });
  if (credits < LEAST_TRANSFER)
    throw new PlatformError('InvalidIdentityCreditTransferAmountError', {
      amount: credits,
      least: LEAST_TRANSFER,
    });
}

/**
 * Moves credits from one identity to another.
 *
 * @throws {PlatformError} 10528, 10524, 20000 for an unknown sender, 40210 for too few, 20000 for an unknown recipient.
 */
export async function transferCredits(view: WritableView, transfer: CreditTransfer): Promise<void> {
  const { senderId, recipientId, credits } = transfer;
  checkTransfer(transfer);
  await takeCredits(view, senderId, credits);
  await addCredits(view, recipientId, credits);
}

async function existing(view: StoreView, identityId: string): Promise<bigint> {
  const balance = await creditsOf(view, identityId);
  if (balance === undefined) throw new PlatformError('IdentityNotFoundError', { identityId });
  return balance;
}

function checkedAmount(credits: bigint): bigint {
  if (credits >= 0n && credits <= MOST_CREDITS) return credits;
  throw new RangeError(`expected from 0 to ${MOST_CREDITS} credits, found ${credits}`);
}

function put(view: WritableView, key: Uint8Array, credits: bigint): void {
  view.put(key, integerBytes(checkedAmount(credits), AMOUNT_BYTES));
}
