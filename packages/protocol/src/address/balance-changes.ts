import type { ValueOf } from '../codec/codec.js';
import { enumOf } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { bigintMapOf } from '../codec/map-of.js';
import { sortedListOf } from '../codec/sorted-list-of.js';
import { struct } from '../codec/struct.js';
import { compareAddresses, platformAddress } from './platform-address.js';

const CREDITS = 'packages/rs-dpp/src/balances/credits.rs';
const STORED = 'packages/rs-drive/src/drive/saved_block_transactions';

const set = struct(
  { name: 'SetCredits', summary: 'Sets the credits of an address.', source: CREDITS },
  { credits: u64 },
);

/** Describes what a block changes in the credits of addresses, in the order of addresses: the input of a transition is set, an output added. */
export const addressBalanceChanges = sortedListOf(
  struct(
    { name: 'AddressBalanceChange', summary: 'Changes the credits of an address.', source: STORED },
    {
      address: platformAddress,
      change: enumOf(
        { name: 'CreditOperation', tag: 'type' },
        {
          set,
          add: struct(
            { name: 'AddToCredits', summary: 'Adds credits to an address.', source: CREDITS },
            { credits: u64 },
          ),
        },
      ),
    },
  ),
  (a, b) => compareAddresses(a.address, b.address),
);

/** Describes what several blocks change together: credits that nothing sets keep the height of the block that adds them. */
export const compactedAddressBalanceChanges = sortedListOf(
  struct(
    {
      name: 'CompactedAddressBalanceChange',
      summary: 'Changes the credits of an address in several blocks.',
      source: STORED,
    },
    {
      address: platformAddress,
      change: enumOf(
        { name: 'BlockAwareCreditOperation', tag: 'type' },
        {
          set,
          add: struct(
            {
              name: 'AddToCreditsOperations',
              summary: 'Adds credits to an address, by the height of the block.',
              source: CREDITS,
            },
            { additions: bigintMapOf(u64, u64) },
          ),
        },
      ),
    },
  ),
  (a, b) => compareAddresses(a.address, b.address),
);

/** Describes the first and the last block of compacted changes that expire at one time. */
export const compactedRanges = listOf(
  struct(
    { name: 'CompactedRange', summary: 'Names compacted blocks.', source: STORED },
    { startHeight: u64, endHeight: u64 },
  ),
);

export type AddressBalanceChange = ValueOf<typeof addressBalanceChanges>[number];
export type CompactedAddressBalanceChange = ValueOf<typeof compactedAddressBalanceChanges>[number];
