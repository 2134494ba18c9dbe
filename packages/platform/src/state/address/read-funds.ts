import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { InputError } from '../../base/errors/input-error.js';
import { readMembers, readUnsigned, type IntegerInput } from '../input/read-input.js';
import type { AddressInput, AddressOutput, FeeStep } from './address-funds.js';
import { readAddress } from './address-name.js';

/** Describes credits that an address gives or gets, as callers write them. */
export interface AddressAmount {
  /** Text (`tdash1…`), or 42 hexadecimal digits. */
  readonly address: string;
  readonly credits: IntegerInput;
}

/** Describes an input as callers write it. */
export interface AddressInputAmount extends AddressAmount {
  /** One more than the stored nonce of the address; that when absent. */
  readonly nonce?: IntegerInput;
}

/** Lists the members that transitions of addresses share, as callers write them. */
export interface AddressFunds {
  /** The inputs; the rest of an address's credits pays the fee. */
  readonly inputs: readonly AddressInputAmount[];
  /** Payers of the fee, step by step; positions are in the order of addresses. Input 0 when absent. */
  readonly feeStrategy?: readonly FeeStep[];
  /** 0 to 65535 percent on top of what processing costs; 0 when absent. */
  readonly userFeeIncrease?: number;
}

const MAX_NONCE = 2n ** 32n - 1n;

/** Reads inputs, and returns them in the order of addresses. @throws {InputError} */
export function readInputs(input: unknown): AddressInput[] {
  const inputs = entriesOf(input, 'inputs').map((one, at): AddressInput => {
    const place = `inputs[${at}]`;
    const { address, credits, nonce } = readMembers(one, place);
    const read = {
      address: readAddress(address, `${place}.address`),
      amount: readUnsigned(credits, `${place}.credits`),
    };
    return nonce === undefined ? read : { ...read, nonce: readAddressNonce(nonce, `${place}.nonce`) };
  });
  return ordered(inputs, 'inputs');
}

function readAddressNonce(input: unknown, place: string): number {
  const nonce = readUnsigned(input, place);
  if (nonce <= MAX_NONCE) return Number(nonce);
  throw new InputError(place, { expected: 'a nonce of 32 bits', found: input });
}

/** Reads outputs, and returns them in the order of addresses. @throws {InputError} */
export function readOutputs(input: unknown): AddressOutput[] {
  return ordered(
    entriesOf(input, 'outputs').map((one, at) => readOutput(one, `outputs[${at}]`)),
    'outputs',
  );
}

/** Reads the only output; none when it is absent. @throws {InputError} */
export const readOptionalOutput = (input: unknown): AddressOutput[] =>
  input === undefined ? [] : [readOutput(input, 'output')];

function readOutput(input: unknown, place: string): AddressOutput {
  const { address, credits } = readMembers(input, place);
  return {
    address: readAddress(address, `${place}.address`),
    amount: readUnsigned(credits, `${place}.credits`),
  };
}

const MAX_INDEX = 0xff_ff;

/** Reads who pays the fee: input 0 when it is not said. @throws {InputError} */
export function readFeeStrategy(input: unknown): FeeStep[] {
  if (input === undefined) return [{ type: 'deductFromInput', index: 0 }];
  return entriesOf(input, 'feeStrategy').map((one, at) => {
    const place = `feeStrategy[${at}]`;
    const { type, index } = readMembers(one, place);
    if (type !== 'deductFromInput' && type !== 'reduceOutput')
      throw new InputError(`${place}.type`, { expected: '"deductFromInput" or "reduceOutput"', found: type });
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > MAX_INDEX)
      throw new InputError(`${place}.index`, {
        expected: `a whole number from 0 to ${MAX_INDEX}`,
        found: index,
      });
    return { type, index };
  });
}

function entriesOf(input: unknown, place: string): readonly unknown[] {
  if (Array.isArray(input)) return input;
  throw new InputError(place, { expected: 'an array', found: input });
}

/** Returns entries in the order of their addresses. @throws {InputError} when an address comes twice */
function ordered<Entry extends { readonly address: Uint8Array }>(
  entries: readonly Entry[],
  place: string,
): Entry[] {
  const sorted = entries.toSorted((a, b) => compareBytes(a.address, b.address));
  for (const [at, { address }] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before !== undefined && compareBytes(before.address, address) === 0)
      throw new InputError(place, {
        problem: 'an address comes twice',
        expected: 'each address once',
        found: 'an address twice',
        fix: 'add up its credits',
      });
  }
  return sorted;
}
