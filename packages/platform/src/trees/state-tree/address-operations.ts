import { addressBalancesPath } from '@dapikit/proof';
import {
  balanceChangesPath,
  compactedChangesPath,
  expirationsPath,
  type GroveOperation,
  type Path,
} from '@dapikit/proof/prover';
import { addressIn } from '../../state/address/address-keys.js';
import { ADDRESS_FORM } from '../../state/address/address-store.js';
import { countIn } from '../../state/address/balance-changes.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { item, put, remove } from './elements.js';
import type { StateChange } from '../../store/store.js';

const NONCE_BYTES = 4;

/** Returns what a change of a platform address is in the trees. Source: `packages/rs-drive/src/drive/address_funds` of dashpay/platform. */
export function addressOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const [path, address] = [addressBalancesPath(), addressIn(key)];
  if (after === undefined) return [remove(path, address)];
  const { nonce, balance } = ADDRESS_FORM.fromBytes(after);
  const value = integerBytes(BigInt(nonce), NONCE_BYTES);
  return [put(path, address, { type: 'itemWithSumItem', value, sum: balance, flags: undefined })];
}

/** Returns what a change of the changes of a block is in the trees. Source: `packages/rs-drive/src/drive/saved_block_transactions` of dashpay/platform. */
export function balanceChangesOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const [path, height] = [balanceChangesPath(), key.subarray(1)];
  if (after === undefined) return [remove(path, height)];
  const sum = BigInt(countIn(after));
  return [put(path, height, { type: 'itemWithSumItem', value: after, sum, flags: undefined })];
}

/** Returns what a change of compacted changes is in the trees. */
export const compactedChangesOperations = (change: StateChange): readonly GroveOperation[] =>
  itemOperations(compactedChangesPath(), change);

/** Returns what a change of the blocks that expire at a time is in the trees. */
export const expirationOperations = (change: StateChange): readonly GroveOperation[] =>
  itemOperations(expirationsPath(), change);

const itemOperations = (path: Path, { key, after }: StateChange): readonly GroveOperation[] => [
  after === undefined ? remove(path, key.subarray(1)) : put(path, key.subarray(1), item(after)),
];
