import { firstId } from '../state/keys/space-key.js';
import { addressIn, ADDRESS_SPACES } from '../state/address/address-keys.js';
import { addressName } from '../state/address/address-name.js';
import { ADDRESS_FORM } from '../state/address/address-store.js';
import { identifierText } from '../base/bytes/identifier.js';
import { readInteger } from '../base/bytes/integer-bytes.js';
import type { Network } from '../state/chain/block.js';
import { IDENTITY_SPACES } from '../state/identity/identity-entry-keys.js';
import { KEY_SPACES } from '../state/keys/key-spaces.js';
import type { StateChange } from '../store/store.js';

/** Describes a change that a block would make: credits of an identity or an address, or a document. */
export type SimulatedChange =
  | {
      readonly kind: 'identity' | 'address';
      /** Base58 of an identity, text of an address. */
      readonly id: string;
      /** Credits; absent where it is new. */
      readonly before?: bigint;
      readonly after?: bigint;
    }
  | {
      readonly kind: 'document';
      /** Base58. */
      readonly id: string;
      readonly contractId: string;
      readonly change: 'create' | 'replace' | 'delete';
    };

const ID_BYTES = 32;

/** Returns the changes of credits and of documents among changes of the store. */
export const describeChanges = (changes: readonly StateChange[], network: Network): SimulatedChange[] =>
  changes.flatMap((change): SimulatedChange[] => {
    switch (change.key[0]) {
      case IDENTITY_SPACES.balances:
        return [
          {
            kind: 'identity',
            id: identifierText(change.key.slice(1)),
            ...amounts(change, (bytes) => readInteger(bytes, false)),
          },
        ];
      case ADDRESS_SPACES.addresses:
        return [
          {
            kind: 'address',
            id: addressName(addressIn(change.key), network),
            ...amounts(change, (bytes) => ADDRESS_FORM.fromBytes(bytes).balance),
          },
        ];
      case KEY_SPACES.documents:
        return [
          {
            kind: 'document',
            id: identifierText(change.key.slice(-ID_BYTES)),
            contractId: identifierText(firstId(change.key)),
            change: kindOf(change),
          },
        ];
      default:
        return [];
    }
  });

const amounts = ({ before, after }: StateChange, read: (bytes: Uint8Array) => bigint) => ({
  ...(before === undefined ? {} : { before: read(before) }),
  ...(after === undefined ? {} : { after: read(after) }),
});

function kindOf({ before, after }: StateChange): 'create' | 'replace' | 'delete' {
  if (after === undefined) return 'delete';
  return before === undefined ? 'create' : 'replace';
}
