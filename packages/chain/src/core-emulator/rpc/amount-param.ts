import { MAX_MONEY } from '../../consensus/regtest.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';

const AMOUNT = /^(?<sign>-?)(?<whole>0|[1-9]\d{0,9})(?:\.(?<part>\d{1,8})0*)?$/;
const DUFFS_DIGITS = 8;

/**
 * Returns an amount in DASH, as a number or text, in duffs.
 *
 * Source: `AmountFromValue` in `src/rpc/util.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} -3 if the value is not an amount
 */
export function readAmount(value: unknown): bigint {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Amount is not a number or string');
  }
  const text = typeof value === 'number' ? decimal(value) : value;
  const { sign, whole, part = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (whole === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Invalid amount');
  const duffs = BigInt(whole + part.padEnd(DUFFS_DIGITS, '0'));
  if (duffs > MAX_MONEY || (sign === '-' && duffs > 0n)) {
    throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Amount out of range');
  }
  return duffs;
}

/** Formats a number with digits only, where JavaScript would print an exponent. */
function decimal(value: number): string {
  return Math.abs(value) < 1e-6 ? value.toFixed(DUFFS_DIGITS) : String(value);
}
