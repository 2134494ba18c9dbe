import {
  FINAL_SEQUENCE,
  LOCK_TIME_THRESHOLD,
  RELATIVE_LOCK_VERSION,
  SEQUENCE_DISABLED,
  SEQUENCE_IS_TIME,
  SEQUENCE_VALUE,
} from '../transaction/lock-fields.js';
import type { Transaction, TransactionInput } from '../transaction/transaction.js';
import { isPublicKeySize, verifyEcdsa } from './ecdsa.js';
import type { SignatureChecker } from './signature-checker.js';
import { SignatureHasher } from './signature-hash.js';

/** Bits of sequence numbers that are compared: the unit, and the value. */
const SEQUENCE_MASK = SEQUENCE_IS_TIME | SEQUENCE_VALUE;

/**
 * Answers for one input of a transaction. Give the inputs of one transaction the same `hasher`.
 *
 * Source: GenericTransactionSignatureChecker in `src/script/interpreter.cpp`, dashpay/dash.
 */
export class TransactionChecker implements SignatureChecker {
  readonly #hasher: SignatureHasher;
  readonly #inputIndex: number;
  readonly #input: TransactionInput;

  /** @throws {RangeError} when the transaction has no such input. */
  constructor(transaction: Transaction, inputIndex: number, hasher = new SignatureHasher(transaction)) {
    const input = transaction.inputs[inputIndex];
    if (input === undefined) throw new RangeError(`there is no input ${inputIndex}`);
    this.#hasher = hasher;
    this.#inputIndex = inputIndex;
    this.#input = input;
  }

  checkSignature(signature: Uint8Array, publicKey: Uint8Array, scriptCode: Uint8Array): boolean {
    const hashType = signature.at(-1);
    if (hashType === undefined || !isPublicKeySize(publicKey)) return false;
    const hash = this.#hasher.hash(this.#inputIndex, scriptCode, hashType);
    return verifyEcdsa(signature.subarray(0, -1), hash, publicKey);
  }

  checkLockTime(lockTime: number): boolean {
    const own = this.#hasher.transaction.lockTime;
    const sameUnit = own < LOCK_TIME_THRESHOLD === lockTime < LOCK_TIME_THRESHOLD;
    return sameUnit && lockTime <= own && this.#input.sequence !== FINAL_SEQUENCE;
  }

  checkSequence(sequence: number): boolean {
    const own = this.#input.sequence;
    // Core reads a negative version as a large one here.
    if (this.#hasher.transaction.version >>> 0 < RELATIVE_LOCK_VERSION) return false;
    if ((own & SEQUENCE_DISABLED) !== 0) return false;
    const sameUnit = (own & SEQUENCE_IS_TIME) === (sequence & SEQUENCE_IS_TIME);
    return sameUnit && (sequence & SEQUENCE_MASK) <= (own & SEQUENCE_MASK);
  }
}
