import {
  DecodeError,
  tokenConfigurationChangeItem,
  type TokenConfigurationChangeItem,
  type TokenPricingSchedule,
} from '@dapikit/protocol';
import { InputError } from '../../base/errors/input-error.js';
import { readId, readMembers, readUnsigned, type IntegerInput } from '../../state/input/read-input.js';
import { readKeyId } from '../../state/input/read-signed.js';
import { tokenId } from '../../state/token/token-id.js';
import type { Token } from '../../state/token/token-store.js';
import type { Signed } from '../transition/transition.js';
import type { RequestedAction, TokenRequest } from './token-request.js';

/** Describes a token: by its id, or by its contract and its position there. */
export interface TokenName {
  /** Base58. */
  readonly tokenId?: string;
  /** Base58. */
  readonly contractId?: string;
  /** 0 when absent. */
  readonly position?: number;
}

/** Names the group for which a member acts. */
export interface GroupInput {
  readonly position: number;
  /** The action that the member signs, in base58; the member proposes a new one when absent. */
  readonly actionId?: string | undefined;
}

/** Describes what all signed changes of tokens say. */
export interface SignedTokenInput extends TokenName, Signed {
  /** A public note of at most 2048 bytes. */
  readonly note?: string;
  /** The group that decides; nobody but the signer when absent. */
  readonly group?: GroupInput;
}

/** The price of a token in credits: of each, or by the least amount that it is for; `null` ends the sale. */
export type PriceInput = IntegerInput | Readonly<Record<string, IntegerInput>> | null;

const MAX_POSITION = 0xff_ff;

/** Returns the id of a token. @throws {InputError} */
export function readTokenId({ tokenId: id, contractId, position }: TokenName): Uint8Array {
  if (id !== undefined) return readId(id, 'tokenId');
  return tokenId(readId(contractId, 'contractId'), readPosition(position ?? 0, 'position'));
}

/** Reads the position of a token or a group in its contract. @throws {InputError} */
export function readPosition(input: unknown, place: string): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= 0 && input <= MAX_POSITION)
    return input;
  throw new InputError(place, { expected: `a whole number from 0 to ${MAX_POSITION}`, found: input });
}

/** Reads who signs, and for which group. @throws {InputError} */
export function readTokenRequest(
  { contractId, position }: Pick<Token, 'contractId' | 'position'>,
  { by, keyId, nonce, userFeeIncrease, group }: SignedTokenInput,
  action: RequestedAction,
): TokenRequest {
  const signed = {
    by: readId(by, 'by'),
    ...(keyId === undefined ? {} : { keyId: readKeyId(keyId) }),
    ...(nonce === undefined ? {} : { nonce: readUnsigned(nonce, 'nonce') }),
    ...(userFeeIncrease === undefined ? {} : { userFeeIncrease }),
  };
  return {
    signed,
    contractId,
    position,
    ...(group === undefined ? {} : { group: readGroup(group) }),
    action,
  };
}

function readGroup(input: unknown): NonNullable<TokenRequest['group']> {
  const { position, actionId } = readMembers(input, 'group');
  const at = readPosition(position, 'group.position');
  if (actionId === undefined) return { position: at, isProposer: true };
  return { position: at, actionId: readId(actionId, 'group.actionId'), isProposer: false };
}

/** Reads a public note; nothing when absent. @throws {InputError} */
export function readNote(input: unknown): string | undefined {
  if (input === undefined || typeof input === 'string') return input;
  throw new InputError('note', { expected: 'text', found: input });
}

/** Reads a setting of a token and its new value, in the official JSON. @throws {InputError} */
export function readConfigurationItem(input: unknown): TokenConfigurationChangeItem {
  try {
    return tokenConfigurationChangeItem.fromJson(readMembers(input, 'item'));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new InputError('item', {
      problem: error.message,
      expected: 'a setting in the official JSON, such as { "$type": "maxSupply", "value": 1000 }',
      found: input,
    });
  }
}

/** Reads the price of a token; nothing where its sale ends. @throws {InputError} */
export function readTokenPrice(input: unknown): TokenPricingSchedule | undefined {
  if (input === null) return undefined;
  if (typeof input !== 'object') return { type: 'singlePrice', price: readUnsigned(input, 'price') };
  const prices = Object.entries(readMembers(input, 'price')).map(([from, price]): [bigint, bigint] => [
    readUnsigned(from, `price.${from}`),
    readUnsigned(price, `price.${from}`),
  ]);
  if (prices.length === 0)
    throw new InputError('price', {
      expected: 'at least one price',
      found: 'none',
      fix: 'send null to end the sale',
    });
  return { type: 'setPrices', prices: new Map(prices) };
}
