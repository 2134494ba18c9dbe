import type { Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import { ProofPackageError } from '../errors/proof-package-error.js';

interface Target {
  /** The layer that has the key. */
  readonly path: Path;
  readonly key: Uint8Array;
}

/**
 * Sets an item, a reference or an append-only tree. A reference is hashed with its target as it is when the grove is hashed; an
 * append-only tree with the root hash of its content, which is stored elsewhere.
 */
export interface PutOperation extends Target {
  readonly type: 'put';
  readonly element: Element;
  /** The root hash of the content of an append-only tree; that of an empty one if undefined. */
  readonly contentRoot?: Uint8Array;
}

/**
 * Creates a tree with an empty layer. Where a tree of the same kind exists, its layer stays and its flags and wrapper are replaced.
 */
export interface PutTreeOperation extends Target {
  readonly type: 'putTree';
  /** A tree; its root key and aggregates are ignored. */
  readonly element: Element;
  /** True if an existing tree keeps its flags and wrapper too. */
  readonly isKept?: boolean;
}

/** Removes an element. An absent key is no error. */
export interface DeleteOperation extends Target {
  readonly type: 'delete';
  /** True if a tree is removed with all that is below it; a tree that is not empty is rejected otherwise. */
  readonly isRecursive?: boolean;
  /**
   * Smallest number of keys of a path that stays: layers that the batch leaves empty are removed with their trees, upwards, while their
   * path is
   * longer and nothing puts their tree again. Empty layers stay if this is absent.
   */
  readonly pruneAbove?: number;
}

/** Changes one key of a grove. */
export type GroveOperation = PutOperation | PutTreeOperation | DeleteOperation;

/** Reports an operation that does not fit the grove. */
export class GroveOperationError extends ProofPackageError {
  override readonly name = 'GroveOperationError';
}
