import { AddressError } from '../../primitives/address/address-error.js';
import { decodeAddress, encodeAddress, type AddressDestination } from '../../primitives/address/address.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorParam } from './emulator-method.js';
import { isNumber, isObject } from './json-source.js';
import { readText, RpcParams } from './rpc-params.js';

/** Describes an address of a param. */
export interface NamedAddress {
  readonly address: string;
  readonly destination: AddressDestination;
}

/** Defines the param of the methods about addresses. */
export const ADDRESSES_PARAM: EmulatorParam = {
  name: 'addresses',
  type: 'json array',
  shape: '["address",...]',
  isOptional: true,
  about: 'one address as a text, or an object whose member `addresses` is a list of them',
};

const invalidAddress = (message: string): NodeRejectionError =>
  new NodeRejectionError(RPC_ERROR_CODES.notFound, message);

/**
 * Returns the addresses of the first param, as often as they are there.
 *
 * Source: `getAddressesFromParams` in `src/rpc/node.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} -5 when it is none
 */
export function readAddresses(params: RpcParams): readonly NamedAddress[] {
  const value = params.raw(0);
  if (typeof value === 'string') return [readAddress(value)];
  if (!isObject(value)) throw invalidAddress('Invalid address');
  const addresses = params.members(0).get('addresses');
  if (!Array.isArray(addresses)) throw invalidAddress('Addresses is expected to be an array');
  return addresses.map((address) => readAddress(readText(address)));
}

/** Source: `DecodeBase58` in `src/base58.cpp` of dashpay/dash. */
const SPACES = ' \f\n\r\t\v';

/** Returns a text without the space around it, which Base58 text may have, in one pass. */
export function withoutSpaceAround(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (to > from && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function readAddress(text: string): NamedAddress {
  const destination = readDestination(text, 'Invalid address');
  return { address: encodeAddress(destination, 'regtest'), destination };
}

/** Returns the destination of an address, which may have space around it. @throws {NodeRejectionError} -5 with a message when it is none */
export function readDestination(text: string, message: string): AddressDestination {
  try {
    return decodeAddress(withoutSpaceAround(text), 'regtest');
  } catch (error) {
    throw error instanceof AddressError ? invalidAddress(message) : error;
  }
}

/** Describes the heights that are wanted, both included. */
export interface HeightRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the members `start` and `end` of the first param where both are numbers; undefined otherwise. */
export function readHeightRange(params: RpcParams): HeightRange | undefined {
  const members = params.members(0);
  const [start, end] = [members.get('start'), members.get('end')];
  if (!isNumber(start) || !isNumber(end)) return undefined;
  const heights = new RpcParams([start, end]);
  return { start: heights.integer(0), end: heights.integer(1) };
}

/** Returns whether a height is in a range; all are where an end of the range is not above 0. */
export const isInRange = (range: HeightRange | undefined, height: number): boolean =>
  range === undefined || range.start <= 0 || range.end <= 0 || (height >= range.start && height <= range.end);
