import * as fc from 'fast-check';
import { hex } from '@scure/base';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  decodeGroveProof,
  decodeOperations,
  NULL_HASH,
  ProofError,
  setBlake3,
  UnprovableQueryError,
  verifyPathQuery,
  type LayerProof,
  type Operation,
  type PathQuery,
  type ProofNode,
  type QueryItem,
} from '../src/index.js';
import {
  emptyTree,
  encodeElement,
  encodeGroveProof,
  encodeOperations,
  Grove,
  proveQuery,
  proveRangeAggregate,
  type GroveOperation,
  type Path,
  type TreeKind,
} from '../src/prover.js';
import { combineHashes, kvHash, valueHash } from '../src/merk/hashes.js';
import { verifyPathQueryKeys } from '../src/grove-proof/verify-query.js';
import { verifyRangeAggregates } from '../src/grove-proof/verify-aggregate.js';
import { wasmBlake3 } from '../src/wasm/index.js';
import { DecodeError } from '@dapikit/protocol';
import { MemoryNodeStore } from './memory-node-store.js';
import { naiveQuery } from './naive-query.js';
import { modelGrove, operationsOf, type ModelLayer } from './random-grove.js';
import { pathQuery } from './random-query.js';
import { costlyRuns } from '../../../scripts/property-runs.js';

// Most of the time is hashing.
beforeAll(async () => setBlake3(await wasmBlake3()));

async function groveOf(operations: readonly GroveOperation[]): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  await grove.apply(operations);
  await grove.hash();
  return grove;
}

interface Case {
  readonly grove: Grove;
  readonly query: PathQuery;
  readonly proof: Uint8Array;
  /** What a naive query finds, as text. */
  readonly expected: string;
}

/** Returns a proof with what it shows; undefined where the query has none. */
async function caseOf(model: ModelLayer, query: PathQuery): Promise<Case | undefined> {
  const grove = await groveOf(operationsOf(model));
  const results = await naiveQuery(grove, query);
  if (results === undefined) return undefined;
  try {
    const onQuery = results.filter(({ isOnPath }) => !isOnPath);
    return { grove, query, proof: await proveQuery(grove, query), expected: textOf(onQuery) };
  } catch (error) {
    if (error instanceof UnprovableQueryError) return undefined;
    throw error;
  }
}

const textOf = (elements: ReturnType<typeof verifyPathQuery>['elements']): string =>
  elements
    .map(({ path, key, element }) => [...path, key, encodeElement(element)].map(hex.encode).join('/'))
    .join(' ');

/** Returns what a proof shows for a root hash, as text; undefined where it is rejected. */
function verdict(proof: Uint8Array, query: PathQuery, root: Uint8Array): string | undefined {
  try {
    const { rootHash, elements } = verifyPathQuery(proof, query);
    return hex.encode(rootHash) === hex.encode(root) ? textOf(elements) : undefined;
  } catch (error) {
    if (error instanceof ProofError || error instanceof DecodeError) return undefined;
    throw error;
  }
}

const randomCase = fc.tuple(modelGrove, pathQuery).filter(([model]) => model.size > 0);

describe('the verifier', () => {
  test('never finds anything else in a proof with a changed byte', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(randomCase, fc.nat(), async ([model, query], bit) => {
        const found = await caseOf(model, query);
        if (found === undefined) return;
        for (let at = 0; at < found.proof.length; at += 1) {
          const mutated = found.proof.slice();
          mutated[at] = (mutated[at] ?? 0) ^ (1 << ((bit + at) % 8));
          count += 1;
          const shown = verdict(mutated, query, found.grove.rootHash());
          if (shown !== undefined && shown !== found.expected)
            throw new Error(`byte ${at} of ${hex.encode(found.proof)}: ${shown}`);
        }
      }),
      { numRuns: costlyRuns(80) },
    );
    expect(count).toBeGreaterThan(costlyRuns(10_000));
  });

  test('never finds anything else in a proof with a forged node or a missing layer', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(randomCase, async ([model, query]) => {
        const found = await caseOf(model, query);
        if (found === undefined) return;
        const proof = decodeGroveProof(found.proof);
        for (const rootLayer of forgedLayers(proof.rootLayer)) {
          count += 1;
          const shown = verdict(encodeGroveProof({ ...proof, rootLayer }), query, found.grove.rootHash());
          if (shown !== undefined && shown !== found.expected)
            throw new Error(`forged: ${shown}, expected: ${found.expected}`);
        }
      }),
      { numRuns: costlyRuns(150) },
    );
    expect(count).toBeGreaterThan(5000);
  });
});

/** Returns layers in which one node, one direction or one lower layer was replaced or left out, so that the hashes stay the same. */
function* forgedLayers(layer: LayerProof): Generator<LayerProof> {
  const operations = [...decodeOperations(layer.bytes)];
  for (const [at, operation] of operations.entries()) {
    // Subtrees presented on the other side of their parent.
    if (operation.type !== 'push') {
      yield {
        ...layer,
        bytes: encodeOperations(operations.with(at, { ...operation, isInverted: !operation.isInverted })),
      };
      continue;
    }
    for (const node of forgedNodes(operation.node)) {
      const bytes = encodeOperations(operations.with(at, { ...operation, node }));
      yield { ...layer, bytes };
      const key = 'key' in operation.node ? hex.encode(operation.node.key) : '';
      yield {
        ...layer,
        bytes,
        lowerLayers: layer.lowerLayers.filter((lower) => hex.encode(lower.key) !== key),
      };
    }
  }
  yield* mirrored(layer, operations);
  for (const [at, lower] of layer.lowerLayers.entries()) {
    yield { ...layer, lowerLayers: layer.lowerLayers.toSpliced(at, 1) };
    for (const changed of forgedLayers(lower.layer))
      yield { ...layer, lowerLayers: layer.lowerLayers.with(at, { ...lower, layer: changed }) };
  }
}

/** Returns the layer with all its operations in the other direction: the same tree, read from the other side. */
function* mirrored(layer: LayerProof, operations: readonly Operation[]): Generator<LayerProof> {
  const inverted = operations.map((operation): Operation => ({
    ...operation,
    isInverted: !operation.isInverted,
  }));
  yield { ...layer, bytes: encodeOperations(inverted) };
}

/** Returns nodes with the same hash that hide their key or value, or show another value. */
function forgedNodes(node: ProofNode): readonly ProofNode[] {
  if (!('key' in node)) return [];
  const { key } = node;
  const aggregate = 'aggregate' in node ? node.aggregate : {};
  const hashOfValue =
    node.type === 'kv'
      ? valueHash(node.value)
      : node.type === 'kvRefValueHash'
        ? combineHashes(node.valueHash, valueHash(node.value))
        : node.valueHash;
  const values = [
    encodeElement(emptyTree('normal')),
    encodeElement(emptyTree('provableCount')),
    encodeElement({ type: 'item', value: Uint8Array.of(66), flags: undefined }),
    encodeElement({ type: 'sumItem', sum: 66n, flags: undefined }),
    encodeElement({ type: 'sumTree', rootKey: Uint8Array.of(1), sum: 66n, flags: undefined }),
    encodeElement({
      type: 'reference',
      path: { type: 'sibling', key: Uint8Array.of(1) },
      maxHops: undefined,
      flags: undefined,
    }),
  ];
  return [
    { type: 'kvHash', kvHash: kvHash(key, hashOfValue), aggregate },
    { type: 'kvDigest', key, valueHash: hashOfValue, aggregate },
    ...values.flatMap((value): ProofNode[] => {
      const shown = { key, value, valueHash: hashOfValue };
      const featureType = { kind: 'normal', count: 0n, sum: 0n } as const;
      return [
        { type: 'kvValueHash', ...shown },
        { type: 'kvValueHashFeatureType', ...shown, featureType },
        { type: 'kvValueHashFeatureTypeWithChildHash', ...shown, featureType, childHash: NULL_HASH },
      ];
    }),
  ];
}

const key = (byte: number): Uint8Array => Uint8Array.of(byte);
const putTree = (path: Path, byte: number, kind: TreeKind): GroveOperation => ({
  type: 'putTree',
  path,
  key: key(byte),
  element: emptyTree(kind),
});
const sumItems = (path: Path, bytes: readonly number[]): GroveOperation[] =>
  bytes.map((byte) => ({
    type: 'put',
    path,
    key: key(byte),
    element: { type: 'sumItem', sum: BigInt(byte) - 20n, flags: undefined },
  }));

const keysQuery = (bytes: readonly number[], path: Path = [key(1)]): PathQuery => ({
  path,
  query: { items: bytes.map((byte) => ({ type: 'key', key: key(byte) })) },
  limit: bytes.length,
});

describe('keys with their absence', () => {
  test('are shown for a layer that exists, and for one that does not', async () => {
    const grove = await groveOf([
      putTree([], 1, 'normal'),
      putTree([], 2, 'sum'),
      ...sumItems([key(1)], [3, 5, 9]),
    ]);
    const wanted = keysQuery([1, 3, 4, 9, 10]);
    const { rootHash, keys } = verifyPathQueryKeys(await proveQuery(grove, wanted), wanted);
    expect(rootHash).toStrictEqual(grove.rootHash());
    expect(keys.map((found) => found.element?.type)).toStrictEqual([
      undefined,
      'sumItem',
      undefined,
      'sumItem',
      undefined,
    ]);
    // An empty tree, an absent one, and an item on the path.
    for (const path of [[key(2)], [key(7)], [key(1), key(3)]]) {
      const absent = keysQuery([3], path);
      expect(
        verifyPathQueryKeys(await proveQuery(grove, absent), absent).keys.map((found) => found.element),
      ).toStrictEqual([undefined]);
    }
  });
});

describe('aggregates of ranges', () => {
  const BYTES = [1, 4, 5, 9, 12, 13, 17, 20, 26, 27, 31, 40];
  const RANGES: readonly QueryItem[] = [
    { type: 'rangeFrom', start: key(9) },
    { type: 'rangeAfter', start: key(9) },
    { type: 'rangeTo', end: key(20) },
    { type: 'rangeToInclusive', end: key(20) },
    { type: 'range', start: key(4), end: key(26) },
    { type: 'rangeInclusive', start: key(5), end: key(5) },
    { type: 'rangeAfterToInclusive', start: key(6), end: key(30) },
    { type: 'rangeAfterTo', start: key(41), end: key(50) },
  ];
  test('are not changed by a changed byte, a node that hides or another kind of tree', async () => {
    const grove = await groveOf([putTree([], 7, 'provableCountProvableSum'), ...sumItems([key(7)], BYTES)]);
    for (const range of RANGES) {
      const query = { path: [key(7)], query: { items: [range] } };
      const proof = await proveRangeAggregate(grove, query);
      const expected = String(
        verifyRangeAggregates(proof, query).aggregates.map(({ count, sum }) => [count, sum]),
      );
      const accepted: string[] = [];
      for (let at = 0; at < proof.length; at += 1) {
        const mutated = proof.slice();
        mutated[at] = (mutated[at] ?? 0) ^ (1 << (at % 8));
        try {
          const { rootHash, aggregates } = verifyRangeAggregates(mutated, query);
          if (hex.encode(rootHash) === hex.encode(grove.rootHash()))
            accepted.push(String(aggregates.map(({ count, sum }) => [count, sum])));
        } catch (error) {
          if (!(error instanceof ProofError) && !(error instanceof DecodeError)) throw error;
        }
      }
      expect(accepted.filter((shown) => shown !== expected)).toStrictEqual([]);
    }
  });
});
