import type { DocumentOperations } from './document-operation/document-operations.js';

/** A platform: its contracts, identities, documents and contests, and the time they live in. */
export interface Platform extends DocumentOperations {
  /** Waits for what is under way, then lets go of the store. */
  close(): Promise<void>;
}
