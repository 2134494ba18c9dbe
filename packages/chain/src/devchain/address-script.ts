import { decodeAddress, type AddressDestination } from '../address/address.js';
import { InvalidAddress } from '../address/invalid-address.js';
import { payToPublicKeyHash, payToScriptHash } from '../script/standard-scripts.js';
import { RefusedControl } from './refused-control.js';

/**
 * The script that pays to an address of regtest.
 * @throws {RefusedControl} `invalid-address`
 */
export function scriptOfAddress(address: string): Uint8Array {
  const { kind, hash } = regtestAddress(address);
  return kind === 'publicKeyHash' ? payToPublicKeyHash(hash) : payToScriptHash(hash);
}

/**
 * What an address of regtest stands for.
 * @throws {RefusedControl} `invalid-address`
 */
export function regtestAddress(address: string): AddressDestination {
  const given: unknown = address;
  if (typeof given !== 'string')
    throw new RefusedControl('invalid-address', { expected: 'an address of regtest, as text', found: given });
  try {
    return decodeAddress(address, 'regtest');
  } catch (error) {
    if (!(error instanceof InvalidAddress)) throw error;
    throw new RefusedControl('invalid-address', {
      expected: 'an address of regtest',
      found: `${address.slice(0, 80)} (${error.message})`,
      value: address,
      mend: 'addresses of regtest and testnet begin with y, those of scripts with 8 or 9',
    });
  }
}
