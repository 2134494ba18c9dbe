import { hash160 } from '../../base/crypto/hashes.js';
import type { Transaction } from '../transaction/transaction.js';
import { buildScript } from './build-script.js';
import { publicKeyOf, signEcdsa } from './ecdsa.js';
import { payToPublicKeyHash } from './standard-scripts.js';
import { SignatureHasher } from './signature-hash.js';
import { SIGNATURE_HASH_TYPES } from './signature-hash-type.js';

/** Describes an input to sign, and the key. */
export interface SigningRequest {
  readonly transaction: Transaction;
  readonly inputIndex: number;
  /** 32 bytes. */
  readonly secretKey: Uint8Array;
  /** ALL unless said otherwise; see `SIGNATURE_HASH_TYPES`. */
  readonly hashType?: number;
  /** Give the inputs of one transaction the same one. */
  readonly hasher?: SignatureHasher;
}

/** Describes a signing of an input that spends a pay-to-public-key-hash output. */
export interface InputSigningRequest extends SigningRequest {
  /** The script of the output that is spent. */
  readonly scriptPubKey: Uint8Array;
  /** True if the output pays to the 33-byte form of the key, as it does unless said otherwise. */
  readonly compressed?: boolean;
}

/**
 * Returns a signature over one input, hash type behind it, as in a script: deterministic (RFC 6979), strictly DER, S low.
 * `scriptCode` is the script of the spent output, or the redeem script where it pays to a script hash.
 * @throws {RangeError} when there is no such input.
 * @throws {Error} when the secret key is not valid.
 */
export function inputSignature(request: SigningRequest & { readonly scriptCode: Uint8Array }): Uint8Array {
  const { transaction, inputIndex, scriptCode, secretKey, hashType = SIGNATURE_HASH_TYPES.ALL } = request;
  const hasher = request.hasher ?? new SignatureHasher(transaction);
  const signature = signEcdsa(hasher.hash(inputIndex, scriptCode, hashType), secretKey);
  return Uint8Array.of(...signature, hashType);
}

/**
 * Returns the scriptSig that spends a pay-to-public-key-hash output.
 * @throws {RangeError} when there is no such input, or the output does not pay to the hash of the secret key's public key.
 * @throws {Error} when the secret key is not valid.
 */
export function inputScript(request: InputSigningRequest): Uint8Array {
  const { scriptPubKey, secretKey, compressed = true } = request;
  const publicKey = publicKeyOf(secretKey, compressed);
  if (Buffer.compare(payToPublicKeyHash(hash160(publicKey)), scriptPubKey) !== 0) {
    throw new RangeError('the output does not pay to the hash of this key');
  }
  return buildScript(inputSignature({ ...request, scriptCode: scriptPubKey }), publicKey);
}

/** Returns the transaction with one input signed; see {@link inputScript} for what it throws. */
export function signInput(request: InputSigningRequest): Transaction {
  const { transaction, inputIndex } = request;
  const scriptSig = inputScript(request);
  const inputs = transaction.inputs.map((input, i) => (i === inputIndex ? { ...input, scriptSig } : input));
  return { ...transaction, inputs };
}
