import type { NodeStore, NodeWrites } from '../src/merk-tree/node-store.js';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Keeps nodes in memory. */
export class MemoryNodeStore implements NodeStore, NodeWrites {
  readonly entries = new Map<string, Uint8Array>();

  getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.entries.get(textOf(key))));
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.entries.set(textOf(key), value);
  }

  delete(key: Uint8Array): void {
    this.entries.delete(textOf(key));
  }
}
