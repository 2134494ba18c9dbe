import { MalformedBytes } from '../bytes/malformed-bytes.js';
import { decodePayload, type SpecialPayload } from '../transaction/payload/payload.js';
import { TransactionType } from '../transaction/transaction-type.js';
import type { Transaction } from '../transaction/transaction.js';
import { Rejection } from './rejection.js';

/** How Dash Core names the payload of each type in its reject reasons, and the width of the version in front of it. */
const REASONS: ReadonlyMap<
  number,
  { readonly payload: string; readonly version: string; readonly width: 1 | 2 }
> = new Map([
  ...[1, 2, 3, 4].map(
    (type) => [type, { payload: 'bad-protx-payload', version: 'bad-protx-version', width: 2 }] as const,
  ),
  [TransactionType.coinbase, { payload: 'bad-cbtx-payload', version: 'bad-cbtx-version', width: 2 }],
  [TransactionType.quorumCommitment, { payload: 'bad-qc-payload', version: 'bad-qc-version', width: 2 }],
  [TransactionType.mnHardForkSignal, { payload: 'bad-mnhf-payload', version: 'bad-mnhf-version', width: 1 }],
  [
    TransactionType.assetLock,
    { payload: 'bad-assetlocktx-payload', version: 'bad-assetlocktx-version', width: 1 },
  ],
  [
    TransactionType.assetUnlock,
    { payload: 'bad-assetunlocktx-payload', version: 'bad-assetunlocktx-version', width: 1 },
  ],
]);

const HIGHEST_KNOWN_VERSION = 3;

/**
 * The payload of a special transaction.
 * @throws {Rejection} when it is of a version that does not exist, or its bytes are not a payload of its type.
 */
export function specialPayload(transaction: Transaction): SpecialPayload {
  const reasons = REASONS.get(transaction.type);
  try {
    const payload = decodePayload(transaction);
    if (payload !== undefined && payload.kind !== 'opaque') return payload;
  } catch (error) {
    if (!(error instanceof MalformedBytes)) throw error;
    if (reasons && hasUnknownVersion(transaction.extraPayload, reasons.width))
      throw new Rejection(reasons.version);
  }
  throw new Rejection(reasons?.payload ?? 'bad-tx-type-check');
}

function hasUnknownVersion(payload: Uint8Array, width: 1 | 2): boolean {
  if (payload.length < width) return false;
  const version = (payload[0] ?? 0) + (width === 2 ? (payload[1] ?? 0) * 0x100 : 0);
  return version === 0 || version > HIGHEST_KNOWN_VERSION;
}
