import { STORAGE_CREDITS_PER_BYTE } from '@dapikit/contract';

/** What an operation takes, as far as it costs something. */
export interface Work {
  /** Bytes that stay in the state. */
  readonly storedBytes?: number;
  /** Bytes that take the place of as many others. */
  readonly replacedBytes?: number;
  /** Places in the trees of the state that are looked up. */
  readonly seeks: number;
}

const SIGNATURE = 15_000n;
const SEEK = 2000n;

/**
 * What an operation costs, in credits: an estimate out of the published prices, without the trees around what is stored.
 *
 * Source: `packages/rs-platform-version/src/version/fee` in dashpay/platform.
 */
export function costOf({ storedBytes = 0, replacedBytes = 0, seeks }: Work): {
  readonly storageFee: bigint;
  readonly processingFee: bigint;
} {
  const { storage, processing } = STORAGE_CREDITS_PER_BYTE;
  return {
    storageFee: BigInt(storedBytes) * storage,
    processingFee: SIGNATURE + BigInt(seeks) * SEEK + BigInt(storedBytes + replacedBytes) * processing,
  };
}

/** What it costs to be refused after a look at some places of the state. */
export const refusalCost = (seeks: number): bigint => costOf({ seeks }).processingFee;
