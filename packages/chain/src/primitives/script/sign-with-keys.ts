import { bytesToHex } from '../../base/bytes/hex.js';
import { hash160 } from '../../base/crypto/hashes.js';
import type { Transaction } from '../transaction/transaction.js';
import { buildScript, type ScriptPart } from './build-script.js';
import { classifyScript } from './classify-script.js';
import { publicKeyOf } from './ecdsa.js';
import { parseScript } from './parse-script.js';
import { pushWithLength } from './push-data.js';
import type { SignatureHasher } from './signature-hash.js';
import { coveredOutputs } from './signature-hash-type.js';
import { inputSignature } from './sign-input.js';
import { TransactionChecker } from './transaction-checker.js';

/** Holds secret keys and redeem scripts by the hashes that scripts name. */
export class SigningKeys {
  readonly #secretKeys = new Map<string, readonly [secretKey: Uint8Array, publicKey: Uint8Array]>();
  readonly #redeemScripts = new Map<string, Uint8Array>();

  /**
   * Adds a secret key for the 33-byte form of its public key, or for the 65-byte form.
   * @throws {Error} when the secret key is not valid.
   */
  addKey(secretKey: Uint8Array, compressed: boolean): void {
    const publicKey = publicKeyOf(secretKey, compressed);
    this.#secretKeys.set(bytesToHex(hash160(publicKey)), [secretKey, publicKey]);
  }

  addRedeemScript(script: Uint8Array): void {
    this.#redeemScripts.set(bytesToHex(hash160(script)), script);
  }

  /** Returns the key pair with the HASH160 of its public key. */
  keyPair(publicKeyHash: Uint8Array): readonly [secretKey: Uint8Array, publicKey: Uint8Array] | undefined {
    return this.#secretKeys.get(bytesToHex(publicKeyHash));
  }

  redeemScript(scriptHash: Uint8Array): Uint8Array | undefined {
    return this.#redeemScripts.get(bytesToHex(scriptHash));
  }
}

/** Describes an input to sign with whatever keys fit. */
export interface KeySigningRequest {
  readonly transaction: Transaction;
  readonly inputIndex: number;
  /** The script of the output that is spent. */
  readonly scriptPubKey: Uint8Array;
  readonly keys: SigningKeys;
  readonly hashType: number;
  /** Give the inputs of one transaction the same one. */
  readonly hasher: SignatureHasher;
}

/**
 * Returns a scriptSig with all signatures that the keys make, and those that the input has for a multisig; empty where nothing fits. It
 * is incomplete where keys are missing. The redeem script may also be that of the input. Where a signature of type SINGLE lacks its
 * output, the input keeps what it has.
 *
 * Source: `ProduceSignature` and `SignStep` in `src/script/sign.cpp` of dashpay/dash.
 */
export function signWithKeys(request: KeySigningRequest): Uint8Array {
  const { transaction, inputIndex, scriptPubKey, keys, hashType } = request;
  if (coveredOutputs(hashType) === 'SINGLE' && inputIndex >= transaction.outputs.length)
    return formerScript(request);
  const kind = classifyScript(scriptPubKey);
  if (kind.type !== 'scripthash') return buildScript(...satisfy(request, scriptPubKey));
  const redeemScript = keys.redeemScript(kind.hash) ?? formerRedeemScript(request, kind.hash);
  if (redeemScript === undefined) return new Uint8Array();
  const parts = buildScript(...satisfy(request, redeemScript));
  return new Uint8Array(Buffer.concat([parts, pushWithLength(redeemScript)]));
}

/** Returns what a script wants to be pushed before it runs. */
function satisfy(request: KeySigningRequest, scriptCode: Uint8Array): readonly ScriptPart[] {
  const { keys } = request;
  const kind = classifyScript(scriptCode);
  const signatureOf = (publicKeyHash: Uint8Array): Uint8Array | undefined => {
    const pair = keys.keyPair(publicKeyHash);
    return pair && inputSignature({ ...request, scriptCode, secretKey: pair[0] });
  };
  switch (kind.type) {
    case 'pubkey': {
      const signature = signatureOf(hash160(kind.publicKey));
      return signature === undefined ? [] : [signature];
    }
    case 'pubkeyhash': {
      const signature = signatureOf(kind.hash);
      const publicKey = keys.keyPair(kind.hash)?.[1];
      return signature === undefined || publicKey === undefined ? [] : [signature, publicKey];
    }
    case 'multisig': {
      const former = formerSignatures(request, scriptCode, kind.publicKeys);
      const signatures = kind.publicKeys.flatMap((publicKey) => {
        const signature = former.get(bytesToHex(publicKey)) ?? signatureOf(hash160(publicKey));
        return signature === undefined ? [] : [signature];
      });
      const missing = Math.max(kind.required - signatures.length, 0);
      const empty = Array.from({ length: missing }, () => new Uint8Array());
      return ['OP_0', ...signatures.slice(0, kind.required), ...empty];
    }
    default:
      return [];
  }
}

const formerScript = ({ transaction, inputIndex }: KeySigningRequest): Uint8Array =>
  transaction.inputs[inputIndex]?.scriptSig ?? new Uint8Array();

const formerPushes = (request: KeySigningRequest): readonly Uint8Array[] =>
  parseScript(formerScript(request)).operations.flatMap(({ data }) => data ?? []);

function formerRedeemScript(request: KeySigningRequest, hash: Uint8Array): Uint8Array | undefined {
  const last = formerPushes(request).at(-1);
  return last !== undefined && Buffer.compare(hash160(last), hash) === 0 ? last : undefined;
}

/** Returns the signatures of an input by the public keys of the multisig that they are valid for. */
function formerSignatures(
  request: KeySigningRequest,
  scriptCode: Uint8Array,
  publicKeys: readonly Uint8Array[],
): ReadonlyMap<string, Uint8Array> {
  const { transaction, inputIndex, hasher } = request;
  const checker = new TransactionChecker(transaction, inputIndex, hasher);
  const pushed = formerPushes(request);
  return new Map(
    publicKeys.flatMap((publicKey): [string, Uint8Array][] => {
      const signature = pushed.find((data) => checker.checkSignature(data, publicKey, scriptCode));
      return signature === undefined ? [] : [[bytesToHex(publicKey), signature]];
    }),
  );
}
