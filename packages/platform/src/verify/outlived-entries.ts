import { compareBytes } from '../base/bytes/compare-bytes.js';
import type { Collection, IndexPlacement } from '../state/document/collection.js';
import { entryPosition, indexPrefix } from '../state/keys/key-spaces.js';

/** Finds the entries of a type that count where they are, with their document or without it: those of indices that outlive a delete. */
export class OutlivedEntries {
  readonly #indices: readonly { readonly index: IndexPlacement['index']; readonly prefix: Uint8Array }[];

  constructor({ location, type }: Collection) {
    this.#indices = type.indices
      .filter(({ outlivesDelete }) => outlivesDelete === true)
      .map((index) => ({ index, prefix: indexPrefix(location, index, []) }));
  }

  /**
   * Returns where an entry counts; undefined for one of another index, and for one that no delete can have left.
   * @param entries keys of the entries of its document; undefined where that is gone
   */
  placementOf(key: Uint8Array, entries: readonly Uint8Array[] | undefined): IndexPlacement | undefined {
    const found = this.#indices.find(({ prefix }) => beginsWith(key, prefix));
    if (found === undefined) return undefined;
    const { index, prefix } = found;
    const position = entryPosition(key);
    const isOwn = entries?.some((entry) => compareBytes(entry, key) === 0) === true;
    const isLeft = (): boolean =>
      position.length === index.properties.length &&
      (entries === undefined ||
        entries.some(
          (entry) => beginsWith(entry, prefix) && isInOtherWindow(entryPosition(entry), position),
        ));
    if (!isOwn && !isLeft()) return undefined;
    // The store lends its keys.
    return { index, position: position.map((part) => Uint8Array.from(part)) };
  }
}

const beginsWith = (key: Uint8Array, prefix: Uint8Array): boolean =>
  compareBytes(key.subarray(0, prefix.length), prefix) === 0;

/** Returns whether two entries of an index differ in no more than their window: a document that came again after its delete has left one of them. */
const isInOtherWindow = (
  [, ...values]: readonly Uint8Array[],
  [, ...others]: readonly Uint8Array[],
): boolean => values.every((value, at) => compareBytes(value, others[at] ?? NOTHING) === 0);

const NOTHING = new Uint8Array();
