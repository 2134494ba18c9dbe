import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { AssetUnlock } from './withdrawal-target.js';

const CREDITS_PER_DUFF = 1000n;
/** Source: `ASSET_UNLOCK_TX_SIZE` in dashpay/rust-dashcore. */
const UNLOCK_BYTES = 190;
/** The fee of an asset unlock has four bytes. */
const MAX_FEE = 0xff_ff_ff_ff;

/** Describes what a withdrawal pays on layer 1. */
interface PaidWithdrawal {
  /** The number of its asset unlock; 0 when absent. */
  readonly index?: bigint | undefined;
  readonly credits: bigint;
  readonly outputScript: Uint8Array;
  /** In duffs. */
  readonly coreFeePerByte: number;
}

/** Returns the asset unlock that pays a withdrawal. */
export const unlockOf = ({
  index = 0n,
  credits,
  outputScript,
  coreFeePerByte,
}: PaidWithdrawal): AssetUnlock => ({
  index,
  duffs: credits / CREDITS_PER_DUFF,
  outputScript,
  fee: UNLOCK_BYTES * coreFeePerByte,
});

/** Returns whether the fee of a withdrawal fits its asset unlock, and is no more than what it pays. */
export function isPayable(withdrawal: PaidWithdrawal): boolean {
  const { fee, duffs } = unlockOf(withdrawal);
  return fee <= MAX_FEE && BigInt(fee) <= duffs;
}

const VERSION = 1;
const ASSET_UNLOCK = 9;
const PAYLOAD_VERSION = 1;
/** Version and type, the number of inputs and of outputs, the amount, the length of the script. */
const HEAD_BYTES = 2 + 2 + 1 + 1 + 8 + 1;
/** The lock time, then of the payload its version, the number and the fee. */
const TAIL_BYTES = 4 + 1 + 8 + 4;

/**
 * Returns an asset unlock as the trees of the network have it before a quorum signs it: the transaction up to the fee in its payload,
 * without the length of the payload.
 *
 * Source: `AssetUnlockBaseTransactionInfo` in dashpay/rust-dashcore. Scripts of withdrawals have at most 25 bytes.
 */
export function unsignedUnlock({ index, duffs, outputScript, fee }: AssetUnlock): Uint8Array {
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  head.setUint16(0, VERSION, true);
  head.setUint16(2, ASSET_UNLOCK, true);
  head.setUint8(5, 1);
  head.setBigUint64(6, duffs, true);
  head.setUint8(14, outputScript.length);
  const tail = new DataView(new ArrayBuffer(TAIL_BYTES));
  tail.setUint8(4, PAYLOAD_VERSION);
  tail.setBigUint64(5, index, true);
  tail.setUint32(13, fee, true);
  return concatBytes([new Uint8Array(head.buffer), outputScript, new Uint8Array(tail.buffer)]);
}
