import { hexToBytes, isHex } from '../base/bytes/hex.js';
import { scriptOfAddress } from './address-script.js';
import type { LockSettings } from './chain-settings.js';
import type { Account } from './keys.js';
import { ControlRejectedError } from './control-rejected-error.js';

/**
 * Checks an object of options and returns it.
 *
 * @throws {ControlRejectedError} `invalid-options` if options are not an object; `unknown-option` for an unknown member
 */
export function readOptions<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ControlRejectedError('invalid-options', {
      expected: `an object with options, of ${names.join(', ')}`,
      found: given,
    });
  const known: readonly string[] = names;
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return options;
  throw new ControlRejectedError('unknown-option', {
    expected: `options of the names ${names.join(', ')}`,
    found: unknown,
    fix: 'check the name; upper and lower case count',
  });
}

/**
 * Returns the words that keys come from.
 * @throws {ControlRejectedError} `invalid-mnemonic` if the value is not text
 */
export function readMnemonic(mnemonic: unknown): string {
  if (typeof mnemonic === 'string') return mnemonic;
  throw new ControlRejectedError('invalid-mnemonic', { expected: 'words as one text', found: mnemonic });
}

/**
 * Returns the locks that quorums sign automatically.
 * @throws {ControlRejectedError} `invalid-locks` if the value is not a boolean
 */
export function readLocks({ instantSend, chainLocks }: LockSettings): LockSettings {
  const wrong = [instantSend, chainLocks].filter((each: unknown) => typeof each !== 'boolean');
  if (wrong.length === 0) return { instantSend, chainLocks };
  throw new ControlRejectedError('invalid-locks', { expected: 'true or false', found: wrong[0] });
}

/**
 * Returns an account with its keys.
 * @throws {ControlRejectedError} `invalid-account`
 */
export function readAccount(account: Account): Account {
  if (isAccount(account)) return account;
  throw new ControlRejectedError('invalid-account', {
    expected: 'an account, such as chain.accounts[0]',
    found: account,
  });
}

/**
 * Returns the script that pays to an account, or to an address of regtest.
 * @throws {ControlRejectedError} `invalid-address`
 */
export const scriptOfPayee = (payee: Account | string): Uint8Array =>
  isAccount(payee) ? payee.scriptPubKey : scriptOfAddress(payee);

/**
 * Returns an amount to pay.
 * @throws {ControlRejectedError} `invalid-amount` if the value is not a `bigint` above 0
 */
export function readDuffs(duffs: unknown): bigint {
  if (typeof duffs === 'bigint' && duffs > 0n) return duffs;
  throw new ControlRejectedError('invalid-amount', {
    expected: 'duffs as a bigint above 0, such as 100_000_000n for 1 DASH',
    found: duffs,
  });
}

/**
 * Returns a serialised transaction, as bytes or in hexadecimal.
 * @throws {ControlRejectedError} `invalid-transaction` for what is neither
 */
export function readSerialized(serialized: unknown): Uint8Array {
  if (serialized instanceof Uint8Array) return serialized;
  if (typeof serialized === 'string' && isHex(serialized)) return hexToBytes(serialized);
  throw new ControlRejectedError('invalid-transaction', {
    expected: 'a serialised transaction, as a Uint8Array or in hexadecimal',
    found: serialized,
  });
}

function isAccount(input: unknown): input is Account {
  if (typeof input !== 'object' || input === null) return false;
  const { scriptPubKey, secretKey }: { scriptPubKey?: unknown; secretKey?: unknown } = input;
  return scriptPubKey instanceof Uint8Array && secretKey instanceof Uint8Array;
}
