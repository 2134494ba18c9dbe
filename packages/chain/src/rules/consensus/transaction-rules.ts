import {
  carriesPayload,
  isCoinbase,
  isNullOutPoint,
  outPointKey,
  type Transaction,
} from '../../primitives/transaction/transaction.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { isMoney, MAX_MONEY, REGTEST } from './regtest.js';
import { enforce, type Rule } from './rejection-error.js';

/** Describes a transaction with values computed from its serialisation. */
export interface SizedTransaction {
  readonly transaction: Transaction;
  /** In display order. */
  readonly txid: string;
  /** Bytes on the wire. */
  readonly size: number;
}

const MAX_TRANSACTION_SIZE_EVER = 1_000_000;
const COINBASE_SCRIPT_SIZE = { min: 2, minWithPayload: 1, max: 100 };

/**
 * Checks the rules of a transaction that do not depend on the chain.
 *
 * Source: `CheckTransaction` in `src/consensus/tx_check.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function checkTransaction(subject: SizedTransaction): void {
  enforce(CONTEXT_FREE_RULES, subject);
}

const WITHOUT_INPUTS: ReadonlySet<number> = new Set([
  TransactionType.quorumCommitment,
  TransactionType.mnHardForkSignal,
  TransactionType.assetUnlock,
]);
const WITHOUT_OUTPUTS: ReadonlySet<number> = new Set([
  TransactionType.quorumCommitment,
  TransactionType.mnHardForkSignal,
]);

const CONTEXT_FREE_RULES: readonly Rule<SizedTransaction>[] = [
  ['bad-txns-vin-empty', ({ transaction: t }) => t.inputs.length === 0 && !isTypeIn(t, WITHOUT_INPUTS)],
  ['bad-txns-vout-empty', ({ transaction: t }) => t.outputs.length === 0 && !isTypeIn(t, WITHOUT_OUTPUTS)],
  ['bad-txns-oversize', ({ size }) => size > MAX_TRANSACTION_SIZE_EVER],
  ['bad-txns-payload-oversize', ({ transaction: t }) => t.extraPayload.length > REGTEST.maxExtraPayloadSize],
  ['bad-txns-vout-negative', ({ transaction: t }) => firstBadOutput(t) === 'negative'],
  ['bad-txns-vout-toolarge', ({ transaction: t }) => firstBadOutput(t) === 'too-large'],
  ['bad-txns-txouttotal-toolarge', ({ transaction: t }) => firstBadOutput(t) === 'total-too-large'],
  ['bad-txns-inputs-duplicate', ({ transaction: t }) => hasDuplicateInputs(t)],
  ['bad-cb-length', ({ transaction: t }) => isCoinbase(t) && !hasCoinbaseScriptSize(t)],
  [
    'bad-txns-prevout-null',
    ({ transaction: t }) => !isCoinbase(t) && t.inputs.some((input) => isNullOutPoint(input.previousOutput)),
  ],
];

const LAST_TYPE = TransactionType.assetUnlock;

/**
 * Checks a transaction in a block at `height`.
 *
 * Source: `ContextualCheckTransaction` in `src/validation.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function checkTransactionAtHeight(subject: SizedTransaction, height: number): void {
  if (height >= REGTEST.specialTransactionsHeight) enforce(SPECIAL_TRANSACTION_RULES, subject);
  enforce(SIZE_RULES, subject);
}

const SPECIAL_TRANSACTION_RULES: readonly Rule<SizedTransaction>[] = [
  ['bad-txns-type', ({ transaction: t }) => carriesPayload(t) && t.type > LAST_TYPE],
  [
    'bad-txns-cb-type',
    ({ transaction: t }) => isCoinbase(t) && isSpecialVersion(t) && t.type !== TransactionType.coinbase,
  ],
  ['bad-txns-type', ({ transaction: t }) => !isSpecialVersion(t) && t.type !== TransactionType.normal],
];

const SIZE_RULES: readonly Rule<SizedTransaction>[] = [
  ['bad-txns-oversize', ({ size }) => size > REGTEST.maxTransactionSize],
];

function isSpecialVersion({ version }: Transaction): boolean {
  return version >= 3;
}

function isTypeIn(transaction: Transaction, types: ReadonlySet<number>): boolean {
  return types.has(transaction.type);
}

function firstBadOutput({ outputs }: Transaction): 'negative' | 'too-large' | 'total-too-large' | undefined {
  let total = 0n;
  for (const { value } of outputs) {
    if (value < 0n) return 'negative';
    if (value > MAX_MONEY) return 'too-large';
    total += value;
    if (!isMoney(total)) return 'total-too-large';
  }
  return undefined;
}

function hasDuplicateInputs({ inputs }: Transaction): boolean {
  return new Set(inputs.map((input) => outPointKey(input.previousOutput))).size < inputs.length;
}

function hasCoinbaseScriptSize(transaction: Transaction): boolean {
  const size = transaction.inputs[0]?.scriptSig.length ?? 0;
  const withPayload = transaction.type === TransactionType.coinbase;
  const min = withPayload ? COINBASE_SCRIPT_SIZE.minWithPayload : COINBASE_SCRIPT_SIZE.min;
  return size >= min && size <= COINBASE_SCRIPT_SIZE.max;
}
