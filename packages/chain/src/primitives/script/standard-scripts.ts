import { hash160 } from '../../base/crypto/hashes.js';
import { buildScript } from './build-script.js';
import { isPublicKeySize } from './ecdsa.js';
import { SCRIPT_LIMITS } from './script-limits.js';

const HASH_SIZE = 20;

/**
 * Returns the script that pays to the key with this HASH160.
 * @throws {RangeError} when `publicKeyHash` is not 20 bytes.
 */
export function payToPublicKeyHash(publicKeyHash: Uint8Array): Uint8Array {
  assertHash(publicKeyHash);
  return buildScript('OP_DUP', 'OP_HASH160', publicKeyHash, 'OP_EQUALVERIFY', 'OP_CHECKSIG');
}

/**
 * Returns the script that pays to the script with this HASH160.
 * @throws {RangeError} when `scriptHash` is not 20 bytes.
 */
export function payToScriptHash(scriptHash: Uint8Array): Uint8Array {
  assertHash(scriptHash);
  return buildScript('OP_HASH160', scriptHash, 'OP_EQUAL');
}

/** Returns the script that pays to `redeemScript` by its hash. */
export function payToScript(redeemScript: Uint8Array): Uint8Array {
  return payToScriptHash(hash160(redeemScript));
}

/**
 * Returns the script that pays to a key itself.
 * @throws {RangeError} when the key does not have the length its first byte promises.
 */
export function payToPublicKey(publicKey: Uint8Array): Uint8Array {
  assertPublicKey(publicKey);
  return buildScript(publicKey, 'OP_CHECKSIG');
}

/** Returns the script of an output that carries data and can never be spent. Relayed up to 83 bytes in all. */
export function dataScript(...data: readonly Uint8Array[]): Uint8Array {
  return buildScript('OP_RETURN', ...data);
}

/**
 * Returns the script that pays to any `required` of `publicKeys`, whose signatures have to come in the same order.
 * @throws {RangeError} for no key or more than 20, for keys of a wrong length, and when `required` is not 1 to their number.
 */
export function multisigScript(required: number, publicKeys: readonly Uint8Array[]): Uint8Array {
  const total = publicKeys.length;
  if (total < 1 || total > SCRIPT_LIMITS.multisigKeys) {
    throw new RangeError(`a multisig has 1 to ${SCRIPT_LIMITS.multisigKeys} keys, found ${total}`);
  }
  if (!Number.isInteger(required) || required < 1 || required > total) {
    throw new RangeError(`${required} required signatures are out of range: 1 to ${total}`);
  }
  for (const publicKey of publicKeys) assertPublicKey(publicKey);
  return buildScript(required, ...publicKeys, total, 'OP_CHECKMULTISIG');
}

function assertHash(hash: Uint8Array): void {
  if (hash.length !== HASH_SIZE)
    throw new RangeError(`expected a hash of ${HASH_SIZE} bytes, found ${hash.length}`);
}

function assertPublicKey(publicKey: Uint8Array): void {
  if (!isPublicKeySize(publicKey)) throw new RangeError('expected a public key of 33 or 65 bytes');
}
