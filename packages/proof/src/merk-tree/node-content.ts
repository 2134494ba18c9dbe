import { kvHash, valueHash } from '../merk/hashes.js';
import type { Aggregate } from '../merk/tree-kind.js';
import { decodeElement, encodeElement, type Element } from '../element/element.js';

/** Says what a value hash covers: the value alone, or also the layer below it or the target of a reference. */
export type ValueHashKind = 'simple' | 'combined';

/**
 * Holds the content of a node without its children. All versions of a node with the same value share one content and
 * its hashes.
 */
export class NodeContent {
  #valueHash: Uint8Array | undefined;
  #kvHash: Uint8Array | undefined;
  #value: Uint8Array | undefined;
  #element: Element | undefined;
  /** The layer below as bytes, where it is small and stored with this content. Out of date while that layer is open. */
  readonly layer: Uint8Array | undefined;

  /**
   * @param content is the element, or its bytes
   * @param own is what the element contributes to the aggregates of its tree
   * @param known has the known hashes: a combined value hash that is not known is set before the tree is hashed; and the layer
   * below as bytes, where the store has it with this content
   */
  constructor(
    content: Uint8Array | Element,
    readonly own: Aggregate,
    readonly valueHashKind: ValueHashKind,
    known: {
      readonly valueHash?: Uint8Array | undefined;
      readonly kvHash?: Uint8Array | undefined;
      readonly layer?: Uint8Array | undefined;
    } = {},
  ) {
    if (content instanceof Uint8Array) this.#value = content;
    else this.#element = content;
    this.#valueHash = known.valueHash;
    this.#kvHash = known.kvHash;
    this.layer = known.layer;
  }

  /** The serialised element. */
  get value(): Uint8Array {
    this.#value ??= encodeElement(this.element);
    return this.#value;
  }

  /** The element. Throws DecodeError where the stored bytes are damaged. */
  get element(): Element {
    this.#element ??= decodeElement(this.value);
    return this.#element;
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
