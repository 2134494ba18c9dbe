import { MAX_MONEY } from '../../rules/consensus/regtest.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { isNumber } from './json-source.js';

const AMOUNT = /^(?<sign>-?)(?<whole>0|[1-9]\d*)(?:\.(?<part>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;
/** Limits the text: exact amounts have fewer than 20 digits that count. */
const MAX_LENGTH = 200;
const DUFFS_DIGITS = 8;
/** The value of a text has fewer digits than this, counted in duffs. */
const MAX_DIGITS = 18;

/**
 * Returns an amount in DASH, as a number or text, in duffs.
 *
 * Source: `AmountFromValue` in `src/rpc/util.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} -3 if the value is not an amount
 */
export function readAmount(value: unknown): bigint {
  if (!isNumber(value) && typeof value !== 'string') {
    throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Amount is not a number or string');
  }
  const text = String(value);
  const groups = text.length > MAX_LENGTH ? undefined : AMOUNT.exec(text)?.groups;
  const duffs = groups && duffsOf(groups);
  if (duffs === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Invalid amount');
  if (duffs > MAX_MONEY || (groups?.['sign'] === '-' && duffs > 0n)) {
    throw new NodeRejectionError(RPC_ERROR_CODES.type, 'Amount out of range');
  }
  return duffs;
}

/**
 * Returns the duffs of a decimal number without its sign; undefined if they are not whole, or far too many.
 *
 * Source: `ParseFixedPoint` in `src/util/strencodings.cpp` of dashpay/dash.
 */
function duffsOf({
  whole = '',
  part = '',
  exponent = '0',
}: Readonly<Record<string, string | undefined>>): bigint | undefined {
  const digits = `${whole === '0' ? '' : whole}${part}`;
  const counted = digits.replace(/0+$/, '');
  const zeros = DUFFS_DIGITS + Number(exponent) - part.length + digits.length - counted.length;
  if (zeros < 0 || zeros >= MAX_DIGITS) return undefined;
  const duffs = BigInt(counted) * 10n ** BigInt(zeros);
  return duffs < 10n ** BigInt(MAX_DIGITS) ? duffs : undefined;
}
