import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { PlatformError } from '../consensus-error.js';
import { BadInput } from '../input/bad-input.js';
import { readId, readUnsigned, type IntegerInput } from '../input/read-input.js';
import { CRITICAL_KEYS } from '../identity/signing-key.js';
import type { Operation, Signed } from '../operation/operation.js';
import type { PlatformChain, Receipt } from '../operation/platform-chain.js';
import { costOf, refusalCost } from '../operation/processing-cost.js';
import { tokenId } from './token-id.js';
import {
  checkTokenTransfer,
  setFrozen,
  setPaused,
  tokenAccountOf,
  tokenOf,
  transferTokens,
  type Token,
  type TokenAccount,
} from './token-store.js';

/** A token: by its id, or by its contract and its position there. */
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

/** What can be done with tokens, as far as documents cost them. Rejects with `PlatformError` what the network refuses. */
export interface TokenOperations {
  /** A token, or nothing. */
  getToken(input: TokenName): Promise<Token | undefined>;
  /** What an identity has of a token; nothing of it when it never had any. */
  getTokenBalance(input: TokenName & { readonly identityId: string }): Promise<TokenAccount>;
  transferTokens(input: TransferTokens): Promise<Receipt>;
  /** Not signed: whether the rules of the token allow it is not asked. */
  setTokenFrozen(
    input: TokenName & { readonly identityId: string; readonly isFrozen: boolean },
  ): Promise<TokenAccount>;
  /** Not signed: whether the rules of the token allow it is not asked. */
  setTokenPaused(input: TokenName & { readonly isPaused: boolean }): Promise<Token>;
}

/** Beside the amount, what must be there for processing. */
const LEAST_PROCESSING = 100_000n;

/** The tokens of a chain. */
export function tokenOperations(chain: PlatformChain): TokenOperations {
  return {
    getToken: async (input) => {
      const id = readTokenId(input);
      return chain.read(async (view) => tokenOf(view, id));
    },
    getTokenBalance: async (input) => {
      const [id, identityId] = [readTokenId(input), readId(input.identityId, 'identityId')];
      return chain.read(async (view) => tokenAccountOf(view, id, identityId));
    },
    transferTokens: async (input) => {
      const id = readTokenId(input);
      const token = await chain.read(async (view) => tokenOf(view, id));
      if (token === undefined) throw new PlatformError('InvalidTokenIdError', { tokenId: id });
      return chain.execute(transfer(token, input));
    },
    setTokenFrozen: async (input) => {
      const [id, identityId] = [readTokenId(input), readId(input.identityId, 'identityId')];
      const isFrozen = readFlag(input.isFrozen, 'isFrozen');
      return chain.change(async (view) => {
        await setFrozen(view, { tokenId: id, identityId, isFrozen });
        return tokenAccountOf(view, id, identityId);
      });
    },
    setTokenPaused: async (input) => {
      const id = readTokenId(input);
      const isPaused = readFlag(input.isPaused, 'isPaused');
      return chain.change(async (view) => {
        await setPaused(view, id, isPaused);
        const token = await tokenOf(view, id);
        if (token === undefined) throw new RangeError('expected the token that was changed');
        return token;
      });
    },
  };
}

/** Operations with tokens count their nonces with the contract of the token. */
function transfer(
  { id, contractId }: Token,
  { by, keyId, nonce, userFeeIncrease, recipientId, amount }: TransferTokens,
): Operation<object> {
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
    nonceOf: { contractId, isBatch: true },
    keyDemand: CRITICAL_KEYS,
    refusalFee: refusalCost(4),
    checkStructure: () => checkTokenTransfer(moved),
    requiredBalance: () => LEAST_PROCESSING,
    execute: async ({ view }) => {
      await transferTokens(view, moved);
      return { result: {}, ...costOf({ replacedBytes: 16, seeks: 6 }) };
    },
  };
}

/** The id of a token, in base58. @throws {BadInput} */
function readTokenId({ tokenId: id, contractId, position = 0 }: TokenName): string {
  if (id !== undefined) return readId(id, 'tokenId');
  if (typeof position !== 'number' || !Number.isInteger(position) || position < 0 || position > 0xff_ff)
    throw new BadInput('position', { expected: 'a whole number from 0 to 65535', found: position });
  return identifierText(tokenId(bytesOf(readId(contractId, 'contractId')), position));
}

function readFlag(input: unknown, place: string): boolean {
  if (typeof input === 'boolean') return input;
  throw new BadInput(place, { expected: 'true or false', found: input });
}
