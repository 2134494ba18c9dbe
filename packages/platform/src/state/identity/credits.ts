import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { InputError } from '../../base/errors/input-error.js';
import {
  balanceKey,
  CONTROL_CREDITS_KEY,
  PROCESSING_POOL_KEY,
  TOTAL_CREDITS_KEY,
  WITHDRAWN_CREDITS_KEY,
} from './identity-entry-keys.js';

/** The most credits that there can be. Source: `MAX_CREDITS` in `packages/rs-dpp/src/balances/credits.rs` of dashpay/platform. */
const MAX_CREDITS = 2n ** 63n - 1n;

/** The least that can be transferred. Source: `structure` of `identity_credit_transfer` in dashpay/platform. */
const MIN_TRANSFER = 100_000n;

const AMOUNT_BYTES = 8;

/** Returns the credits of an identity, or nothing when there is no such identity. */
export async function findBalance(view: StoreView, identityId: Uint8Array): Promise<bigint | undefined> {
  const bytes = await view.get(balanceKey(identityId));
  return bytes === undefined ? undefined : readInteger(bytes, false);
}

/** Returns the credits that fees and polls have paid to those who process blocks. */
export const processingPool = async (view: StoreView): Promise<bigint> =>
  amountOf(await view.get(PROCESSING_POOL_KEY));

/** Returns all credits that there are: those of asset locks and of controls without those that were withdrawn. */
export const totalCredits = async (view: StoreView): Promise<bigint> =>
  amountOf(await view.get(TOTAL_CREDITS_KEY));

/**
 * Counts credits that an unsigned control gives out. Where all that there ever were fit 63 bits, nothing that happens to them leaves
 * these.
 *
 * @throws {InputError} when they would be more than there can be.
 */
export async function issueCredits(view: WritableView, credits: bigint): Promise<void> {
  await addTotal(view, credits);
  put(view, CONTROL_CREDITS_KEY, amountOf(await view.get(CONTROL_CREDITS_KEY)) + credits);
}

/** Counts credits that an asset lock of layer 1 brings; so does the remainder of the lock. @throws {InputError} */
export const addLockedCredits = async (view: WritableView, credits: bigint): Promise<void> =>
  addTotal(view, credits);

/** Counts credits that are withdrawn to layer 1. */
export async function withdrawCredits(view: WritableView, credits: bigint): Promise<void> {
  put(view, TOTAL_CREDITS_KEY, (await totalCredits(view)) - credits);
  put(view, WITHDRAWN_CREDITS_KEY, amountOf(await view.get(WITHDRAWN_CREDITS_KEY)) + credits);
}

async function addTotal(view: WritableView, credits: bigint): Promise<void> {
  const total = await totalCredits(view);
  if (total + credits > MAX_CREDITS)
    throw new InputError('credits', {
      problem: `${credits} credits exceed the ${MAX_CREDITS - total} that are left to issue`,
      expected: `at most ${MAX_CREDITS - total} credits: with all others 2^63 - 1`,
      found: credits,
      fix: 'give out less',
    });
  put(view, TOTAL_CREDITS_KEY, total + credits);
}

const amountOf = (bytes: Uint8Array | undefined): bigint =>
  bytes === undefined ? 0n : readInteger(bytes, false);

/** Sets what a new identity begins with. @throws {RangeError} when that is no amount. */
export function openBalance(view: WritableView, identityId: Uint8Array, credits: bigint): void {
  put(view, balanceKey(identityId), checkedAmount(credits));
}

/** Puts credits into an identity. @throws {ConsensusError} 20000 when there is none. */
export async function addCredits(view: WritableView, identityId: Uint8Array, credits: bigint): Promise<void> {
  const balance = await requireBalance(view, identityId);
  put(view, balanceKey(identityId), balance + checkedAmount(credits));
}

/** Takes credits out of an identity. @throws {ConsensusError} 20000 when there is none, 40210 when it has too few. */
export async function takeCredits(
  view: WritableView,
  identityId: Uint8Array,
  credits: bigint,
): Promise<void> {
  const balance = await requireBalance(view, identityId);
  const required = checkedAmount(credits);
  if (balance < required)
    throw new ConsensusError('IdentityInsufficientBalanceError', {
      identityId,
      balance,
      requiredBalance: required,
    });
  put(view, balanceKey(identityId), balance - required);
}

/** Puts credits into the pool of those who process blocks. */
export async function payProcessing(view: WritableView, credits: bigint): Promise<void> {
  put(view, PROCESSING_POOL_KEY, (await processingPool(view)) + checkedAmount(credits));
}

/**
 * Takes a fee out of an identity.
 *
 * Source: `validate_fees_of_event` in `packages/rs-drive-abci` of dashpay/platform: the rejection is about the fee and what the
 * transition itself takes.
 * @param had what it had before the transition; what it has now when absent.
 * @throws {ConsensusError} 20000 when there is none, 40210 when it has too few.
 */
export async function chargeFee(
  view: WritableView,
  identityId: Uint8Array,
  fee: bigint,
  had?: bigint,
): Promise<void> {
  const [credits, pool] = await view.getMany([balanceKey(identityId), PROCESSING_POOL_KEY]);
  if (credits === undefined) throw new ConsensusError('IdentityNotFoundError', { identityId });
  const balance = readInteger(credits, false);
  const before = had ?? balance;
  if (balance < checkedAmount(fee))
    throw new ConsensusError('IdentityInsufficientBalanceError', {
      identityId,
      balance: before,
      requiredBalance: before - balance + fee,
    });
  put(view, balanceKey(identityId), balance - fee);
  put(view, PROCESSING_POOL_KEY, (pool === undefined ? 0n : readInteger(pool, false)) + fee);
}

/**
 * Gives back what storage had cost, out of what fees have paid; nobody gets it where there is no such identity. No more is
 * given than fees have paid.
 */
export async function refundFee(view: WritableView, identityId: Uint8Array, fee: bigint): Promise<void> {
  const balance = await findBalance(view, identityId);
  if (balance === undefined) return;
  const pool = await processingPool(view);
  const credits = fee < pool ? fee : pool;
  put(view, PROCESSING_POOL_KEY, pool - credits);
  put(view, balanceKey(identityId), balance + credits);
}

/** Describes a transfer of credits. */
export interface CreditTransfer {
  readonly senderId: Uint8Array;
  readonly recipientId: Uint8Array;
  readonly credits: bigint;
}

/**
 * Rejects a transfer that cannot be one.
 *
 * Source: `structure` of `identity_credit_transfer` in `packages/rs-drive-abci` of dashpay/platform; the checks are in its order.
 * @throws {ConsensusError} 10528 to oneself, 10524 below 100,000 credits.
 */
export function checkTransfer({ senderId, recipientId, credits }: CreditTransfer): void {
  if (compareBytes(senderId, recipientId) === 0)
    throw new ConsensusError('IdentityCreditTransferToSelfError', { identityId: senderId });
  if (credits < MIN_TRANSFER)
    throw new ConsensusError('InvalidIdentityCreditTransferAmountError', {
      amount: credits,
      minAmount: MIN_TRANSFER,
    });
}

/**
 * Moves credits from one identity to another.
 *
 * @throws {ConsensusError} 10528, 10524, 20000 for an unknown sender, 40210 for too few, 20000 for an unknown recipient.
 */
export async function transferCredits(view: WritableView, transfer: CreditTransfer): Promise<void> {
  const { senderId, recipientId, credits } = transfer;
  checkTransfer(transfer);
  await takeCredits(view, senderId, credits);
  await addCredits(view, recipientId, credits);
}

async function requireBalance(view: StoreView, identityId: Uint8Array): Promise<bigint> {
  const balance = await findBalance(view, identityId);
  if (balance === undefined) throw new ConsensusError('IdentityNotFoundError', { identityId });
  return balance;
}

function checkedAmount(credits: bigint): bigint {
  if (credits >= 0n && credits <= MAX_CREDITS) return credits;
  throw new RangeError(`${credits} credits are out of range: 0 to ${MAX_CREDITS}`);
}

function put(view: WritableView, key: Uint8Array, credits: bigint): void {
  view.put(key, integerBytes(checkedAmount(credits), AMOUNT_BYTES));
}
