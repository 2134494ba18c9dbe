import { bytesOf } from '../bytes/identifier-order.js';
import { storedForm } from '../bytes/stored-value.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { readPages } from '../store/read-pages.js';
import type { WritableView } from '../store/store.js';
import { hasCurrentLayout, putTokenBalance, type TokenAccount } from './token-account.js';
import { accountKey, balancesPrefix, TOKEN_SPACES } from './token-keys.js';
import { TOKEN_FORM, type Token } from './token-store.js';

const ID_BYTES = 32;
const FROZEN = Uint8Array.of(1);

/** Describes a token of the first stores: those have neither a status nor what a contract distributes. */
type FirstToken = Omit<Token, 'id' | 'contractId' | 'hasStatus' | 'hasDistributions'> &
  Partial<Pick<Token, 'hasStatus' | 'hasDistributions'>> &
  Readonly<Record<'id' | 'contractId', string>>;

const FIRST_TOKEN_FORM = storedForm<FirstToken>();
/** Balance and freeze of an account in one entry, as the first stores have it. */
const FIRST_ACCOUNT_FORM = storedForm<TokenAccount>();

/**
 * Brings the tokens of the first stores, and their accounts, to the current layout. Nothing is distributed of those tokens: the first
 * stores do not record the rules that they were registered with.
 */
export async function upgradeTokens(view: WritableView): Promise<void> {
  const tokens = { from: Uint8Array.of(TOKEN_SPACES.tokens), to: Uint8Array.of(TOKEN_SPACES.tokens + 1) };
  for await (const page of readPages(view, tokens))
    for (const { key, value } of page) {
      const { id, contractId, position, totalSupply, isPaused, hasStatus, hasDistributions } =
        FIRST_TOKEN_FORM.fromBytes(value);
      if (hasStatus !== undefined) continue;
      const token: Token = {
        id: bytesOf(id),
        contractId: bytesOf(contractId),
        position,
        totalSupply,
        isPaused,
        hasStatus: isPaused,
        hasDistributions: hasDistributions ?? false,
      };
      view.put(Uint8Array.from(key), TOKEN_FORM.toBytes(token));
      await upgradeAccounts(view, token.id);
    }
}

async function upgradeAccounts(view: WritableView, tokenId: Uint8Array): Promise<void> {
  const from = balancesPrefix(tokenId);
  for await (const page of readPages(view, { from, to: behindPrefix(from) }))
    for (const { key, value } of page) {
      if (hasCurrentLayout(value)) continue;
      const identityId = key.slice(-ID_BYTES);
      const { balance, isFrozen } = FIRST_ACCOUNT_FORM.fromBytes(value);
      putTokenBalance(view, tokenId, identityId, balance);
      if (isFrozen) view.put(accountKey('tokenFreezes', tokenId, identityId), FROZEN);
    }
}
