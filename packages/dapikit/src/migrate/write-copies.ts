import { identifierText, isRejected, type RejectionNotes, type Signer } from '@dapikit/client';
import { collectionOf, type Copy, type CopyPlan } from './copy-plan.js';
import type { ProvenNetwork } from './proven-network.js';

/** Tells how each copy ended. */
export interface CopyProgress {
  written(copy: Copy, id: string): void;
  rejected(copy: Copy, why: string): void;
}

/**
 * Writes the copies of a plan one after another. A copy that was written meanwhile is not written twice: the platform rejects its id.
 * @throws {ClientError} (rejects) where the platform does not answer: what was not written yet is written by the next run.
 */
export async function writeCopies(
  network: ProvenNetwork,
  contractId: string,
  { types }: CopyPlan,
  signing: { readonly signer: Signer; readonly rejections: RejectionNotes },
  progress: CopyProgress,
): Promise<void> {
  for (const { shape, copies } of types) {
    const collection = collectionOf(network, contractId, shape, signing);
    const price = shape.prices.create;
    const payment = price && { maxTokens: price.amount };
    for (const copy of copies) {
      try {
        const written = await collection.create(copy.data, payment, copy.entropy);
        progress.written(copy, identifierText(written.$id));
      } catch (error) {
        if (!isRejected(error)) throw error;
        progress.rejected(copy, error.message);
      }
    }
  }
}
