import { identifierText } from '../bytes/identifier.js';
import { storedForm } from '../bytes/stored-value.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { ConsensusError } from '../errors/consensus-error.js';
import { findBalance } from '../identity/credits.js';
import type { StoreView, WritableView } from '../store/store.js';
import { tokenId } from './token-id.js';
import { accountKey, tokenKey } from './token-keys.js';

/** The most that there can be of a token. */
const MAX_TOKENS = 2n ** 64n - 1n;
/** The most that is moved or burnt at once. Source: `MAX_DISTRIBUTION_PARAM` in `packages/rs-dpp` of dashpay/platform. */
const MAX_AMOUNT = 2n ** 48n - 1n;
/** Source: `InvalidTokenBaseSupplyError` (10251) in dashpay/platform. */
const MAX_BASE_SUPPLY = 2n ** 63n - 1n;

/** Describes a token. Ids are base58, amounts in its smallest unit. */
export interface Token {
  readonly id: string;
  readonly contractId: string;
  readonly position: number;
  readonly totalSupply: bigint;
  /** Whether transfers are stopped. */
  readonly isPaused: boolean;
  readonly allowTransferToFrozenBalance: boolean;
}

/** Describes the account of an identity for a token. */
export interface TokenAccount {
  readonly balance: bigint;
  readonly isFrozen: boolean;
}

export const TOKEN_FORM = storedForm<Token>();
export const ACCOUNT_FORM = storedForm<TokenAccount>();

/** Describes a token of a contract that is registered. */
export interface NewToken {
  readonly contractId: string;
  readonly position: number;
  readonly baseSupply: bigint;
  /** Who gets the base supply: the contract's newTokensDestinationIdentity or, without one, its owner. */
  readonly recipientId: string;
  readonly startAsPaused?: boolean;
  readonly allowTransferToFrozenBalance?: boolean;
}

/** Registers a token and gives out its base supply. @throws {RangeError} when the supply is none. */
export function registerToken(view: WritableView, token: NewToken): string {
  const { contractId, position, baseSupply, recipientId } = token;
  if (baseSupply < 0n || baseSupply > MAX_BASE_SUPPLY)
    throw new RangeError(`expected a base supply from 0 to ${MAX_BASE_SUPPLY}, found ${baseSupply}`);
  const id = identifierText(tokenId(bytesOf(contractId), position));
  putToken(view, {
    id,
    contractId,
    position,
    totalSupply: baseSupply,
    isPaused: token.startAsPaused ?? false,
    allowTransferToFrozenBalance: token.allowTransferToFrozenBalance ?? true,
  });
  if (baseSupply > 0n) putAccount(view, id, recipientId, { balance: baseSupply, isFrozen: false });
  return id;
}

/** Returns a token, or nothing when there is none. */
export async function findToken(view: StoreView, id: string): Promise<Token | undefined> {
  const stored = await view.get(tokenKey(id));
  return stored === undefined ? undefined : TOKEN_FORM.fromBytes(stored);
}

/** Returns accounts in the order of their names; nothing where an identity never had the token. */
export async function findTokenAccounts(
  view: StoreView,
  names: readonly { readonly tokenId: string; readonly identityId: string }[],
): Promise<(TokenAccount | undefined)[]> {
  const stored = await view.getMany(names.map(({ tokenId, identityId }) => accountKey(tokenId, identityId)));
  return stored.map((bytes) => (bytes === undefined ? undefined : ACCOUNT_FORM.fromBytes(bytes)));
}

/** Returns the account of an identity for a token; an empty one when it never had any. */
export async function findTokenAccount(
  view: StoreView,
  id: string,
  identityId: string,
): Promise<TokenAccount> {
  const stored = await view.get(accountKey(id, identityId));
  return stored === undefined ? { balance: 0n, isFrozen: false } : ACCOUNT_FORM.fromBytes(stored);
}

/** Describes a transfer of a token. */
export interface TokenTransfer {
  readonly tokenId: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly amount: bigint;
}

/**
 * Rejects a transfer that cannot be one.
 *
 * Source: `validate_structure` of `token_transfer_transition` in `packages/rs-dpp` of dashpay/platform.
 * @throws {ConsensusError} 10458 or 10456, in this order.
 */
export function checkTokenTransfer({ tokenId, senderId, recipientId, amount }: TokenTransfer): void {
  checkAmount(amount);
  if (senderId === recipientId)
    throw new ConsensusError('TokenTransferToOurselfError', { tokenId, identityId: senderId });
}

/**
 * Moves tokens from one identity to another.
 *
 * Source: `token_transfer_transition_action` in `packages/rs-drive-abci` of dashpay/platform; the checks are in its order.
 * @throws {ConsensusError} 10458, 10456, 40700, 40702, 40711 or 40718.
 */
export async function transferTokens(view: WritableView, transfer: TokenTransfer): Promise<void> {
  const { tokenId, senderId, recipientId } = transfer;
  checkTokenTransfer(transfer);
  const token = await requireToken(view, tokenId);
  await checkBalance(view, { ...transfer, identityId: senderId, action: 'transfer' });
  await checkNotFrozen(view, tokenId, senderId);
  if (!token.allowTransferToFrozenBalance) await checkNotFrozen(view, tokenId, recipientId);
  if (token.isPaused) throw new ConsensusError('TokenIsPausedError', { tokenId });
  if ((await findBalance(view, recipientId)) === undefined)
    throw new ConsensusError('TokenTransferRecipientIdentityNotExistError', { recipientId });
  await moveTokens(view, transfer);
}

/**
 * Moves tokens without another check than the balance: what a document costs goes to the owner of its contract.
 *
 * @throws {ConsensusError} 40700
 */
export async function moveTokens(view: WritableView, transfer: TokenTransfer): Promise<void> {
  const { tokenId, senderId, recipientId, amount } = transfer;
  await checkBalance(view, { tokenId, identityId: senderId, amount, action: 'transfer' });
  await changeBalance(view, tokenId, senderId, -amount);
  await changeBalance(view, tokenId, recipientId, amount);
}

/** Burns tokens of an identity: there are fewer of them then. @throws {ConsensusError} 10458, 10450 or 40700 */
export async function burnTokens(
  view: WritableView,
  burn: { readonly tokenId: string; readonly identityId: string; readonly amount: bigint },
): Promise<void> {
  const { tokenId, identityId, amount } = burn;
  checkAmount(amount);
  const token = await requireToken(view, tokenId);
  await checkBalance(view, { ...burn, action: 'burn' });
  await changeBalance(view, tokenId, identityId, -amount);
  putToken(view, { ...token, totalSupply: token.totalSupply - amount });
}

/** Freezes or unfreezes an account. @throws {ConsensusError} 10450; 40712 or 40703 when it is already. */
export async function setFrozen(
  view: WritableView,
  {
    tokenId,
    identityId,
    isFrozen,
  }: { readonly tokenId: string; readonly identityId: string; readonly isFrozen: boolean },
): Promise<void> {
  await requireToken(view, tokenId);
  const account = await findTokenAccount(view, tokenId, identityId);
  if (account.isFrozen === isFrozen)
    throw isFrozen
      ? new ConsensusError('IdentityTokenAccountAlreadyFrozenError', {
          tokenId,
          identityId,
          action: 'freeze',
        })
      : new ConsensusError('IdentityTokenAccountNotFrozenError', { tokenId, identityId, action: 'unfreeze' });
  putAccount(view, tokenId, identityId, { ...account, isFrozen });
}

/** Pauses or resumes a token. @throws {ConsensusError} 10450; 40713 or 40714 when it is already. */
export async function setPaused(view: WritableView, tokenId: string, isPaused: boolean): Promise<void> {
  const token = await requireToken(view, tokenId);
  if (token.isPaused === isPaused)
    throw new ConsensusError(isPaused ? 'TokenAlreadyPausedError' : 'TokenNotPausedError', { tokenId });
  putToken(view, { ...token, isPaused });
}

async function requireToken(view: StoreView, tokenId: string): Promise<Token> {
  const token = await findToken(view, tokenId);
  if (token === undefined) throw new ConsensusError('InvalidTokenIdError', { tokenId });
  return token;
}

function checkAmount(amount: bigint): void {
  if (amount < 1n || amount > MAX_AMOUNT)
    throw new ConsensusError('InvalidTokenAmountError', { amount, max: MAX_AMOUNT });
}

async function checkBalance(
  view: StoreView,
  wanted: {
    readonly tokenId: string;
    readonly identityId: string;
    readonly amount: bigint;
    readonly action: string;
  },
): Promise<void> {
  const { tokenId, identityId, amount, action } = wanted;
  const { balance } = await findTokenAccount(view, tokenId, identityId);
  if (balance < amount)
    throw new ConsensusError('IdentityDoesNotHaveEnoughTokenBalanceError', {
      tokenId,
      identityId,
      required: amount,
      actual: balance,
      action,
    });
}

async function checkNotFrozen(view: StoreView, tokenId: string, identityId: string): Promise<void> {
  const { isFrozen } = await findTokenAccount(view, tokenId, identityId);
  if (isFrozen)
    throw new ConsensusError('IdentityTokenAccountFrozenError', { tokenId, identityId, action: 'transfer' });
}

async function changeBalance(
  view: WritableView,
  tokenId: string,
  identityId: string,
  change: bigint,
): Promise<void> {
  const account = await findTokenAccount(view, tokenId, identityId);
  const balance = account.balance + change;
  if (balance < 0n || balance > MAX_TOKENS) throw new RangeError(`expected from 0 to ${MAX_TOKENS} tokens`);
  putAccount(view, tokenId, identityId, { ...account, balance });
}

function putToken(view: WritableView, token: Token): void {
  view.put(tokenKey(token.id), TOKEN_FORM.toBytes(token));
}

function putAccount(view: WritableView, tokenId: string, identityId: string, account: TokenAccount): void {
  view.put(accountKey(tokenId, identityId), ACCOUNT_FORM.toBytes(account));
}
