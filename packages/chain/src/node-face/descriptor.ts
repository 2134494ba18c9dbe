import { encodeAddress } from '../address/address.js';
import { bytesToHex } from '../bytes/hex.js';
import { classifyScript, type ClassifiedScript } from '../script/classify-script.js';

const INPUT_CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_LENGTH = 8;
const GENERATORS = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/**
 * The descriptor of a script of which no keys are known but those in it, with its checksum (BIP-380).
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

/** The checksum of a descriptor, eight characters (BIP-380). */
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
  const checksum = polymod([...symbols, ...Array.from({ length: CHECKSUM_LENGTH }, () => 0)]) ^ 1n;
  return Array.from({ length: CHECKSUM_LENGTH }, (_, place) => {
    const shift = BigInt(5 * (CHECKSUM_LENGTH - 1 - place));
    return CHECKSUM_CHARACTERS[Number((checksum >> shift) & 31n)];
  }).join('');
}

function asBase3(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => sum * 3 + digit, 0);
}

function polymod(symbols: readonly number[]): bigint {
  let state = 1n;
  for (const symbol of symbols) {
    const top = state >> 35n;
    state = ((state & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    for (const [bit, generator] of GENERATORS.entries()) {
      if ((top >> BigInt(bit)) & 1n) state ^= generator;
    }
  }
  return state;
}
