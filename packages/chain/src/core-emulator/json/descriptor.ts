import { encodeAddress } from '../../primitives/address/address.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { classifyScript, type ClassifiedScript } from '../../primitives/script/classify-script.js';

const INPUT_CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_LENGTH = 8;
/** The state of the checksum has 40 bits: two halves, as numbers of 32 bits are what is fast. */
const HALF = 20;
const GENERATORS = [0xf5dee51989, 0xa9fdca3312, 0x1bab10e32d, 0x3706b1677a, 0x644d626ffd].map(
  (generator) => [Math.floor(generator / 2 ** HALF), generator % 2 ** HALF] as const,
);

/**
 * Returns the descriptor of a script of which no keys are known but those in it, with its checksum (BIP-380).
 *
 * Source: `InferDescriptor` in `src/script/descriptor.cpp` of dashpay/dash.
 */
export function inferDescriptor(script: Uint8Array): string {
  const text = descriptorOf(classifyScript(script)) ?? `raw(${bytesToHex(script)})`;
  return `${text}#${descriptorChecksum(text)}`;
}

function descriptorOf(script: ClassifiedScript): string | undefined {
  switch (script.type) {
    case 'pubkey':
      return `pk(${bytesToHex(script.publicKey)})`;
    case 'multisig':
      return `multi(${[script.required, ...script.publicKeys.map(bytesToHex)].join(',')})`;
    case 'pubkeyhash':
      return `addr(${encodeAddress({ kind: 'publicKeyHash', hash: script.hash }, 'regtest')})`;
    case 'scripthash':
      return `addr(${encodeAddress({ kind: 'scriptHash', hash: script.hash }, 'regtest')})`;
    default:
      return undefined;
  }
}

/** Returns the checksum of a descriptor, eight characters (BIP-380). */
export function descriptorChecksum(descriptor: string): string {
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const character of descriptor) {
    const value = INPUT_CHARACTERS.indexOf(character);
    symbols.push(value & 31);
    groups.push(value >> 5);
    if (groups.length === 3) {
      symbols.push(asBase3(groups));
      groups = [];
    }
  }
  if (groups.length > 0) symbols.push(asBase3(groups));
  const [high, low] = polymod([...symbols, ...Array.from({ length: CHECKSUM_LENGTH }, () => 0)]);
  return [high, low ^ 1]
    .flatMap((half) => FIVE_BITS.map((shift) => CHECKSUM_CHARACTERS[(half >>> shift) & 31]))
    .join('');
}

/** Where groups of five bits begin in a half. */
const FIVE_BITS = [15, 10, 5, 0];

function asBase3(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => sum * 3 + digit, 0);
}

function polymod(symbols: readonly number[]): readonly [high: number, low: number] {
  let [high, low] = [0, 1];
  for (const symbol of symbols) {
    const top = high >>> 15;
    high = ((high & 0x7fff) << 5) | (low >>> 15);
    low = ((low & 0x7fff) << 5) ^ symbol;
    for (const [bit, [generatorHigh, generatorLow]] of GENERATORS.entries()) {
      if (((top >>> bit) & 1) === 0) continue;
      high ^= generatorHigh;
      low ^= generatorLow;
    }
  }
  return [high, low];
}
