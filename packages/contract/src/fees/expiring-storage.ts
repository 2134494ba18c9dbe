const HOUR = 3_600;
const DAY = 86_400;

/** Lists the credits for a byte of a document that lives up to so many seconds. */
const PRICES: readonly (readonly [seconds: number, credits: bigint])[] = [
  [HOUR, 1n],
  [DAY, 4n],
  [2 * DAY, 8n],
  [4 * DAY, 15n],
  [7 * DAY, 26n],
];
/** Seconds of an epoch, and the credits for a byte in each that a longer life starts. */
const EPOCH = 788_400;
const EPOCH_PRICE = 34n;

/** Credits of the removal of a document: once, for each level of an index, and for each byte. */
const DELETION = { base: 1_200_000n, level: 400_000n, byte: 420n } as const;

/**
 * Calculates what the storage of a document with `ttl` costs, for its life and its removal, in credits. It is prepaid, and nothing is
 * refunded. Calculated from constants, not measured: no network has charged it in public.
 *
 * Source: `book/src/contract-keywords/ttl.md` in dashpay/platform at 5881ec7.
 * @param bytes that the document takes, with its entries in indices
 * @param ttl seconds, from 3600 to 31536000
 * @param indexLevels properties of all indices of the document type
 * @example
 * import { expiringStorageCredits } from '@dapikit/contract';
 *
 * // A byte of a day: 4 credits, and its removal.
 * expiringStorageCredits(1, 86_400, 2); // => 2000424n
 */
export function expiringStorageCredits(bytes: number, ttl: number, indexLevels: number): bigint {
  const size = BigInt(bytes);
  const removal = DELETION.base + DELETION.level * BigInt(indexLevels) + DELETION.byte * size;
  return size * priceOf(ttl) + removal;
}

/** Returns the credits for a byte of a document that lives so many seconds. */
function priceOf(ttl: number): bigint {
  const short = PRICES.find(([seconds]) => ttl <= seconds);
  return short === undefined ? EPOCH_PRICE * BigInt(Math.ceil(ttl / EPOCH)) : short[1];
}
