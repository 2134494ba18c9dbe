import { compactedAddressBalanceChanges, decode } from '@dapikit/protocol';
import {
  MAX_COMPACTED_ENTRIES,
  MAX_RECENT_BLOCKS,
  type BlockBalanceChanges,
  type CompactedBalanceChanges,
} from '@dapikit/proof';
import { CHANGE_INTEGER_BYTES } from '../../state/address/address-keys.js';
import { findAddresses, type AddressState } from '../../state/address/address-store.js';
import {
  lastAddressChange,
  listBalanceChanges,
  listCompactedChanges,
} from '../../state/address/balance-changes.js';
import { readInteger } from '../../base/bytes/integer-bytes.js';
import type { StateContext } from './state-context.js';

/** Queries platform addresses of one state. */
export interface AddressQueries {
  /** Returns the nonces and balances of addresses, in their order; nothing for one that never had credits. @param addresses 21 bytes each */
  addressInfos(addresses: readonly Uint8Array[]): Promise<readonly (AddressState | undefined)[]>;
  /** Returns what recent blocks from one on changed in the credits of addresses: at most 100 blocks with changes. */
  addressBalanceChanges(startHeight: bigint): Promise<readonly BlockBalanceChanges[]>;
  /** Returns compacted changes whose last block is a given one or a later one, at most 25. */
  compactedAddressBalanceChanges(startHeight: bigint): Promise<readonly CompactedBalanceChanges[]>;
  /** Returns the height of the last block that changed an address; 0 where none did. */
  lastAddressChange(): Promise<bigint>;
}

/** Returns the queries of platform addresses of a state. */
export const addressQueries = ({ view }: StateContext): AddressQueries => ({
  addressInfos: async (addresses) => findAddresses(view, addresses),
  addressBalanceChanges: async (startHeight) => listBalanceChanges(view, startHeight, MAX_RECENT_BLOCKS),
  compactedAddressBalanceChanges: async (startHeight) =>
    (await listCompactedChanges(view, startHeight, MAX_COMPACTED_ENTRIES)).map(({ key, value }) => ({
      startHeight: readInteger(key.slice(1, 1 + CHANGE_INTEGER_BYTES), false),
      endHeight: readInteger(key.slice(-CHANGE_INTEGER_BYTES), false),
      changes: decode(compactedAddressBalanceChanges, value),
    })),
  lastAddressChange: async () => lastAddressChange(view),
});
