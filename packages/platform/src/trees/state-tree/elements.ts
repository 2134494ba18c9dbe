import { type Element } from '@dapikit/proof';
import { emptyTree, type GroveOperation, type Path } from '@dapikit/proof/prover';

/** Sets an element. */
export type Put = Exclude<GroveOperation, { readonly type: 'delete' }>;

/** Creates a tree where there is none. */
export type TreePut = Extract<GroveOperation, { readonly type: 'putTree' }>;

/** Returns an item without storage flags. */
export const item = (value: Uint8Array): Element => ({ type: 'item', value, flags: undefined });

/** Returns an item that counts in sum trees. */
export const sumItem = (sum: bigint): Element => ({ type: 'sumItem', sum, flags: undefined });

/** Returns an operation that sets an item or a reference. */
export const put = (path: Path, key: Uint8Array, element: Element): GroveOperation => ({
  type: 'put',
  path,
  key,
  element,
});

/** Returns an operation that creates a tree where there is none. */
export const putTree = (path: Path, key: Uint8Array, element: Element = emptyTree('normal')): TreePut => ({
  type: 'putTree',
  path,
  key,
  element,
  isKept: true,
});

/** Returns an operation that removes an element, a tree with all that is below it. */
export const remove = (path: Path, key: Uint8Array): GroveOperation => ({
  type: 'delete',
  path,
  key,
  isRecursive: true,
});
