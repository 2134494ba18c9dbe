import { decodeAddress, type AddressDestination } from '../primitives/address/address.js';
import { AddressError } from '../primitives/address/address-error.js';
import { payToPublicKeyHash, payToScriptHash } from '../primitives/script/standard-scripts.js';
import { ControlRejectedError } from './control-rejected-error.js';

/**
 * Returns the script that pays to an address of regtest.
 * @throws {ControlRejectedError} `invalid-address`
 */
export function scriptOfAddress(address: string): Uint8Array {
  const { kind, hash } = regtestAddress(address);
  return kind === 'publicKeyHash' ? payToPublicKeyHash(hash) : payToScriptHash(hash);
}

/**
 * Returns the destination of an address of regtest.
 * @throws {ControlRejectedError} `invalid-address`
 */
export function regtestAddress(address: string): AddressDestination {
  const given: unknown = address;
  if (typeof given !== 'string')
    throw new ControlRejectedError('invalid-address', {
      expected: 'an address of regtest, as text',
      found: given,
    });
  try {
    return decodeAddress(address, 'regtest');
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw new ControlRejectedError('invalid-address', {
      expected: 'an address of regtest',
      found: `${address.slice(0, 80)} (${error.message})`,
      value: address,
      fix: 'addresses of regtest and testnet begin with y, those of scripts with 8 or 9',
    });
  }
}
