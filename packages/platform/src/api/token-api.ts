import { tokenPricingSchedule } from '@dapikit/protocol';
import { identifierText } from '../base/bytes/identifier.js';
import { InputError } from '../base/errors/input-error.js';
import { readId, readUnsigned } from '../state/input/read-input.js';
import { readListPage, type ListPage } from '../state/input/list-page.js';
import type { StoreView } from '../store/store.js';
import {
  findTokenAccount,
  listTokenAccounts,
  setFrozen,
  type TokenAccount,
} from '../state/token/token-account.js';
import { findTokenPrice } from '../state/token/token-price.js';
import { findToken, listTokens, requireToken, setPaused, type Token } from '../state/token/token-store.js';
import {
  readConfigurationItem,
  readNote,
  readTokenPrice,
  readTokenId,
  readTokenRequest,
  type SignedTokenInput,
  type TokenName,
} from '../execution/token-transition/read-token-request.js';
import type { ClaimAction, RequestedAction } from '../execution/token-transition/token-request.js';
import { tokenTransition } from '../execution/token-transition/run-token-transition.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import type {
  TokenState,
  ListedTokenAccount,
  MintTokens,
  TokenReceipt,
  BurnTokens,
  TransferTokens,
  ChangeTokenAccount,
  UpdateTokenConfiguration,
  ClaimTokens,
  PurchaseTokens,
  SetTokenPrice,
} from './token-calls.js';

/** Reads and changes tokens. Rejects with `ConsensusError` as the network does. */
export interface TokenApi {
  /** Returns a token, or nothing. */
  getToken(input: TokenName): Promise<TokenState | undefined>;
  /** Returns the account of an identity for a token; an empty one when it never had any. */
  getTokenBalance(input: TokenName & { readonly identityId: string }): Promise<TokenAccount>;
  /** Returns tokens with their prices, by the bytes of their ids. */
  listTokens(input?: ListPage): Promise<readonly TokenState[]>;
  /** Returns the accounts of identities that ever had a token, by the bytes of their ids. */
  listTokenAccounts(input: TokenName & ListPage): Promise<readonly ListedTokenAccount[]>;
  mintTokens(input: MintTokens): Promise<TokenReceipt>;
  burnTokens(input: BurnTokens): Promise<TokenReceipt>;
  transferTokens(input: TransferTokens): Promise<TokenReceipt>;
  freezeTokens(input: ChangeTokenAccount): Promise<TokenReceipt>;
  unfreezeTokens(input: ChangeTokenAccount): Promise<TokenReceipt>;
  /** Burns all that a frozen account has. */
  destroyFrozenTokens(input: ChangeTokenAccount): Promise<TokenReceipt>;
  pauseToken(input: SignedTokenInput): Promise<TokenReceipt>;
  resumeToken(input: SignedTokenInput): Promise<TokenReceipt>;
  updateTokenConfiguration(input: UpdateTokenConfiguration): Promise<TokenReceipt>;
  /** Claims what a distribution of the contract gives to the signer. */
  claimTokens(input: ClaimTokens): Promise<TokenReceipt>;
  /** Buys tokens of the owner of the contract at the price that is set. */
  purchaseTokens(input: PurchaseTokens): Promise<TokenReceipt>;
  setTokenPrice(input: SetTokenPrice): Promise<TokenReceipt>;
  /** Freezes or unfreezes an account without a signature. The rules of the token are not checked. */
  setTokenFrozen(
    input: TokenName & { readonly identityId: string; readonly isFrozen: boolean },
  ): Promise<TokenAccount>;
  /** Pauses or resumes a token without a signature. The rules of the token are not checked. */
  setTokenPaused(input: TokenName & { readonly isPaused: boolean }): Promise<TokenState>;
}

/** Returns the tokens of a chain. */
export function tokenApi(chain: PlatformChain): TokenApi {
  return { ...readTokens(chain), ...changeTokens(chain), ...forceTokens(chain) };
}

/** Names the methods that only read. */
type Reads = 'getToken' | 'getTokenBalance' | 'listTokens' | 'listTokenAccounts';

const readTokens = (chain: PlatformChain): Pick<TokenApi, Reads> => ({
  getToken: async (input) => {
    const id = readTokenId(input);
    return chain.read(async (view) => {
      const token = await findToken(view, id);
      return token && withPrice(view, token);
    });
  },
  listTokens: async ({ startAfter, limit } = {}) => {
    const page = readListPage({ startAfter, limit });
    return chain.read(async (view) =>
      Promise.all((await listTokens(view, page)).map(async (token) => withPrice(view, token))),
    );
  },
  listTokenAccounts: async ({ startAfter, limit, ...name }) => {
    const [id, page] = [readTokenId(name), readListPage({ startAfter, limit })];
    const accounts = await chain.read(async (view) => listTokenAccounts(view, id, page));
    return accounts.map(({ identityId, ...account }) => ({
      identityId: identifierText(identityId),
      ...account,
    }));
  },
  getTokenBalance: async (input) => {
    const [id, identityId] = [readTokenId(input), readId(input.identityId, 'identityId')];
    return chain.read(async (view) => findTokenAccount(view, id, identityId));
  },
});

async function withPrice(view: StoreView, token: Token): Promise<TokenState> {
  const price = await findTokenPrice(view, token.id);
  return { ...toState(token), ...(price && { price: tokenPricingSchedule.toJson(price) }) };
}

const toState = (token: Token): TokenState => ({
  ...token,
  id: identifierText(token.id),
  contractId: identifierText(token.contractId),
});

type Changes = Omit<TokenApi, Reads | 'setTokenFrozen' | 'setTokenPaused'>;

/** Returns the changes that an identity signs: those of state transitions of the same kind. */
function changeTokens(chain: PlatformChain): Changes {
  const run = async (input: SignedTokenInput, action: RequestedAction): Promise<TokenReceipt> => {
    const id = readTokenId(input);
    const token = await chain.read(async (view) => requireToken(view, id));
    return chain.execute(tokenTransition(readTokenRequest(token, input, action), chain.rules));
  };
  return { ...moveTokens(run), ...restrictTokens(run), ...sellTokens(run) };
}

type RunAction = (input: SignedTokenInput, action: RequestedAction) => Promise<TokenReceipt>;

const moveTokens = (
  run: RunAction,
): Pick<Changes, 'mintTokens' | 'burnTokens' | 'transferTokens' | 'claimTokens'> => ({
  mintTokens: async (input) =>
    run(input, {
      action: 'mint',
      amount: readUnsigned(input.amount, 'amount'),
      issuedToIdentityId:
        input.recipientId === undefined ? undefined : readBytes(input.recipientId, 'recipientId'),
      ...noteOf(input),
    }),
  burnTokens: async (input) =>
    run(input, { action: 'burn', burnAmount: readUnsigned(input.amount, 'amount'), ...noteOf(input) }),
  transferTokens: async (input) =>
    run(input, {
      action: 'transfer',
      amount: readUnsigned(input.amount, 'amount'),
      recipientId: readBytes(input.recipientId, 'recipientId'),
      sharedEncryptedNote: undefined,
      privateEncryptedNote: undefined,
      ...noteOf(input),
    }),
  claimTokens: async (input) =>
    run(input, {
      action: 'claim',
      distributionType: readDistribution(input.distribution),
      ...noteOf(input),
    }),
});

function restrictTokens(
  run: RunAction,
): Pick<
  Changes,
  | 'freezeTokens'
  | 'unfreezeTokens'
  | 'destroyFrozenTokens'
  | 'pauseToken'
  | 'resumeToken'
  | 'updateTokenConfiguration'
> {
  const ofAccount =
    (action: 'freeze' | 'unfreeze' | 'destroyFrozenFunds') =>
    async (input: ChangeTokenAccount): Promise<TokenReceipt> =>
      run(input, { action, frozenIdentityId: readBytes(input.identityId, 'identityId'), ...noteOf(input) });
  const emergency =
    (emergencyAction: 'pause' | 'resume') =>
    async (input: SignedTokenInput): Promise<TokenReceipt> =>
      run(input, { action: 'emergencyAction', emergencyAction, ...noteOf(input) });
  return {
    freezeTokens: ofAccount('freeze'),
    unfreezeTokens: ofAccount('unfreeze'),
    destroyFrozenTokens: ofAccount('destroyFrozenFunds'),
    pauseToken: emergency('pause'),
    resumeToken: emergency('resume'),
    updateTokenConfiguration: async (input) =>
      run(input, {
        action: 'configUpdate',
        updateTokenConfigurationItem: readConfigurationItem(input.item),
        ...noteOf(input),
      }),
  };
}

const sellTokens = (run: RunAction): Pick<Changes, 'purchaseTokens' | 'setTokenPrice'> => ({
  purchaseTokens: async (input) =>
    run(input, {
      action: 'directPurchase',
      tokenCount: readUnsigned(input.amount, 'amount'),
      totalAgreedPrice: readUnsigned(input.totalAgreedPrice, 'totalAgreedPrice'),
    }),
  setTokenPrice: async (input) =>
    run(input, {
      action: 'setPriceForDirectPurchase',
      price: readTokenPrice(input.price),
      ...noteOf(input),
    }),
});

const noteOf = ({ note }: SignedTokenInput): { readonly publicNote: string | undefined } => ({
  publicNote: readNote(note),
});

const readBytes = (input: unknown, place: string): Uint8Array => readId(input, place);

function readDistribution(input: unknown): ClaimAction['distributionType'] {
  if (input === 'perpetual') return 'Perpetual';
  if (input === 'preProgrammed') return 'PreProgrammed';
  if (input === 'oncePerIdentity') return 'OncePerIdentity';
  throw new InputError('distribution', {
    expected: '"perpetual", "preProgrammed" or "oncePerIdentity"',
    found: input,
  });
}

const forceTokens = (chain: PlatformChain): Pick<TokenApi, 'setTokenFrozen' | 'setTokenPaused'> => ({
  setTokenFrozen: async (input) => {
    const [id, identityId] = [readTokenId(input), readId(input.identityId, 'identityId')];
    const isFrozen = readFlag(input.isFrozen, 'isFrozen');
    return chain.applySystemEvent(async (view) => {
      await requireToken(view, id);
      await setFrozen(view, { tokenId: id, identityId, isFrozen });
      return findTokenAccount(view, id, identityId);
    });
  },
  setTokenPaused: async (input) => {
    const id = readTokenId(input);
    const isPaused = readFlag(input.isPaused, 'isPaused');
    return chain.applySystemEvent(async (view) => {
      await setPaused(view, id, isPaused);
      return toState(await requireToken(view, id));
    });
  },
});

function readFlag(input: unknown, place: string): boolean {
  if (typeof input === 'boolean') return input;
  throw new InputError(place, { expected: 'true or false', found: input });
}
