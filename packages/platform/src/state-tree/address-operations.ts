import { addressBalancesPath, type GroveOperation } from '@dapikit/proof';
import { addressIn } from '../address/address-keys.js';
import { ADDRESS_FORM } from '../address/address-store.js';
import { integerBytes } from '../bytes/integer-bytes.js';
import { put, remove } from './elements.js';
import type { StateChange } from '../store/store.js';

const NONCE_BYTES = 4;

/** Returns what a change of a platform address is in the trees. Source: `packages/rs-drive/src/drive/address_funds` of dashpay/platform. */
export function addressOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const [path, address] = [addressBalancesPath(), addressIn(key)];
  if (after === undefined) return [remove(path, address)];
  const { nonce, balance } = ADDRESS_FORM.fromBytes(after);
  const value = integerBytes(BigInt(nonce), NONCE_BYTES);
  return [put(path, address, { type: 'itemWithSumItem', value, sum: balance, flags: undefined })];
}
