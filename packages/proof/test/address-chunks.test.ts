import { sha256 } from '@noble/hashes/sha2.js';
import { expect, it } from 'vitest';
import {
  ADDRESS_CHUNK_DEPTHS,
  addressBalancesPath,
  decodeGroveProof,
  decodeOperations,
  UnprovableQueryError,
  type LayerProof,
  type ProofNode,
} from '../src/index.js';
import {
  encodeGroveProof,
  encodeOperations,
  Grove,
  initialStructure,
  proveBranch,
  proveTrunk,
  type GroveOperation,
} from '../src/prover.js';
import { verifyBranch, verifyTrunk, type ChunkElement } from '../src/grove-proof/verify-chunk.js';
import { firstChunkDepth, maxTreeHeight } from '../src/grove-proof/chunk-depths.js';
import { MemoryNodeStore } from './memory-node-store.js';

const PATH = addressBalancesPath();
const { max } = ADDRESS_CHUNK_DEPTHS;

/** The address with a number: its bytes have no order. */
const addressOf = (number: number): Uint8Array =>
  Uint8Array.of(number % 2, ...sha256(Uint8Array.of(number >> 8, number & 0xff)).subarray(0, 20));

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A state in which each address has its number as credits; stored, and opened again, so that nodes are loaded when they are needed. */
async function groveWith(addresses: number): Promise<Grove> {
  const store = new MemoryNodeStore();
  const grove = await Grove.open(store);
  for (const batch of initialStructure({ protocolVersion: 13 })) await grove.apply(batch);
  const operations = Array.from({ length: addresses }, (_, number): GroveOperation => ({
    type: 'put',
    path: PATH,
    key: addressOf(number),
    element: { type: 'itemWithSumItem', value: new Uint8Array(4), sum: BigInt(number), flags: undefined },
  }));
  for (let at = 0; at < operations.length; at += 7) await grove.apply(operations.slice(at, at + 7));
  await grove.hash();
  await grove.store(store);
  return Grove.open(store);
}

const rootLayerOf = (proof: Uint8Array): LayerProof => decodeGroveProof(proof).rootLayer;

/** Reads all addresses, branch by branch, from the trunk on. */
async function readAll(
  grove: Grove,
  trunk: readonly ChunkElement[],
  depth: number,
): Promise<ReadonlyMap<string, ChunkElement>> {
  const found = new Map(trunk.map((one) => [textOf(one.key), one]));
  const leaves = trunk.filter(({ isLeaf }) => isLeaf);
  for (let leaf = leaves.pop(); leaf !== undefined; leaf = leaves.pop()) {
    const branch = verifyBranch(await proveBranch(grove, PATH, leaf.key, depth), depth, leaf.hash);
    for (const one of branch) found.set(textOf(one.key), one);
    leaves.push(...branch.filter(({ isLeaf }) => isLeaf));
  }
  return found;
}

it.each([0, 1, 2, 3, 88, 400, 1500])(
  'shows all of %i addresses by their trunk and its branches',
  async (addresses) => {
    const grove = await groveWith(addresses);
    const proof = await proveTrunk(grove, PATH, ADDRESS_CHUNK_DEPTHS);
    const trunk = verifyTrunk(rootLayerOf(proof), PATH, max);
    expect(trunk.count).toBe(BigInt(addresses));
    expect(trunk.rootHash).toEqual(grove.rootHash());
    for (const depth of [2, 6, 9]) {
      const found = await readAll(grove, trunk.elements, depth);
      expect(found.size).toBe(addresses);
      for (let number = 0; number < addresses; number += 1)
        expect(found.get(textOf(addressOf(number)))?.element).toMatchObject({ sum: BigInt(number) });
    }
  },
);

it.each([
  [142, true],
  [143, false],
])('has %i addresses wholly in the trunk: %s', async (addresses, isWhole) => {
  const proof = await proveTrunk(await groveWith(addresses), PATH, ADDRESS_CHUNK_DEPTHS);
  const { elements } = verifyTrunk(rootLayerOf(proof), PATH, max);
  expect(elements.length === addresses).toBe(isWhole);
});

it('counts the addresses below each element of a trunk', async () => {
  const grove = await groveWith(1500);
  const { elements } = verifyTrunk(
    rootLayerOf(await proveTrunk(grove, PATH, ADDRESS_CHUNK_DEPTHS)),
    PATH,
    max,
  );
  const leaves = elements.filter(({ isLeaf }) => isLeaf);
  const below = leaves.reduce((sum, { count = 0n }) => sum + count, 0n);
  expect(below + BigInt(elements.length - leaves.length)).toBe(1500n);
});

it('divides a tree into chunks as GroveDB does', () => {
  // The examples of `merk/src/proofs/branch/depth.rs` in grovedb.
  const heights = [1n, 2n, 3n, 4n, 7n, 10n, 12n, 20n, 88n, 100n, 1000n, 1_000_000n, 1_000_000_000n];
  expect(heights.map(maxTreeHeight)).toEqual([1, 2, 2, 3, 4, 4, 5, 6, 9, 9, 14, 28, 42]);
  const depths = [3, 8, 10, 11, 13, 14].map((height) => firstChunkDepth(height, { min: 6, max: 8 }));
  expect(depths).toEqual([3, 8, 6, 6, 7, 7]);
});

/** Changes the nodes of a layer. */
const nodes = (change: (node: ProofNode) => ProofNode) => (bytes: Uint8Array) =>
  encodeOperations(
    [...decodeOperations(bytes)].map((operation) =>
      operation.type === 'push' ? { ...operation, node: change(operation.node) } : operation,
    ),
  );

it('rejects a trunk that is not the one of the state', async () => {
  const grove = await groveWith(200);
  const proof = await proveTrunk(grove, PATH, ADDRESS_CHUNK_DEPTHS);
  const verified = (change: (layer: LayerProof) => LayerProof) => () =>
    verifyTrunk(change(rootLayerOf(proof)), PATH, max);
  /** Changes the innermost layer. */
  const inner = (layer: LayerProof, change: (bytes: Uint8Array) => Uint8Array): LayerProof => {
    const [lower] = layer.lowerLayers;
    if (lower === undefined) return { ...layer, bytes: change(layer.bytes) };
    return { ...layer, lowerLayers: [{ ...lower, layer: inner(lower.layer, change) }] };
  };
  expect(verified((layer) => layer)).not.toThrow();
  const emptied = verified((layer) => inner(layer, () => new Uint8Array()));
  expect(emptied).toThrow('the Merk proof is malformed');
  const changed = verified((layer) =>
    inner(
      layer,
      nodes((node) =>
        node.type === 'kv' ? { ...node, aggregate: { count: (node.aggregate.count ?? 0n) + 1n } } : node,
      ),
    ),
  );
  expect(changed).toThrow('the hash of a lower layer does not match');
  const digested = verified((layer) =>
    inner(
      layer,
      nodes((node) =>
        node.type === 'kv'
          ? { type: 'kvDigest', key: node.key, valueHash: new Uint8Array(32), aggregate: node.aggregate }
          : node,
      ),
    ),
  );
  expect(digested).toThrow('shows no element');
  const moved = verified(({ lowerLayers: [lower], ...layer }) => ({
    ...layer,
    lowerLayers: [{ key: Uint8Array.of(0x39), layer: lower!.layer }],
  }));
  expect(moved).toThrow('another lower layer');
  expect(() => verifyTrunk(rootLayerOf(proof), PATH.slice(0, 1), max)).toThrow(
    'the trunk is no layer of a Merk tree alone',
  );
  expect(() => verifyTrunk(rootLayerOf(proof), PATH, 2)).toThrow('more than 2 levels');
});

it('rejects a branch of another element, and one with more levels', async () => {
  const grove = await groveWith(1500);
  const { elements } = verifyTrunk(
    rootLayerOf(await proveTrunk(grove, PATH, ADDRESS_CHUNK_DEPTHS)),
    PATH,
    max,
  );
  const [one, other] = elements.filter(({ isLeaf }) => isLeaf);
  const branch = await proveBranch(grove, PATH, one!.key, 6);
  expect(() => verifyBranch(branch, 6, other!.hash)).toThrow('not the one below');
  expect(() => verifyBranch(branch, 2, one!.hash)).toThrow('more than 2 levels');
  await expect(proveBranch(grove, PATH, new Uint8Array(21), 6)).rejects.toThrow(UnprovableQueryError);
  await expect(proveTrunk(grove, PATH.slice(0, 1), ADDRESS_CHUNK_DEPTHS)).rejects.toThrow(
    'does not count its elements',
  );
  await expect(proveTrunk(grove, [Uint8Array.of(1)], ADDRESS_CHUNK_DEPTHS)).rejects.toThrow(
    'the path leads to no tree',
  );
});

it('has the form of a proof of GroveDB with a layer for each key of the path', async () => {
  const proof = await proveTrunk(await groveWith(5), PATH, ADDRESS_CHUNK_DEPTHS);
  expect(encodeGroveProof(decodeGroveProof(proof))).toEqual(proof);
  const [lower] = rootLayerOf(proof).lowerLayers;
  const chunk = lower!.layer.lowerLayers[0]!.layer.bytes;
  // Items of a tree whose hashes cover counts are shown with the count of their subtree: `KVCount`.
  const shown = [...decodeOperations(chunk)].flatMap((one) => (one.type === 'push' ? [one.node.type] : []));
  expect(shown).toEqual(['kv', 'kv', 'kv', 'kv', 'kv']);
});

it('pauses again and again while it proves a trunk or a branch, with the same proof', async () => {
  const addresses = 1500;
  const grove = await groveWith(addresses);
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
  };
  const proof = await proveTrunk(grove, PATH, ADDRESS_CHUNK_DEPTHS, { pause });
  expect(proof).toEqual(await proveTrunk(grove, PATH, ADDRESS_CHUNK_DEPTHS));
  // Each node is loaded and shown.
  const trunk = verifyTrunk(rootLayerOf(proof), PATH, max);
  expect(pauses).toBeGreaterThanOrEqual(Math.floor((2 * trunk.elements.length) / 64) - 1);
  expect(pauses).toBeGreaterThan(0);
  const leaf = trunk.elements.find(({ isLeaf }) => isLeaf);
  const branch = await proveBranch(grove, PATH, leaf!.key, max);
  expect(await proveBranch(grove, PATH, leaf!.key, max, { pause })).toEqual(branch);
});
