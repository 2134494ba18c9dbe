import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { ConsensusError } from '../errors/consensus-error.js';
import { InputError } from '../errors/input-error.js';
import { readId, readUnsigned, type IntegerInput } from '../input/read-input.js';
import { CRITICAL_KEYS } from '../identity/signing-key.js';
import type { Transition, Signed } from '../transition/transition.js';
import type { PlatformChain, Receipt } from '../transition/platform-chain.js';
import { processingCost, rejectionCost } from '../fee/processing-cost.js';
import { tokenId } from '../token/token-id.js';
import {
  checkTokenTransfer,
  setFrozen,
  setPaused,
  findTokenAccount,
  findToken,
  transferTokens,
  type Token,
  type TokenAccount,
} from '../token/token-store.js';

/** Describes a token: by its id, or by its contract and its position there. */
export interface TokenName {
  /** Base58. */
  readonly tokenId?: string;
  /** Base58. */
  readonly contractId?: string;
  /** 0 when absent. */
  readonly position?: number;
}

export interface TransferTokens extends TokenName, Signed {
  readonly recipientId: string;
  readonly amount: IntegerInput;
}

/** Reads and transfers tokens, as far as documents cost them. Rejects with `ConsensusError` as the network does. */
export interface TokenApi {
  /** Returns a token, or nothing. */
  getToken(input: TokenName): Promise<Token | undefined>;
  /** Returns the account of an identity for a token; an empty one when it never had any. */
  getTokenBalance(input: TokenName & { readonly identityId: string }): Promise<TokenAccount>;
  transferTokens(input: TransferTokens): Promise<Receipt>;
  /** Freezes or unfreezes an account without a signature. The rules of the token are not checked. */
  setTokenFrozen(
    input: TokenName & { readonly identityId: string; readonly isFrozen: boolean },
  ): Promise<TokenAccount>;
  /** Pauses or resumes a token without a signature. The rules of the token are not checked. */
  setTokenPaused(input: TokenName & { readonly isPaused: boolean }): Promise<Token>;
}

/** Beside the amount, what must be there for processing. */
const MIN_PROCESSING_FEE = 100_000n;

/** Returns the tokens of a chain. */
export function tokenApi(chain: PlatformChain): TokenApi {
  return {
    getToken: async (input) => {
      const id = readTokenId(input);
      return chain.read(async (view) => findToken(view, id));
    },
    getTokenBalance: async (input) => {
      const [id, identityId] = [readTokenId(input), readId(input.identityId, 'identityId')];
      return chain.read(async (view) => findTokenAccount(view, id, identityId));
    },
    transferTokens: async (input) => {
      const id = readTokenId(input);
      const token = await chain.read(async (view) => findToken(view, id));
      if (token === undefined) throw new ConsensusError('InvalidTokenIdError', { tokenId: id });
      return chain.execute(transfer(token, input));
    },
    setTokenFrozen: async (input) => {
      const [id, identityId] = [readTokenId(input), readId(input.identityId, 'identityId')];
      const isFrozen = readFlag(input.isFrozen, 'isFrozen');
      return chain.applySystemEvent(async (view) => {
        await setFrozen(view, { tokenId: id, identityId, isFrozen });
        return findTokenAccount(view, id, identityId);
      });
    },
    setTokenPaused: async (input) => {
      const id = readTokenId(input);
      const isPaused = readFlag(input.isPaused, 'isPaused');
      return chain.applySystemEvent(async (view) => {
        await setPaused(view, id, isPaused);
        const token = await findToken(view, id);
        if (token === undefined) throw new RangeError('expected the token that was changed');
        return token;
      });
    },
  };
}

/** Creates a transition with tokens. Its nonce is that of the signer for the contract of the token. */
function transfer(
  { id, contractId }: Token,
  { by, keyId, nonce, userFeeIncrease, recipientId, amount }: TransferTokens,
): Transition<object> {
  const moved = {
    tokenId: id,
    senderId: readId(by, 'by'),
    recipientId: readId(recipientId, 'recipientId'),
    amount: readUnsigned(amount, 'amount'),
  };
  return {
    signed: {
      by,
      ...(keyId === undefined ? {} : { keyId }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(userFeeIncrease === undefined ? {} : { userFeeIncrease }),
    },
    nonceOwner: { contractId, isBatch: true },
    keyRequirement: CRITICAL_KEYS,
    rejectionFee: rejectionCost(4),
    checkStructure: () => checkTokenTransfer(moved),
    requiredBalance: () => MIN_PROCESSING_FEE,
    execute: async ({ view }) => {
      await transferTokens(view, moved);
      return { result: {}, ...processingCost({ replacedBytes: 16, seeks: 6 }) };
    },
  };
}

/** Returns the id of a token, in base58. @throws {InputError} */
function readTokenId({ tokenId: id, contractId, position = 0 }: TokenName): string {
  if (id !== undefined) return readId(id, 'tokenId');
  if (typeof position !== 'number' || !Number.isInteger(position) || position < 0 || position > 0xff_ff)
    throw new InputError('position', { expected: 'a whole number from 0 to 65535', found: position });
  return identifierText(tokenId(bytesOf(readId(contractId, 'contractId')), position));
}

function readFlag(input: unknown, place: string): boolean {
  if (typeof input === 'boolean') return input;
  throw new InputError(place, { expected: 'true or false', found: input });
}
