import { NodeRefusal } from '../layer1.js';
import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { RefusedControl } from './refused-control.js';

/** What goes wrong with a transaction that is sent. */
export type FaultKind =
  /** It is refused, with a code and message of Dash Core's or any others. */
  | { readonly kind: 'refuse'; readonly code?: number; readonly message?: string }
  /** It is checked and answered with its id, and lost. */
  | { readonly kind: 'drop' }
  /** It is checked and answered with its id, and waits for so many blocks before it is in the mempool. */
  | { readonly kind: 'hold'; readonly blocks: number }
  /** The answer, and all that is done, comes so much later. */
  | { readonly kind: 'delay'; readonly milliseconds: number };

/** A fault to have, and with which transactions. */
export type FaultWish = FaultKind & {
  /** How many transactions it happens to; all where it is not given. */
  readonly times?: number;
  /** The id of the only transaction that it happens to. */
  readonly txid?: string;
};

/** A fault that is set. */
export type TransactionFault = FaultWish & { readonly id: number };

const REFUSAL = { code: RPC_ERROR_CODES.verifyRejected, message: 'refused-by-fault' };

/** Each number of a fault, with its bounds. */
const NUMBERS: readonly (readonly [
  name: 'times' | 'blocks' | 'milliseconds' | 'code',
  least: number,
  most: number,
])[] = [
  ['times', 1, Number.MAX_SAFE_INTEGER],
  ['blocks', 1, 1_000_000],
  ['milliseconds', 0, 2 ** 31 - 1],
  ['code', -(2 ** 31), 2 ** 31 - 1],
];

const NEEDED = { refuse: [], drop: [], hold: ['blocks'], delay: ['milliseconds'] } as const;

/** @throws {RefusedControl} `invalid-fault` */
export function checkFault(wish: FaultWish): void {
  const needed: readonly string[] | undefined = Object.hasOwn(NEEDED, wish.kind)
    ? NEEDED[wish.kind]
    : undefined;
  if (needed === undefined) {
    throw new RefusedControl('invalid-fault', {
      expected: `one of ${Object.keys(NEEDED).join(', ')}`,
      found: String(wish.kind),
    });
  }
  const given = new Map<string, unknown>(Object.entries(wish));
  for (const [name, least, most] of NUMBERS) {
    const value = given.get(name);
    if (value === undefined && !needed.includes(name)) continue;
    const isRight =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
    if (isRight) continue;
    throw new RefusedControl('invalid-fault', {
      expected: `${name} as a whole number from ${least} to ${most}`,
      found: String(value),
    });
  }
}

/** The first fault for a transaction, and the faults that are left once it has happened. */
export function faultFor(
  txid: string,
  faults: readonly TransactionFault[],
): { readonly fault: TransactionFault | undefined; readonly left: readonly TransactionFault[] } {
  const fault = faults.find((each) => each.txid === undefined || each.txid === txid);
  if (fault?.times === undefined) return { fault, left: faults };
  const used = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
  return { fault, left: faults.flatMap((each) => (each === fault ? used : [each])) };
}

/** What a refused transaction is told. */
export function faultRefusal({
  code = REFUSAL.code,
  message = REFUSAL.message,
}: FaultKind & { kind: 'refuse' }): NodeRefusal {
  return new NodeRefusal(code, message);
}
