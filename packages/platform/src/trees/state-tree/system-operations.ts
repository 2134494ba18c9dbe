import { type Element } from '@dapikit/proof';
import {
  emptyTree,
  EPOCH_KEYS,
  epochPath,
  leb128,
  MISC_KEYS,
  rootPath,
  WITHDRAWAL_KEYS,
  type GroveOperation,
} from '@dapikit/proof/prover';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { EPOCH_FORM } from '../../state/chain/epoch-store.js';
import { item, put, putTree, remove, sumItem } from './elements.js';
import type { StateChange } from '../../store/store.js';

/** Returns what a change of all credits is in the trees: a varint, as in `packages/rs-drive/src/drive/credit_pools` of dashpay/platform. */
export const totalCreditOperations = ({ after }: StateChange): readonly GroveOperation[] =>
  after === undefined
    ? []
    : [put(rootPath('misc'), MISC_KEYS.totalCredits, item(leb128(readInteger(after, false))))];

/** Returns what a change of the number of the next asset unlock is in the trees. Source: `packages/rs-drive/src/drive/identity/withdrawals` of dashpay/platform. */
export const nextUnlockOperations = ({ after }: StateChange): readonly GroveOperation[] => [
  put(rootPath('withdrawals'), WITHDRAWAL_KEYS.nextIndex, item(after ?? integerBytes(0n, UNLOCK_BYTES))),
];

const UNLOCK_BYTES = 8;

/** Returns what a change of an asset unlock is in the trees: an item by its number. */
const unlockOperations =
  (layer: Uint8Array) =>
  ({ key, after }: StateChange): readonly GroveOperation[] => {
    const [path, index] = [[...rootPath('withdrawals'), layer], key.subarray(1)];
    return [after === undefined ? remove(path, index) : put(path, index, item(after))];
  };

/** Returns what a change of an asset unlock that is to be signed is in the trees. */
export const queuedUnlockOperations = unlockOperations(WITHDRAWAL_KEYS.queue);

/** Returns what a change of an asset unlock that was sent is in the trees. */
export const broadcastedUnlockOperations = unlockOperations(WITHDRAWAL_KEYS.broadcast);

/** Returns what a change of the credits that count against the limit of withdrawals is in the trees. */
export function reservedCreditOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const [path, until] = [[...rootPath('withdrawals'), WITHDRAWAL_KEYS.amounts], key.subarray(1)];
  return [after === undefined ? remove(path, until) : put(path, until, sumItem(readInteger(after, false)))];
}

const number = (value: bigint, bytes: number): Element => item(integerBytes(value, bytes));

/** Fees are multiplied by one; the unit is a thousandth. */
const FEE_MULTIPLIER = 1000n;

/** Returns what the first block of an epoch is in the trees. Source: `add_init_current_operations` in `packages/rs-drive` of dashpay/platform. */
export function epochOperations({ after }: StateChange): readonly GroveOperation[] {
  if (after === undefined) return [];
  const { epoch, firstHeight, firstTime, firstCoreHeight, protocolVersion } = EPOCH_FORM.fromBytes(after);
  const path = epochPath(epoch);
  const [key = new Uint8Array()] = path.slice(-1);
  return [
    putTree(rootPath('pools'), key, emptyTree('sum')),
    put(path, EPOCH_KEYS.storageFees, sumItem(0n)),
    put(path, EPOCH_KEYS.startCoreHeight, number(BigInt(firstCoreHeight), 4)),
    put(path, EPOCH_KEYS.startHeight, number(firstHeight, 8)),
    putTree(path, EPOCH_KEYS.proposers),
    put(path, EPOCH_KEYS.processingFees, sumItem(0n)),
    put(path, EPOCH_KEYS.startTime, number(BigInt(firstTime), 8)),
    put(path, EPOCH_KEYS.protocolVersion, number(BigInt(protocolVersion), 4)),
    put(path, EPOCH_KEYS.feeMultiplier, number(FEE_MULTIPLIER, 8)),
  ];
}
