import { isHash } from '../base/bytes/hex.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { ControlRejectedError } from './control-rejected-error.js';

/** Lists the faults that can be injected into a transaction that is sent. */
export type FaultKind =
  /** It is rejected, with a code and message of Dash Core's or any others. */
  | { readonly kind: 'reject'; readonly code?: number; readonly message?: string }
  /** It is checked and answered with its id, and lost. */
  | { readonly kind: 'drop' }
  /** It is checked and answered with its id, and waits for so many blocks before it is in the mempool. */
  | { readonly kind: 'hold'; readonly blocks: number }
  /** The answer, and all that is done, comes so much later. */
  | { readonly kind: 'delay'; readonly milliseconds: number };

/** Describes a fault to inject, and the transactions that it affects. */
export type FaultRequest = FaultKind & {
  /** Number of transactions that it affects; all where it is not given. */
  readonly times?: number;
  /** The id of the only transaction that it happens to. */
  readonly txid?: string;
};

/** Describes a fault that is set. */
export type TransactionFault = FaultRequest & { readonly id: number };

const REJECTION = { code: RPC_ERROR_CODES.verifyRejected, message: 'rejected-by-fault' };

/** The bounds of each number that a fault has. */
const BOUNDS = {
  id: [0, Number.MAX_SAFE_INTEGER],
  times: [1, Number.MAX_SAFE_INTEGER],
  blocks: [1, 1_000_000],
  milliseconds: [0, 2 ** 31 - 1],
  code: [-(2 ** 31), 2 ** 31 - 1],
} as const;

type Given = Readonly<Record<string, unknown>>;

/** Readers of the members that only one kind of fault has. */
const KINDS: Readonly<Record<FaultKind['kind'], (given: Given) => FaultKind>> = {
  reject: (given) => ({
    kind: 'reject',
    ...(given['code'] !== undefined && { code: numberIn(given, 'code') }),
    ...(given['message'] !== undefined && { message: textOf(given['message']) }),
  }),
  drop: () => ({ kind: 'drop' }),
  hold: (given) => ({ kind: 'hold', blocks: numberIn(given, 'blocks') }),
  delay: (given) => ({ kind: 'delay', milliseconds: numberIn(given, 'milliseconds') }),
};

/**
 * Returns a fault with its id, from values of any type; other members are left out.
 * @throws {ControlRejectedError} `invalid-fault`
 */
export function readFault(given: Given): TransactionFault {
  const kind = Object.keys(KINDS).find((name): name is FaultKind['kind'] => name === given['kind']);
  if (kind === undefined) throw invalidFault(`one of ${Object.keys(KINDS).join(', ')}`, given['kind']);
  const { txid } = given;
  if (txid !== undefined && !(typeof txid === 'string' && isHash(txid))) throw invalidFault('an id', txid);
  return {
    id: numberIn(given, 'id'),
    ...KINDS[kind](given),
    ...(given['times'] !== undefined && { times: numberIn(given, 'times') }),
    ...(txid !== undefined && { txid }),
  };
}

function numberIn(given: Given, name: keyof typeof BOUNDS): number {
  const value = given[name];
  const [min, max] = BOUNDS[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw invalidFault(`${name} as a whole number from ${min} to ${max}`, value);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidFault('message as text', value);
}

function invalidFault(expected: string, found: unknown): ControlRejectedError {
  return new ControlRejectedError('invalid-fault', { expected, found });
}

/** Returns the first fault for a transaction, and the faults that are left once it has happened. */
export function faultFor(
  txid: string,
  faults: readonly TransactionFault[],
): { readonly fault: TransactionFault | undefined; readonly left: readonly TransactionFault[] } {
  const fault = faults.find((each) => each.txid === undefined || each.txid === txid);
  if (fault?.times === undefined) return { fault, left: faults };
  const used = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
  return { fault, left: faults.flatMap((each) => (each === fault ? used : [each])) };
}

/** Returns the rejection of a fault. */
export function faultRejection({
  code = REJECTION.code,
  message = REJECTION.message,
}: FaultKind & { kind: 'reject' }): NodeRejectionError {
  return new NodeRejectionError(code, message);
}
