import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import {
  PAYLOAD_FORMATS,
  type PayloadFormat,
  type SpecialPayload,
} from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import {
  carriesPayload,
  decodeTransaction,
  type Transaction,
} from '../../primitives/transaction/transaction.js';
import { UnsafeTransactionError } from '../../primitives/transaction/unsafe-transaction-error.js';
import { MAX_MONEY, REGTEST } from './regtest.js';

/*
 * Bounds of special transactions that apply on every network, whatever the chain. A value beyond them is rejected by every node, or stops
 * one: Dash Core asserts that the bit of a hard fork signal is below 29 before it checks the signal.
 * Sources: `CChainParams::IsValidMNActivation` in `src/chainparams.cpp`, `IsTriviallyValid` in `src/evo/providertx.cpp`,
 * `src/evo/assetlocktx.cpp`, `MemPoolAccept::PreChecks` in `src/validation.cpp` of dashpay/dash.
 * Only what Dash Core 23.1.2 never accepts is here. The type of masternode in a ProUpServTx is not: a mempool takes any.
 */

const MAX_VERSION_BIT = 28;
const MAX_MASTERNODE_TYPE = 1;
const MAX_OPERATOR_REWARD = 10_000;
const MAX_REVOCATION_REASON = 3;
const MAX_WITHDRAWALS = 32;

/** A value of a special transaction, and the values that a node accepts there. */
interface Bound<Payload> {
  /** A JSON pointer into the transaction. */
  readonly at: string;
  readonly expected: string;
  readonly found: (payload: Payload, transaction: Transaction) => number | bigint;
  readonly isHeld: (found: number | bigint) => boolean;
}

type PayloadOf<Kind extends SpecialPayload['kind']> = Extract<SpecialPayload, { readonly kind: Kind }>;

const BOUNDS: { readonly [Kind in SpecialPayload['kind']]?: readonly Bound<PayloadOf<Kind>>[] } = {
  proRegTx: [
    atMost('/payload/masternodeType', MAX_MASTERNODE_TYPE, ({ masternodeType }) => masternodeType),
    atMost('/payload/mode', 0, ({ mode }) => mode),
    atMost('/payload/operatorReward', MAX_OPERATOR_REWARD, ({ operatorReward }) => operatorReward),
  ],
  proUpRegTx: [atMost('/payload/mode', 0, ({ mode }) => mode)],
  proUpRevTx: [atMost('/payload/reason', MAX_REVOCATION_REASON, ({ reason }) => reason)],
  mnHfTx: [atMost('/payload/versionBit', MAX_VERSION_BIT, ({ versionBit }) => versionBit)],
  assetLockTx: [
    {
      at: '/payload/creditOutputs',
      expected: 'at least 1 output',
      found: ({ creditOutputs }) => creditOutputs.length,
      isHeld: (count) => count > 0,
    },
    {
      at: '/payload/creditOutputs',
      expected: `values from 1 to ${MAX_MONEY} duffs`,
      found: ({ creditOutputs }) => creditOutputs.find(({ value }) => !isAmount(value))?.value ?? 1n,
      isHeld: isAmount,
    },
    {
      at: '/payload/creditOutputs',
      expected: `a sum of at most ${MAX_MONEY} duffs`,
      found: ({ creditOutputs }) => creditOutputs.reduce((sum, { value }) => sum + value, 0n),
      isHeld: isAmount,
    },
  ],
  assetUnlockTx: [
    atMost('/inputs', 0, (_, { inputs }) => inputs.length),
    atMost('/outputs', MAX_WITHDRAWALS, (_, { outputs }) => outputs.length),
    { at: '/payload/fee', expected: 'at least 1', found: ({ fee }) => fee, isHeld: (fee) => fee > 0 },
  ],
};

const IN_BLOCKS_ONLY: ReadonlyMap<number, string> = new Map([
  [TransactionType.coinbase, 'a coinbase'],
  [TransactionType.quorumCommitment, 'a quorum commitment'],
]);

/**
 * Checks a transaction before it is sent to a node that others depend on. Passes every transaction that Dash Core 23.1.2 accepts, and
 * passes other transactions to the node: plain transactions, and bytes that a node cannot decode either.
 * @throws {UnsafeTransactionError}
 */
export function checkBeforeBroadcast(serialized: Uint8Array): void {
  const transaction = transactionOf(serialized);
  if (transaction === undefined || !carriesPayload(transaction)) return;
  const format = formatOf(transaction.type);
  checkSize(transaction.extraPayload.length);
  const payload = decode(transaction, format);
  // The table has each kind's own bounds under its name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said above
  const bounds = (BOUNDS[payload.kind] ?? []) as readonly Bound<SpecialPayload>[];
  for (const { at, expected, found, isHeld } of bounds) {
    const value = found(payload, transaction);
    if (!isHeld(value)) throw outOfRange(at, expected, value);
  }
}

function transactionOf(serialized: Uint8Array): Transaction | undefined {
  try {
    return decodeTransaction(serialized);
  } catch (error) {
    if (error instanceof MalformedBytesError) return undefined;
    throw error;
  }
}

function formatOf(type: number): PayloadFormat {
  const name = IN_BLOCKS_ONLY.get(type);
  if (name !== undefined) {
    throw new UnsafeTransactionError('transaction-type-not-relayed', `${name} is valid in a block only`, {
      expected: 'a type that nodes relay: 0 to 4, or 7 to 9',
      found: type,
      at: '/type',
      fix: 'send a transaction of another type',
    });
  }
  const format = PAYLOAD_FORMATS.get(type);
  if (format !== undefined) return format;
  throw new UnsafeTransactionError('transaction-type-unknown', `transaction type ${type} is unknown`, {
    expected: 'a type of Dash Core 23.1.2 that nodes relay: 0 to 4, or 7 to 9',
    found: type,
    at: '/type',
    fix: 'send a transaction of a known type, or update dapikit if a later Dash Core knows this one',
  });
}

function checkSize(size: number): void {
  const { maxExtraPayloadSize } = REGTEST;
  if (size > maxExtraPayloadSize) throw outOfRange('/payload', `at most ${maxExtraPayloadSize} bytes`, size);
}

function decode({ type, extraPayload }: Transaction, format: PayloadFormat): SpecialPayload {
  try {
    return format.decode(extraPayload);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw new UnsafeTransactionError('payload-malformed', `the payload is malformed: ${error.message}`, {
      expected: `the payload of a transaction of type ${type}, as Dash Core 23.1.2 reads it`,
      found: error.message,
      at: '/payload',
      fix: 'encode the payload in the layout and a version of its type',
    });
  }
}

function outOfRange(at: string, expected: string, found: number | bigint): UnsafeTransactionError {
  const name = at.split('/').at(-1) ?? at;
  return new UnsafeTransactionError('payload-out-of-range', `${name} ${found} is out of range: ${expected}`, {
    expected,
    found: typeof found === 'bigint' ? String(found) : found,
    at,
    fix: `change ${name} to a value in range`,
  });
}

function atMost<Payload>(
  at: string,
  max: number,
  found: (payload: Payload, transaction: Transaction) => number,
): Bound<Payload> {
  return { at, expected: `at most ${max}`, found, isHeld: (value) => value <= max };
}

function isAmount(value: number | bigint): boolean {
  return value > 0n && value <= MAX_MONEY;
}
