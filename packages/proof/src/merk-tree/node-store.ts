/** Reads stored nodes. All reads of one tree see one state of the store, which its own writes change only after `store`. */
export interface NodeStore {
  /** Returns the values of several keys, in the order of the keys. */
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** Writes nodes, all of them or none. */
export interface NodeWrites {
  put(key: Uint8Array, value: Uint8Array): void;
  delete(key: Uint8Array): void;
}
