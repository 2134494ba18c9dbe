import { compareBytes } from '@dapikit/protocol/codec';
import { textOf, type GroveLayer } from './grove-layer.js';
import type { GroveOperation } from './operation.js';

/** Largest number of operations on a layer that are searched one by one. */
export const FEW_OPERATIONS = 8;

/** Operations on one layer, of which the last one on a key counts. */
export class LayerBatch {
  /** The length of the shortest path down to which empty layers are removed. */
  pruneAbove = Infinity;
  readonly #first: GroveOperation[] = [];
  /** All operations by key, where there are many. */
  #byKey: Map<string, GroveOperation> | undefined;

  constructor(readonly layer: GroveLayer) {}

  set(operation: GroveOperation): void {
    if (operation.type === 'delete' && operation.pruneAbove !== undefined)
      this.pruneAbove = Math.min(this.pruneAbove, operation.pruneAbove);
    if (this.#byKey === undefined && this.#first.length === FEW_OPERATIONS)
      this.#byKey = new Map(this.#first.map((first) => [textOf(first.key), first]));
    if (this.#byKey !== undefined) {
      this.#byKey.set(textOf(operation.key), operation);
      return;
    }
    const at = this.#first.findIndex(({ key }) => compareBytes(key, operation.key) === 0);
    if (at < 0) this.#first.push(operation);
    else this.#first[at] = operation;
  }

  get size(): number {
    return this.#byKey?.size ?? this.#first.length;
  }

  get(key: Uint8Array): GroveOperation | undefined {
    if (this.#byKey !== undefined) return this.#byKey.get(textOf(key));
    return this.#first.find((operation) => compareBytes(operation.key, key) === 0);
  }

  /** Returns the operations in the order of their keys. */
  sorted(): readonly GroveOperation[] {
    const operations = this.#byKey === undefined ? this.#first : [...this.#byKey.values()];
    return operations.length < 2 ? operations : operations.toSorted((a, b) => compareBytes(a.key, b.key));
  }
}
