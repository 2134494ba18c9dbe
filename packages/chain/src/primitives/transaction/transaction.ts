import { readAll, type ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { displayHash, ZERO_HASH } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { TransactionType } from './transaction-type.js';

/** Describes an output of an earlier transaction. */
export interface OutPoint {
  /** The id of that transaction, in display order. */
  readonly txid: string;
  readonly index: number;
}

export interface TransactionInput {
  readonly previousOutput: OutPoint;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
}

export interface TransactionOutput {
  /** In duffs. Signed on the wire, so a negative amount can be read (and is rejected by the rules). */
  readonly value: bigint;
  readonly scriptPubKey: Uint8Array;
}

/**
 * Describes a transaction as on the wire (DIP-2: the upper half of the old 32-bit version is the type).
 *
 * Source: `src/primitives/transaction.h` in dashpay/dash.
 */
export interface Transaction {
  /** 16 bits, as Dash Core prints it: below 0 or above 32767 only in malformed or foreign transactions. */
  readonly version: number;
  /** 0 for a plain transaction; see `TransactionType`. */
  readonly type: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
  /** The payload of a special transaction; empty where the wire carries none. */
  readonly extraPayload: Uint8Array;
}

const SPECIAL_TRANSACTION_VERSION = 3;
const MIN_INPUT_BYTES = 32 + 4 + 1 + 4;
/** Defines the length of the shortest serialised output: its value and an empty script. */
export const MIN_OUTPUT_BYTES = 8 + 1;
/** The requested height, the hash of the quorum and its signature, at the end of an asset unlock. */
const UNLOCK_SIGNER_BYTES = 4 + 32 + 96;
const UNLOCK_BYTES = 1 + 8 + 4 + UNLOCK_SIGNER_BYTES;
const COINBASE_INDEX = 0xffffffff;

/** Returns whether the wire form carries a payload: version 3 or later, and a type. */
export function carriesPayload(transaction: Pick<Transaction, 'version' | 'type'>): boolean {
  return transaction.version >= SPECIAL_TRANSACTION_VERSION && transaction.type !== 0;
}

/**
 * Returns the transaction that `bytes` serialise, the whole of them.
 * @throws {MalformedBytesError} on anything but one canonical serialisation.
 * @example
 * import { decodeTransaction, hexToBytes, transactionId } from '@dapikit/chain';
 *
 * // A transaction without inputs, which pays 1000 duffs to anybody.
 * const transaction = decodeTransaction(hexToBytes('010000000001e803000000000000015100000000'));
 * transaction.outputs[0].value; // => 1000n
 * transactionId(transaction).slice(0, 16); // => '92f06005f51981ae'
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  return readAll(bytes, readTransaction);
}

/** Returns the serialisation of `transaction`. */
export function encodeTransaction(transaction: Transaction): Uint8Array {
  const writer = new ByteWriter();
  writeTransaction(writer, transaction);
  return writer.toBytes();
}

/** Returns the id of a transaction, in display order, as Dash Core 23 has it: see {@link networkTransactionId}. */
export function transactionId(transaction: Transaction): string {
  return displayHash(sha256d(encodeTransaction(transaction)));
}

/**
 * Returns the id by which blocks of all versions of the network commit to a transaction, in display order. It differs from {@link transactionId} for
 * asset unlocks of version 2 (V24) only: there the last fields, the requested height and the quorum with its signature, count as zeros.
 */
export function networkTransactionId(transaction: Transaction): string {
  const bytes = encodeTransaction(transaction);
  if (isUnlockOfVersion2(transaction)) bytes.fill(0, bytes.length - UNLOCK_SIGNER_BYTES);
  return displayHash(sha256d(bytes));
}

/**
 * Returns the hash of all bytes of an asset unlock of version 2 (V24), in display order; `undefined` for another transaction. Its id does not cover the signer: the coinbase
 * commits to these hashes.
 */
export function assetUnlockHash(transaction: Transaction): string | undefined {
  return isUnlockOfVersion2(transaction) ? transactionId(transaction) : undefined;
}

function isUnlockOfVersion2(transaction: Transaction): boolean {
  const { type, extraPayload } = transaction;
  return (
    type === TransactionType.assetUnlock &&
    carriesPayload(transaction) &&
    extraPayload.length === UNLOCK_BYTES &&
    extraPayload[0] === 2
  );
}

/** Reads a transaction and leaves what follows it. */
export function readTransaction(reader: ByteReader): Transaction {
  const version = reader.i16();
  const type = reader.u16();
  const inputs = reader.list(MIN_INPUT_BYTES, readInput);
  const outputs = reader.list(MIN_OUTPUT_BYTES, readOutput);
  const lockTime = reader.u32();
  const extraPayload = carriesPayload({ version, type }) ? reader.varBytes() : new Uint8Array();
  return { version, type, inputs, outputs, lockTime, extraPayload };
}

/**
 * Returns the first 32 bits of a transaction, signed. A version below 0 covers the type with its sign, so the id of such a transaction does not depend on
 * its type.
 *
 * Source: `CTransaction::Serialize` in `src/primitives/transaction.h` of dashpay/dash.
 */
export function versionAndType({ version, type }: Pick<Transaction, 'version' | 'type'>): number {
  return version | (type << 16);
}

export function writeTransaction(writer: ByteWriter, transaction: Transaction): void {
  writer.i32(versionAndType(transaction));
  writer
    .list(transaction.inputs, writeInput)
    .list(transaction.outputs, writeOutput)
    .u32(transaction.lockTime);
  if (carriesPayload(transaction)) writer.varBytes(transaction.extraPayload);
}

/** Returns whether the only input spends nothing: the first transaction of a block. */
export function isCoinbase(transaction: Transaction): boolean {
  const [input, another] = transaction.inputs;
  return input !== undefined && another === undefined && isNullOutPoint(input.previousOutput);
}

/** Returns whether an outpoint stands for "no output", as in a coinbase. */
export function isNullOutPoint({ txid, index }: OutPoint): boolean {
  return index === COINBASE_INDEX && txid === ZERO_HASH;
}

/** Returns the text that names an outpoint in maps: `<txid>-<index>`, as Dash Core prints it. */
export function outPointKey({ txid, index }: OutPoint): string {
  return `${txid}-${index}`;
}

function readInput(reader: ByteReader): TransactionInput {
  const previousOutput = { txid: reader.hash(), index: reader.u32() };
  return { previousOutput, scriptSig: reader.varBytes(), sequence: reader.u32() };
}

function writeInput(writer: ByteWriter, { previousOutput, scriptSig, sequence }: TransactionInput): void {
  writer.hash(previousOutput.txid).u32(previousOutput.index).varBytes(scriptSig).u32(sequence);
}

/** Reads an output and leaves what follows it. */
export function readOutput(reader: ByteReader): TransactionOutput {
  return { value: reader.i64(), scriptPubKey: reader.varBytes() };
}

export function writeOutput(writer: ByteWriter, { value, scriptPubKey }: TransactionOutput): void {
  writer.i64(value).varBytes(scriptPubKey);
}
