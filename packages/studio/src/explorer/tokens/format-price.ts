import { getInteger, getMembers } from '../../json/json-values.js';
import { formatFee } from '../../text/format-fee.js';
import { formatAmount } from './token.js';

/** Formats the price of a token, which is for its smallest unit. */
export function formatPrice(price: unknown, decimals: number): string {
  if (price === undefined || price === null) return 'not for sale';
  const unit = decimals === 0 ? 'each' : `per ${formatAmount(1n, decimals)}`;
  const prices = Object.entries(getMembers(getMembers(price)['prices']));
  if (prices.length === 0) return `${formatFee(getInteger(price, 'price'))} ${unit}`;
  return prices
    .map(([from, credits]) => {
      const least = BigInt(from);
      const text = `${formatFee(BigInt(String(credits)))} ${unit}`;
      return least <= 1n ? text : `${text} from ${formatAmount(least, decimals)} on`;
    })
    .join('; ');
}
