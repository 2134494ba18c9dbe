import { aboveContracts } from './contract-nodes.js';
import { ROOT_KEYS, type Element } from '@dapikit/proof';
import { encodeElement } from '@dapikit/proof/prover';
import {
  aboveDocumentType,
  aboveIdentityKeys,
  aboveRootKeys,
  type AncestorNodes,
} from '../../state/fee/ancestor-nodes.js';
import {
  allBytes,
  elementBytes,
  EPOCH_FLAG_BYTES,
  type ElementBytes,
} from '../../state/fee/element-bytes.js';
import type { StorageWork } from '../../state/fee/storage-work.js';
import type { Put } from './elements.js';
import type { MeteredEntry } from './metered-entry.js';
import { placeElements, type PlacedElement } from './placed-element.js';
import { TreePlace } from './tree-place.js';

/**
 * Adds up what entries of the store change in the trees. Trees that several entries share come with the first and go with the last.
 *
 * Source: `apply_batch` in grovedb `grovedb/src/batch/mod.rs`, `kv_with_parent_hook_size_and_storage_cost` in `merk/src/tree/mod.rs`.
 */
export class Meter {
  readonly #work = {
    addedBytes: 0,
    replacedBytes: 0,
    removedBytes: 0,
    added: 0,
    replaced: 0,
    removed: 0,
    checks: 0,
  };
  readonly #root = TreePlace.root();
  readonly #layers = new Set<TreePlace>();
  /** The keys that change in the topmost tree and in trees of identities, by the place of the tree. */
  readonly #changed = new Map<TreePlace, Set<number>>();
  /** The contracts that change, or what is in them. */
  readonly #contracts = new Set<TreePlace>();
  readonly #typeCounts = new Map<TreePlace, number>();
  readonly #new = new Set<TreePlace>();
  readonly #removed = new Set<TreePlace>();
  /** The bytes of the storage flags of trees that changed entries have, by their places. */
  readonly #flagBytes = new Map<TreePlace, number>();

  /** Adds what a change of an entry changes in the trees. */
  async add(entry: MeteredEntry): Promise<void> {
    const { typeCount } = entry;
    if (typeCount !== undefined) this.#typeCounts.set(this.#root.at(typeCount.path), typeCount.count);
    const former = placeElements(this.#root, entry.before, entry);
    const current = placeElements(this.#root, entry.after, entry);
    const formerAt = new Map(former.map((one) => [one.place, one]));
    // As a create writes them: an update does not change the flags of trees that are there.
    for (const { place, element } of [...former, ...current])
      if (element.put.type === 'putTree') this.#flagBytes.set(place, entry.flagBytes(element.put, true));
    for (const one of current) {
      const before = formerAt.get(one.place);
      if (before !== undefined) this.#replace(entry, one, before);
      else {
        const shared = entry.isShared(one.element, 'after');
        // Waiting takes long beside the rest.
        if (typeof shared === 'boolean' ? shared : await shared) this.#share(entry, one);
        else this.#insert(one, allBytes(sizeOf(entry, one)));
      }
    }
    if (former.length > 0) await this.#removeAll(entry, former, new Set(current.map(({ place }) => place)));
  }

  async #removeAll(
    entry: MeteredEntry,
    former: readonly PlacedElement[],
    stays: ReadonlySet<TreePlace>,
  ): Promise<void> {
    for (const one of former) {
      if (stays.has(one.place) || this.#removed.has(one.place)) continue;
      if (await entry.isShared(one.element, 'before')) continue;
      this.#removed.add(one.place);
      this.#touch(one.place);
      this.#work.removedBytes += allBytes(sizeOf(entry, one, true));
      this.#work.removed += 1;
    }
  }

  #insert({ element, place }: PlacedElement, bytes: number): void {
    if (this.#new.has(place)) return;
    this.#new.add(place);
    this.#touch(place);
    this.#work.addedBytes += bytes;
    this.#work.added += 1;
    if (element.put.type === 'putTree') this.#work.checks += 1;
  }

  /** Looks for a tree that is there, or writes an element that is there for other entries too. */
  #share(entry: MeteredEntry, one: PlacedElement): void {
    if (one.element.put.type === 'putTree') this.#work.checks += 1;
    else this.#replace(entry, one, one);
  }

  #replace(entry: MeteredEntry, one: PlacedElement, former: PlacedElement): void {
    const { put } = one.element;
    const isSame = one !== former && isSameElement(put, former.element.put);
    if (put.type === 'putTree' || (isSame && !entry.isRefreshed)) return;
    const [{ value: before }, { value: after }] = [sizeOf(entry, former), sizeOf(entry, one)];
    this.#touch(one.place);
    this.#work.replaced += 1;
    this.#work.replacedBytes += Math.min(after, before);
    this.#work.addedBytes += Math.max(after - before, 0);
    this.#work.removedBytes += Math.max(before - after, 0);
  }

  /** Notes the layer of a changed element and those above it. */
  #touch({ parent, key }: TreePlace): void {
    if (parent === undefined) return;
    this.#noteKey(parent, key);
    for (let layer: TreePlace | undefined = parent; layer !== undefined; layer = layer.parent) {
      if (this.#layers.has(layer)) return;
      this.#layers.add(layer);
      if (layer.parent !== undefined) this.#noteKey(layer.parent, layer.key);
    }
  }

  #noteKey(layer: TreePlace, key: Uint8Array): void {
    if (isOfContracts(layer)) this.#contracts.add(layer.child(key));
    if (layer.depth !== 0 && !isIdentity(layer)) return;
    const keys = this.#changed.get(layer) ?? new Set<number>();
    this.#changed.set(layer, keys.add(key[0] ?? 0));
  }

  /** Returns the nodes above those that change in trees of known or average shape. */
  #ancestors(layer: TreePlace): AncestorNodes | undefined {
    const changed = this.#changed.get(layer);
    if (changed !== undefined)
      return layer.parent === undefined ? aboveRootKeys(changed) : aboveIdentityKeys(changed);
    const typeCount = this.#typeCounts.get(layer);
    if (typeCount !== undefined) return aboveDocumentType(typeCount);
    return isOfContracts(layer) ? aboveContracts(Array.from(this.#contracts, ({ key }) => key)) : undefined;
  }

  /** Returns the sum. The element of a layer that exists is written with its new root, and the storage flags that it has. */
  work(): StorageWork {
    let [passedBytes, passed] = [0, 0];
    for (const layer of this.#layers) {
      if (this.#new.has(layer) || this.#removed.has(layer)) continue;
      const above = this.#ancestors(layer);
      passedBytes += above?.bytes ?? 0;
      passed += above?.count ?? 0;
      if (layer.parent === undefined) continue;
      const flagBytes = this.#flagBytes.get(layer) ?? (isIdentity(layer) ? EPOCH_FLAG_BYTES : 0);
      passedBytes += elementBytes('normal', layer.key.length, TREE, flagBytes).value;
      passed += 1;
    }
    return { ...this.#work, passedBytes, passed };
  }
}

const isIdentity = ({ depth, parent }: TreePlace): boolean =>
  depth === 2 && parent?.key[0] === ROOT_KEYS.identities;
const isOfContracts = ({ depth, key }: TreePlace): boolean => depth === 1 && key[0] === ROOT_KEYS.contracts;

const TREE: Element = { type: 'tree', rootKey: undefined, flags: undefined };

const sizeOf = (
  entry: MeteredEntry,
  { element: { put }, kind }: PlacedElement,
  isRemoved = false,
): ElementBytes => elementBytes(kind, put.key.length, put.element, entry.flagBytes(put, isRemoved));

const isSameElement = (one: Put, other: Put): boolean =>
  Buffer.compare(encodeElement(one.element), encodeElement(other.element)) === 0;
