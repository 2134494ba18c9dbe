import { readPages } from '../store/read-pages.js';
import type { StoreView } from '../store/store.js';
import { bytesKey } from '../base/bytes/bytes-key.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import type { RegisteredContract } from '../state/contract/contract-book.js';
import { findDocument } from '../state/document-storage/document-store.js';
import { expirationKeyOf } from '../state/document-storage/expirations.js';
import { EXPIRY_SPACES, readExpiration } from '../state/keys/expiry-keys.js';
import { type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';

/** Checks that every entry of documents that expire is one of a stored document, at the time when it expires. */
export async function verifyExpirations(
  view: StoreView,
  contracts: readonly RegisteredContract[],
  differences: DifferenceList,
): Promise<void> {
  const known = new Map(contracts.map((contract) => [bytesKey(contract.id), contract]));
  const { expirations } = EXPIRY_SPACES;
  for await (const page of readPages(view, {
    from: Uint8Array.of(expirations),
    to: Uint8Array.of(expirations + 1),
  }))
    for (const { key, value } of page) {
      const named = readable(() => readExpiration(key));
      const collection =
        named && known.get(bytesKey(named.location.contractId))?.collection(named.location.documentType);
      const document =
        collection && (await findDocument(view, collection, named.documentId).catch(() => undefined));
      const expected = document && expirationKeyOf(collection, document);
      if (value.length > 0 || expected === undefined || compareBytes(expected, key) !== 0)
        differences.differ('expiration', key, value);
    }
}
