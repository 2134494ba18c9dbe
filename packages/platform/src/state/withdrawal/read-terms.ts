import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { InputError } from '../../base/errors/input-error.js';
import { payToKeyHash, payToScriptHash, type Pooling, type WithdrawalTerms } from './withdrawal-terms.js';

/** Describes how a withdrawal is paid out, as callers write it. */
export interface WithdrawalInput {
  /** Address of layer 1 that gets the coins. */
  readonly coreAddress?: string;
  /** The script that gets the coins, in hexadecimal digits, instead of an address. */
  readonly outputScript?: string;
  /** In duffs, a Fibonacci number; 1 when absent. */
  readonly coreFeePerByte?: number;
  /** Only `never` is executed; that when absent. */
  readonly pooling?: Pooling;
}

const POOLINGS: readonly Pooling[] = ['never', 'ifAvailable', 'standard'];
const MAX_U32 = 0xff_ff_ff_ff;
const MAX_SCRIPT_BYTES = 10_000;

/** Reads how a withdrawal is paid out. @throws {InputError} */
export function readWithdrawalTerms({
  coreAddress,
  outputScript,
  coreFeePerByte = 1,
  pooling = 'never',
}: WithdrawalInput): WithdrawalTerms {
  if (!Number.isInteger(coreFeePerByte) || coreFeePerByte < 0 || coreFeePerByte > MAX_U32)
    throw new InputError('coreFeePerByte', {
      expected: 'a whole number from 0 to 2^32 - 1',
      found: coreFeePerByte,
    });
  if (!POOLINGS.includes(pooling))
    throw new InputError('pooling', { expected: `one of ${POOLINGS.join(', ')}`, found: pooling });
  const script = outputScript === undefined ? coreScript(coreAddress) : readScript(outputScript);
  return { coreFeePerByte, pooling, outputScript: script };
}

function readScript(input: unknown): Uint8Array {
  if (typeof input === 'string' && input.length <= 2 * MAX_SCRIPT_BYTES && /^(?:[\da-f]{2})*$/i.test(input))
    return hexToBytes(input);
  throw new InputError('outputScript', { expected: 'a script in hexadecimal digits', found: input });
}

const BASE58 = createBase58check(sha256);
/** The first bytes of addresses of mainnet, and of testnet, devnets and regtest. Source: `src/chainparams.cpp` of dashpay/dash. */
const KEY_HASHES: ReadonlySet<number> = new Set([76, 140]);
const SCRIPT_HASHES: ReadonlySet<number> = new Set([16, 19]);
const ADDRESS_BYTES = 21;

function coreScript(input: unknown): Uint8Array | undefined {
  if (input === undefined) return undefined;
  const bytes = typeof input === 'string' ? decoded(input) : undefined;
  const [version = 0, hash] = [bytes?.[0], bytes?.subarray(1)];
  if (bytes?.length === ADDRESS_BYTES && hash !== undefined) {
    if (KEY_HASHES.has(version)) return payToKeyHash(hash);
    if (SCRIPT_HASHES.has(version)) return payToScriptHash(hash);
  }
  throw new InputError('coreAddress', { expected: 'an address of layer 1 in base58', found: input });
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return BASE58.decode(text);
  } catch {
    return undefined;
  }
}
