import type { ContractDescription, DocumentValidator } from '@dapikit/contract';
import type { Collection } from '../document/collection.js';
import type { StoreView } from '../store/store.js';

/** A contract that is registered. */
export interface RegisteredContract {
  /** Base58. */
  readonly id: string;
  /** Base58. */
  readonly ownerId: string;
  /** From 1. */
  readonly version: number;
  /** The official JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly description: ContractDescription;
  /** The documents of a type, or nothing when there is no such type. The same object at every call. */
  readonly collection: (documentType: string) => Collection | undefined;
  /** Compiled at the first call. */
  readonly validator: (documentType: string) => DocumentValidator;
}

/** The contracts of a store. What they mean is worked out once. */
export interface ContractBook {
  /** A contract by its id in base58, as a state of the store has it, or nothing. */
  readonly contractOf: (view: StoreView, id: string) => Promise<RegisteredContract | undefined>;
}
