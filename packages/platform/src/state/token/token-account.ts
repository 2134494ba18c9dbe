import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { accountKey, balancesPrefix } from './token-keys.js';

const BALANCE_BYTES = 8;
const MAX_BALANCE = 2n ** 63n - 1n;

/** Describes the account of an identity for a token. */
export interface TokenAccount {
  readonly balance: bigint;
  readonly isFrozen: boolean;
}

/** Describes what is stored of the account of an identity for a token. */
export interface StoredAccount {
  /** Absent where the identity never had any. */
  readonly balance?: bigint;
  /** Absent where the account never was frozen. */
  readonly isFrozen?: boolean;
}

/** Returns what is stored of accounts, in the order of their names. */
export async function findStoredAccounts(
  view: StoreView,
  names: readonly { readonly tokenId: Uint8Array; readonly identityId: Uint8Array }[],
): Promise<StoredAccount[]> {
  const stored = await view.getMany(
    names.flatMap(({ tokenId, identityId }) => [
      accountKey('tokenBalances', tokenId, identityId),
      accountKey('tokenFreezes', tokenId, identityId),
    ]),
  );
  return names.map((_, at) => {
    const [balance, freeze] = [stored[2 * at], stored[2 * at + 1]];
    return {
      ...(balance === undefined ? {} : { balance: balanceFromBytes(balance) }),
      ...(freeze === undefined ? {} : { isFrozen: freeze[0] === 1 }),
    };
  });
}

/** Returns the account of an identity for a token; an empty one when it never had any. */
export async function findTokenAccount(
  view: StoreView,
  tokenId: Uint8Array,
  identityId: Uint8Array,
): Promise<TokenAccount> {
  const [account] = await findStoredAccounts(view, [{ tokenId, identityId }]);
  return { balance: account?.balance ?? 0n, isFrozen: account?.isFrozen ?? false };
}

/** Describes the account of an identity for a token, with its holder. */
export interface HeldTokenAccount extends TokenAccount {
  /** 32 bytes. */
  readonly identityId: Uint8Array;
}

/** Returns the accounts of identities that ever had a token, by the bytes of their ids. @param startAfter the id behind which the page begins */
export async function listTokenAccounts(
  view: StoreView,
  tokenId: Uint8Array,
  { startAfter, limit }: { readonly startAfter: Uint8Array | undefined; readonly limit: number },
): Promise<readonly HeldTokenAccount[]> {
  const prefix = balancesPrefix(tokenId);
  const from =
    startAfter === undefined ? prefix : behindPrefix(accountKey('tokenBalances', tokenId, startAfter));
  const entries = await view.scan({ from, to: behindPrefix(prefix), limit });
  const ids = entries.map(({ key }) => Uint8Array.from(key.subarray(prefix.length)));
  const freezes = await view.getMany(ids.map((id) => accountKey('tokenFreezes', tokenId, id)));
  return ids.map((identityId, at) => ({
    identityId,
    balance: balanceFromBytes(entries[at]?.value ?? new Uint8Array()),
    isFrozen: freezes[at]?.[0] === 1,
  }));
}

/** Returns what an identity has of a token; nothing where it never had any. */
export async function findTokenBalance(
  view: StoreView,
  tokenId: Uint8Array,
  identityId: Uint8Array,
): Promise<bigint | undefined> {
  const bytes = await view.get(accountKey('tokenBalances', tokenId, identityId));
  return bytes === undefined ? undefined : balanceFromBytes(bytes);
}

/** Sets what an identity has of a token. @throws {RangeError} when that is no amount. */
export function putTokenBalance(
  view: WritableView,
  tokenId: Uint8Array,
  identityId: Uint8Array,
  balance: bigint,
): void {
  if (balance < 0n || balance > MAX_BALANCE)
    throw new RangeError(`${balance} tokens are out of range: 0 to ${MAX_BALANCE}`);
  view.put(accountKey('tokenBalances', tokenId, identityId), integerBytes(balance, BALANCE_BYTES));
}

/** Returns a stored balance. @throws {StoreUnavailableError} when it is none. */
export function balanceFromBytes(bytes: Uint8Array): bigint {
  if (bytes.length === BALANCE_BYTES) return readInteger(bytes, false);
  throw new StoreUnavailableError('the store', 'damaged', {
    detail: `a balance of a token with ${bytes.length} bytes`,
  });
}

/** Returns whether an account is frozen; nothing where it never was. */
export async function findFreeze(
  view: StoreView,
  tokenId: Uint8Array,
  identityId: Uint8Array,
): Promise<boolean | undefined> {
  const bytes = await view.get(accountKey('tokenFreezes', tokenId, identityId));
  return bytes === undefined ? undefined : bytes[0] === 1;
}

/** Describes a change of an account. */
export interface Freeze {
  readonly tokenId: Uint8Array;
  readonly identityId: Uint8Array;
  readonly isFrozen: boolean;
  /** Id of the signer: 40712 names it, as on the network. */
  readonly signerId?: Uint8Array;
}

/** Freezes or unfreezes an account. @throws {ConsensusError} 40712 or 40703 when it is already. */
export async function setFrozen(view: WritableView, freeze: Freeze): Promise<void> {
  await checkFreeze(view, freeze);
  const { tokenId, identityId, isFrozen } = freeze;
  view.put(accountKey('tokenFreezes', tokenId, identityId), Uint8Array.of(isFrozen ? 1 : 0));
}

/** Rejects a change of an account that changes nothing. @throws {ConsensusError} 40712 or 40703 */
export async function checkFreeze(
  view: StoreView,
  { tokenId, identityId, isFrozen, signerId }: Freeze,
): Promise<void> {
  const frozen = (await findFreeze(view, tokenId, identityId)) ?? false;
  if (frozen !== isFrozen) return;
  throw isFrozen
    ? new ConsensusError('IdentityTokenAccountAlreadyFrozenError', {
        tokenId,
        identityId: signerId ?? identityId,
        action: 'Freeze Identity Token Account',
      })
    : new ConsensusError('IdentityTokenAccountNotFrozenError', { tokenId, identityId, action: 'Unfreeze' });
}

/** Rejects a frozen account. @throws {ConsensusError} 40702 */
export async function checkNotFrozen(
  view: StoreView,
  { tokenId, identityId, action }: Pick<Freeze, 'tokenId' | 'identityId'> & { readonly action: string },
): Promise<void> {
  if ((await findFreeze(view, tokenId, identityId)) === true)
    throw new ConsensusError('IdentityTokenAccountFrozenError', { tokenId, identityId, action });
}
