import type { StoreView } from '../store/store.js';
import { TimeSlices } from '../store/time-slices.js';
import type { Difference } from './difference.js';
import { type UnreadableDocument, type VerifiedType, TypeVerification, strays } from './type-verification.js';

/** Result of a check of documents. */
export interface DocumentVerification {
  readonly differences: readonly Difference[];
  readonly unreadable: readonly UnreadableDocument[];
}

/**
 * Compares everything that is derived from documents with the documents: rebuilds all index entries and recounts all
 * aggregates. Gives each key that is missing, too much or wrong; nothing where the store is sound. Takes about as long as
 * reading the store twice, and memory for one aggregate for each value of the indices that keep aggregates.
 *
 * @param types all document types that are registered.
 * @param slices those of the operation that this is part of.
 */
export async function verifyDocuments(
  view: StoreView,
  types: readonly VerifiedType[],
  slices = new TimeSlices(),
): Promise<DocumentVerification> {
  const differences: Difference[] = [];
  const unreadable: UnreadableDocument[] = [];
  for (const one of types) {
    const verification = new TypeVerification(view, one, slices);
    await verification.run();
    differences.push(...verification.differences);
    unreadable.push(...verification.unreadable);
  }
  return { differences: [...differences, ...(await strays(view, types))], unreadable };
}
