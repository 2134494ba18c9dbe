import { isSameBytes } from '../../base/bytes/compare-bytes.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import type { Collection } from '../../state/document/collection.js';
import { KEY_SPACES } from '../../state/keys/key-spaces.js';
import { firstId } from '../../state/keys/space-key.js';
import { tupleParts } from '../../state/keys/tuple-key.js';
import type { WritableView } from '../../store/store.js';

/** Describes a document that a block changed, in its binary form. */
export interface StoredDocumentChange {
  readonly collection: Collection;
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  /** Absent where the block creates it. */
  readonly before: Uint8Array | undefined;
  /** Absent where the block deletes it. */
  readonly after: Uint8Array | undefined;
}

const ID_BYTES = 32;

/** Returns the documents that were changed since a savepoint. Those of a contract that is gone are left out. */
export async function documentChanges(
  view: WritableView,
  mark: number,
  contracts: ContractBook,
): Promise<StoredDocumentChange[]> {
  const changes: StoredDocumentChange[] = [];
  for (const { key, before, after } of await view.changesSince(mark)) {
    if (key[0] !== KEY_SPACES.documents || isSame(before, after)) continue;
    const contractId = Uint8Array.from(firstId(key));
    const [documentType] = tupleParts(key.subarray(0, -ID_BYTES), 1 + ID_BYTES);
    const contract = await contracts.findContract(view, contractId);
    const collection = contract?.collection(Buffer.from(documentType ?? []).toString('utf8'));
    if (collection !== undefined)
      changes.push({ collection, contractId, before: copyOf(before), after: copyOf(after) });
  }
  return changes;
}

const isSame = (before: Uint8Array | undefined, after: Uint8Array | undefined): boolean =>
  before === after || (before !== undefined && after !== undefined && isSameBytes(before, after));

/** Values of a database may be views of its memory. */
const copyOf = (bytes: Uint8Array | undefined): Uint8Array | undefined => bytes && Uint8Array.from(bytes);
