import { bytesKey } from '../../base/bytes/bytes-key.js';
import type { Path, TreeKind } from '@dapikit/proof/prover';

/** Represents a place in the trees: the root, or a key in a tree. Below one root, the same place is the same object. */
export class TreePlace {
  /** Kind of the tree there, once it is known. */
  kind: TreeKind | undefined;
  /** Number of keys that lead to it. */
  readonly depth: number;
  #children: Map<string, TreePlace> | undefined;
  /** Most paths share the objects of their keys. */
  #byKey: Map<Uint8Array, TreePlace> | undefined;

  private constructor(
    readonly parent: TreePlace | undefined,
    readonly key: Uint8Array,
  ) {
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  /** Returns a root. */
  static root(): TreePlace {
    return new TreePlace(undefined, NO_KEY);
  }

  /** Returns the place of a key in the tree here. */
  child(key: Uint8Array): TreePlace {
    const known = this.#byKey?.get(key);
    if (known !== undefined) return known;
    this.#children ??= new Map();
    this.#byKey ??= new Map();
    const text = bytesKey(key);
    const child = this.#children.get(text) ?? new TreePlace(this, key);
    this.#children.set(text, child);
    this.#byKey.set(key, child);
    return child;
  }

  /** Returns the place at the end of a path that begins here. */
  at(path: Path): TreePlace {
    return path.reduce<TreePlace>((place, key) => place.child(key), this);
  }
}

const NO_KEY = new Uint8Array();
