import { identifierText } from '../../base/bytes/identifier.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { storedForm, type StoredForm } from '../../base/bytes/stored-value.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { findTokenBalance, putTokenBalance } from './token-account.js';
import { tokenId } from './token-id.js';
import { TOKEN_SPACES, tokenKey } from './token-keys.js';

/** The most that there can be of a token: trees count it with 63 bits. */
const MAX_SUPPLY = 2n ** 63n - 1n;

/** Describes a token. Ids have 32 bytes, amounts are in its smallest unit. */
export interface Token {
  readonly id: Uint8Array;
  readonly contractId: Uint8Array;
  readonly position: number;
  readonly totalSupply: bigint;
  /** True if transfers are stopped. */
  readonly isPaused: boolean;
  /** True if the network stores that: not before a token that did not start as paused, or its contract, changes. */
  readonly hasStatus: boolean;
  /** True if what its contract distributes can be claimed: not where the token came with an update of the contract. */
  readonly hasDistributions: boolean;
}

/** Token with its ids in base58, as its entry has them. */
type TokenEntry = Omit<Token, 'id' | 'contractId'> & Readonly<Record<'id' | 'contractId', string>>;

const ENTRY_FORM = storedForm<TokenEntry>();

export const TOKEN_FORM: StoredForm<Token> = {
  toBytes: (token) =>
    ENTRY_FORM.toBytes({
      ...token,
      id: identifierText(token.id),
      contractId: identifierText(token.contractId),
    }),
  fromBytes: (bytes) => {
    const { id, contractId, ...others } = ENTRY_FORM.fromBytes(bytes);
    return { id: bytesOf(id), contractId: bytesOf(contractId), ...others };
  },
};

/** Describes a token of a contract that is registered. */
export interface NewToken {
  readonly contractId: Uint8Array;
  readonly position: number;
  readonly baseSupply: bigint;
  /** Recipient of the base supply: the contract's newTokensDestinationIdentity or, without one, its owner. */
  readonly recipientId: Uint8Array;
  readonly startAsPaused?: boolean;
  /** True when absent. */
  readonly hasDistributions?: boolean;
}

/** Registers a token and gives out its base supply. @throws {RangeError} when the supply is none. */
export function registerToken(view: WritableView, token: NewToken): Uint8Array {
  const { contractId, position, baseSupply, recipientId } = token;
  if (baseSupply < 0n || baseSupply > MAX_SUPPLY)
    throw new RangeError(`base supply ${baseSupply} is out of range: 0 to ${MAX_SUPPLY}`);
  const id = tokenId(contractId, position);
  putToken(view, {
    id,
    contractId,
    position,
    totalSupply: baseSupply,
    isPaused: token.startAsPaused ?? false,
    hasStatus: token.startAsPaused === true || token.hasDistributions === false,
    hasDistributions: token.hasDistributions ?? true,
  });
  if (baseSupply > 0n) putTokenBalance(view, id, recipientId, baseSupply);
  return id;
}

/** Returns a token, or nothing when there is none. */
export async function findToken(view: StoreView, id: Uint8Array): Promise<Token | undefined> {
  const stored = await view.get(tokenKey(id));
  return stored === undefined ? undefined : TOKEN_FORM.fromBytes(stored);
}

/** Returns tokens by the bytes of their ids. @param startAfter the id behind which the page begins */
export async function listTokens(
  view: StoreView,
  { startAfter, limit }: { readonly startAfter: Uint8Array | undefined; readonly limit: number },
): Promise<readonly Token[]> {
  const space = Uint8Array.of(TOKEN_SPACES.tokens);
  const from = startAfter === undefined ? space : behindPrefix(tokenKey(startAfter));
  const entries = await view.scan({ from, to: behindPrefix(space), limit });
  return entries.map(({ value }) => TOKEN_FORM.fromBytes(value));
}

/** Returns a token. @throws {ConsensusError} 10450 when there is none. */
export async function requireToken(view: StoreView, id: Uint8Array): Promise<Token> {
  const token = await findToken(view, id);
  if (token === undefined)
    throw new ConsensusError('InvalidTokenIdError', { expectedTokenId: id, invalidTokenId: id });
  return token;
}

/** Describes a transfer of a token. */
export interface TokenTransfer {
  readonly tokenId: Uint8Array;
  readonly senderId: Uint8Array;
  readonly recipientId: Uint8Array;
  readonly amount: bigint;
}

/** Moves tokens without another check than the balance. @throws {ConsensusError} 40700 */
export async function moveTokens(view: WritableView, transfer: TokenTransfer): Promise<void> {
  const { tokenId, senderId, recipientId, amount } = transfer;
  await takeTokens(view, { tokenId, identityId: senderId, amount, action: 'transfer' });
  const balance = (await findTokenBalance(view, tokenId, recipientId)) ?? 0n;
  putTokenBalance(view, tokenId, recipientId, balance + amount);
}

/** Describes an amount of a token that an identity gets or loses. */
export interface TokenAmount {
  readonly tokenId: Uint8Array;
  readonly identityId: Uint8Array;
  readonly amount: bigint;
}

/** Burns tokens of an identity: there are fewer of them then. @throws {ConsensusError} 10450 or 40700 */
export async function burnTokens(view: WritableView, burn: TokenAmount): Promise<void> {
  const token = await requireToken(view, burn.tokenId);
  await takeTokens(view, { ...burn, action: 'burn' });
  putToken(view, { ...token, totalSupply: token.totalSupply - burn.amount });
}

/**
 * Gives new tokens to an identity.
 *
 * Source: `add_to_token_total_supply` in `packages/rs-drive` of dashpay/platform.
 * @param saturates whether what brings the supply above 2^63 - 1 tokens is left out.
 * @throws {ConsensusError} 10450. @throws {InputError} above 2^63 - 1 tokens: the network fails without a number there.
 */
export async function mintTokens(
  view: WritableView,
  { tokenId, identityId, amount }: TokenAmount,
  saturates = false,
): Promise<void> {
  const token = await requireToken(view, tokenId);
  const left = MAX_SUPPLY - token.totalSupply;
  const max = saturates ? MAX_SUPPLY : left;
  if (amount > max)
    throw new InputError('amount', {
      problem: `${amount} more tokens exceed 2^63 - 1, the max supply of any token`,
      expected: `at most ${max} tokens`,
      found: amount,
    });
  const added = amount > left ? left : amount;
  const balance = (await findTokenBalance(view, tokenId, identityId)) ?? 0n;
  putTokenBalance(view, tokenId, identityId, balance + added);
  putToken(view, { ...token, totalSupply: token.totalSupply + added });
}

/** Pauses or resumes a token. @throws {ConsensusError} 10450; 40713 or 40714 when it is already. */
export async function setPaused(view: WritableView, tokenId: Uint8Array, isPaused: boolean): Promise<void> {
  const token = await requireToken(view, tokenId);
  checkPaused(token, isPaused);
  putToken(view, { ...token, isPaused, hasStatus: true });
}

/**
 * Rejects a change of a token that changes nothing. A token without a stored status can be resumed: its status is stored then.
 *
 * @throws {ConsensusError} 40713 or 40714
 */
export function checkPaused(token: Token, isPaused: boolean): void {
  if (token.isPaused !== isPaused || !(token.hasStatus || isPaused)) return;
  throw new ConsensusError(isPaused ? 'TokenAlreadyPausedError' : 'TokenNotPausedError', {
    tokenId: token.id,
    action: isPaused ? 'Pause Token' : 'Resume Token',
  });
}

/**
 * Stores whether a token is paused, as a new version of its contract does.
 *
 * Source: `create_token_trees` in `packages/rs-drive/src/drive/tokens/system` of dashpay/platform.
 */
export async function addTokenStatus(view: WritableView, tokenId: Uint8Array): Promise<void> {
  const token = await findToken(view, tokenId);
  if (token?.hasStatus === false) putToken(view, { ...token, hasStatus: true });
}

/** Rejects who has too little of a token. @throws {ConsensusError} 40700 */
export async function checkTokenBalance(
  view: StoreView,
  { tokenId, identityId, amount, action }: TokenAmount & { readonly action: string },
): Promise<bigint> {
  const balance = (await findTokenBalance(view, tokenId, identityId)) ?? 0n;
  if (balance >= amount) return balance;
  throw new ConsensusError('IdentityDoesNotHaveEnoughTokenBalanceError', {
    tokenId,
    identityId,
    requiredBalance: amount,
    actualBalance: balance,
    action,
  });
}

async function takeTokens(
  view: WritableView,
  wanted: TokenAmount & { readonly action: string },
): Promise<void> {
  const balance = await checkTokenBalance(view, wanted);
  putTokenBalance(view, wanted.tokenId, wanted.identityId, balance - wanted.amount);
}

function putToken(view: WritableView, token: Token): void {
  view.put(tokenKey(token.id), TOKEN_FORM.toBytes(token));
}
