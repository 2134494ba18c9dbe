import { readFile } from 'node:fs/promises';
import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { Grove, initialStructure, type NodeStore, type NodeWrites } from '@dapikit/proof/prover';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { TREE_VERSION } from './state-tree.js';

/** Defines the protocol version whose trees a store has. Protocols before have fewer trees; their state is stored in those of this one. */
export const STRUCTURE_PROTOCOL = NEWEST_RELEASED_PROTOCOL;

/** Defines the URL of the nodes of the initial structure, which git has: the trees of 2,000 epochs take longer to hash than to read. */
const SHIPPED_TREES = new URL('../../../assets/initial-trees.bin', import.meta.url);

/** Stored node of a tree. */
export interface TreeNode {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The version and the number of nodes. */
const HEADER_BYTES = 3;

const noPause = async (): Promise<void> => Promise.resolve();

const EMPTY: NodeStore = { getMany: async (keys) => Promise.resolve(keys.map(() => undefined)) };

/** Puts the initial structure into an empty grove. */
export async function putInitialStructure(grove: Grove, pause: () => Promise<void>): Promise<void> {
  for (const batch of initialStructure({ protocolVersion: STRUCTURE_PROTOCOL }))
    await grove.apply(batch, pause);
}

/** Returns the nodes of the initial structure, in the order of their keys. */
export async function buildInitialTrees(): Promise<readonly TreeNode[]> {
  const nodes: TreeNode[] = [];
  const grove = await Grove.open(EMPTY);
  await putInitialStructure(grove, noPause);
  await grove.hash(noPause);
  const writes: NodeWrites = { put: (key, value) => nodes.push({ key, value }), delete: () => undefined };
  await grove.store(writes, noPause);
  return nodes.toSorted((a, b) => Buffer.compare(a.key, b.key));
}

/** Returns nodes as bytes: the version of the trees and the number of nodes, then each key and value behind its length. All numbers but the version and the length of a key have two bytes, big-endian. */
export function encodeTreeNodes(nodes: readonly TreeNode[]): Uint8Array {
  const parts = nodes.flatMap(({ key, value }) => [
    Uint8Array.of(key.length),
    key,
    integerBytes(BigInt(value.length), 2),
    value,
  ]);
  return concatBytes([Uint8Array.of(TREE_VERSION), integerBytes(BigInt(nodes.length), 2), ...parts]);
}

/** Decodes nodes; undefined where the bytes are those of another version, or cut off. */
export function decodeTreeNodes(bytes: Uint8Array): readonly TreeNode[] | undefined {
  if (bytes[0] !== TREE_VERSION || bytes.length < HEADER_BYTES) return undefined;
  const nodes: TreeNode[] = [];
  let at = HEADER_BYTES;
  while (at < bytes.length) {
    const keyEnd = at + 1 + (bytes[at] ?? 0);
    const valueAt = keyEnd + 2;
    const end = valueAt + numberAt(bytes, keyEnd);
    if (end > bytes.length) return undefined;
    nodes.push({ key: bytes.subarray(at + 1, keyEnd), value: bytes.subarray(valueAt, end) });
    at = end;
  }
  return nodes.length === numberAt(bytes, 1) ? nodes : undefined;
}

const numberAt = (bytes: Uint8Array, at: number): number =>
  Number(readInteger(bytes.subarray(at, at + 2), false));

/** Returns the nodes of the initial structure that came with the package; undefined where none came with it, or none of this version. */
export async function readInitialTrees(): Promise<readonly TreeNode[] | undefined> {
  try {
    return decodeTreeNodes(await readFile(SHIPPED_TREES));
  } catch {
    return undefined;
  }
}
