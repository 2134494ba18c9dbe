import { kvHash, valueHash } from '../merk/hashes.js';
import type { Aggregate } from '../merk/tree-kind.js';

/** Says what a value hash covers: the value alone, or also the layer below it or the target of a reference. */
export type ValueHashKind = 'simple' | 'combined';

/**
 * Holds the content of a node without its children. All versions of a node with the same value share one content and
 * its hashes.
 */
export class NodeContent {
  #valueHash: Uint8Array | undefined;
  #kvHash: Uint8Array | undefined;

  /**
   * @param value is the serialised element
   * @param own is what the element contributes to the aggregates of its tree
   * @param hashes are those that are known; a combined value hash that is not known is set before the tree is hashed
   */
  constructor(
    readonly value: Uint8Array,
    readonly own: Aggregate,
    readonly valueHashKind: ValueHashKind,
    hashes: { readonly valueHash?: Uint8Array; readonly kvHash?: Uint8Array } = {},
  ) {
    this.#valueHash = hashes.valueHash;
    this.#kvHash = hashes.kvHash;
  }

  /** Sets a combined value hash, once. */
  setValueHash(hash: Uint8Array): void {
    this.#valueHash = hash;
    this.#kvHash = undefined;
  }

  /** Returns the hash of the key and the value. Throws RangeError while the value hash is unknown. */
  kvHash(key: Uint8Array): Uint8Array {
    this.#kvHash ??= kvHash(key, this.valueHash());
    return this.#kvHash;
  }

  /** Returns the hash of the value. Throws RangeError while a combined one is unknown. */
  valueHash(): Uint8Array {
    if (this.#valueHash === undefined) {
      if (this.valueHashKind === 'combined')
        throw new RangeError('the value hash is unknown: hash the layer below or the target first');
      this.#valueHash = valueHash(this.value);
    }
    return this.#valueHash;
  }
}
