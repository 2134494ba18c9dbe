import * as fc from 'fast-check';
import { compareBytes } from '@dapikit/protocol/codec';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  unwrapElement,
  verifyPathElements,
  type Element,
  type Query,
  ROOT_KEYS,
  type PathQuery,
  type QueryItem,
} from '../src/index.js';
import {
  emptyTree,
  MISC_KEYS,
  rootPath,
  EPOCH_KEYS,
  epochPath,
  type GroveOperation,
  type Path,
  type TreeKind,
} from '../src/prover.js';
import { POOL_KEYS } from '../src/drive/drive-paths.js';
import { Grove } from '../src/grove/grove.js';
import { proveQuery } from '../src/prover/prove-query.js';
import { TREE_KIND_NAMES } from '../src/merk/tree-kind.js';
import { naiveQuery } from './naive-query.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { OfficialVerifier, type OfficialElement } from './official-verifier.js';
import { MAX_KEY, modelGrove, operationsOf } from './random-grove.js';
import { costlyRuns } from '../../../scripts/property-runs.js';

let official: OfficialVerifier;
beforeAll(async () => {
  official = await OfficialVerifier.start();
});
afterAll(async () => {
  await official.stop();
});

const key = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
const put = (path: Path, at: Uint8Array, element: Element): GroveOperation => ({
  type: 'put',
  path,
  key: at,
  element,
});
const only = (at: Uint8Array): QueryItem => ({ type: 'key', key: at });
const item = (value: Uint8Array): Element => ({ type: 'item', value, flags: undefined });
const putTree = (path: Path, at: Uint8Array, kind: TreeKind): GroveOperation => ({
  type: 'putTree',
  path,
  key: at,
  element: emptyTree(kind),
});

async function serve(grove: Grove, query: PathQuery, version: 0 | 1): Promise<void> {
  official.proof = await proveQuery(grove, query, { version });
  official.protocolVersion = version === 0 ? 11 : 13;
  official.rootHash = grove.rootHash();
}

async function groveOf(operations: readonly GroveOperation[]): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  await grove.apply(operations);
  await grove.hash();
  return grove;
}

/** Proves keys of a layer and returns what the official verifier reads of them. */
async function officialElements(
  grove: Grove,
  path: Path,
  keys: readonly Uint8Array[],
  version: 0 | 1,
): Promise<readonly OfficialElement[]> {
  const items = keys.map(only);
  await serve(grove, { path, query: { items }, limit: keys.length }, version);
  return (await official.client.getPathElementsWithProofInfo(path, keys)).data;
}

/** Returns an unsigned integer as LEB128. */
function leb128(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, left);
}

const shownOfficial = ({ elementType, valueBytes, sum }: OfficialElement): unknown[] => [
  elementType,
  valueBytes && [...valueBytes],
  sum,
];

/** Returns what the official client says of an element. */
function shownElement(element: Element): unknown[] {
  const plain = unwrapElement(element);
  const name =
    element === plain ? plain.type : `${element.type}${plain.type[0]?.toUpperCase()}${plain.type.slice(1)}`;
  return [name, 'value' in plain ? [...plain.value] : undefined, 'sum' in plain ? plain.sum : undefined];
}

describe.each([0, 1] as const)('the official verifier, with proofs of version %i,', (version) => {
  test.each(TREE_KIND_NAMES)('reads items, references and trees of a layer of the kind %s', async (kind) => {
    const layer = [key(1), key(2)];
    const grove = await groveOf([
      putTree([], key(1), 'normal'),
      putTree([key(1)], key(2), kind),
      ...[10, 20, 30, 40, 50, 60].map((byte) =>
        put(layer, key(byte), {
          type: 'itemWithSumItem',
          value: key(byte, 1),
          sum: BigInt(byte) - 35n,
          flags: undefined,
        }),
      ),
      put(layer, key(25), { type: 'sumItem', sum: -5n, flags: undefined }),
      put(layer, key(35), {
        type: 'reference',
        path: { type: 'sibling', key: key(20) },
        maxHops: undefined,
        flags: undefined,
      }),
      putTree(layer, key(45), 'sum'),
      putTree(layer, key(55), 'sum'),
      put([...layer, key(55)], key(1), { type: 'sumItem', sum: 77n, flags: undefined }),
    ]);
    const keys = [20, 25, 26, 35, 45, 55, 99].map((byte) => key(byte));
    const elements = await officialElements(grove, layer, keys, version);
    const shown = elements.map((element) => [element.key[0], ...shownOfficial(element)]);
    expect(shown).toEqual([
      [20, 'itemWithSumItem', [20, 1], -15n],
      [25, 'sumItem', undefined, -5n],
      [26, undefined, undefined, undefined],
      [35, 'itemWithSumItem', [20, 1], -15n],
      [45, 'sumTree', undefined, 0n],
      [55, 'sumTree', undefined, 77n],
      [99, undefined, undefined, undefined],
    ]);
  });

  test('reads empty trees of the normal kind, as this one does', async () => {
    const [layer, keys] = [[key(1)], [2, 3, 4].map((byte) => key(byte))];
    const grove = await groveOf([
      putTree([], key(1), 'normal'),
      putTree(layer, key(2), 'normal'),
      put(layer, key(4), item(key(5))),
    ]);
    const elements = await officialElements(grove, layer, keys, version);
    expect(elements.map(({ elementType }) => elementType)).toEqual(['tree', undefined, 'item']);
    const { value } = verifyPathElements(official.provenResponse(), {
      path: layer,
      keys,
      quorumKey: official.quorumKey,
    });
    expect(value.map(({ element }) => element?.type)).toEqual(['tree', undefined, 'item']);
  });

  test('reads the same elements of random layers as a naive query', async () => {
    await fc.assert(
      fc.asyncProperty(
        modelGrove,
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 1, max: MAX_KEY }), { maxLength: 2 }),
        fc.uniqueArray(fc.integer({ min: 0, max: MAX_KEY + 1 }), { minLength: 1, maxLength: 8 }),
        async (model, batchLength, path, wanted) => {
          fc.pre(model.size > 0);
          const grove = await Grove.open(new MemoryNodeStore());
          const operations = operationsOf(model);
          for (let at = 0; at < operations.length; at += batchLength)
            await grove.apply(operations.slice(at, at + batchLength));
          await grove.hash();
          const layer = path.map((byte) => key(byte));
          const keys = wanted.toSorted((a, b) => a - b).map((byte) => key(byte));
          const elements = await officialElements(grove, layer, keys, version);
          const items = keys.map(only);
          const results = await naiveQuery(
            grove,
            { path: layer, query: { items }, limit: keys.length },
            { includesEmptyTrees: true },
          );
          // The client takes results by their key: an item that stands in the way of the path is one too.
          const expected = keys.map(
            (at) => results?.find((result) => compareBytes(result.key, at) === 0)?.element,
          );
          expect(elements.map((element) => element.elementType && shownOfficial(element))).toEqual(
            expected.map((element) => element && shownElement(element)),
          );
        },
      ),
      { numRuns: costlyRuns(40) },
    );
  });

  test('reads a balance, and that an identity has none', async () => {
    const [known, unknown] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];
    const grove = await groveOf([
      putTree([], key(ROOT_KEYS.identities), 'normal'),
      putTree([], key(ROOT_KEYS.balances), 'sum'),
      put(rootPath('balances'), known, { type: 'sumItem', sum: 1_234_567n, flags: undefined }),
    ]);
    for (const [id, balance] of [
      [known, 1_234_567n],
      [unknown, null],
    ] as const) {
      await serve(
        grove,
        {
          path: rootPath('balances'),
          query: { items: [{ type: 'key', key: id }] },
          limit: 1,
        },
        version,
      );
      expect((await official.client.getIdentityBalanceWithProofInfo(base58.encode(id))).data).toBe(balance);
    }
  });

  test('reads the total credits from three layers of one proof', async () => {
    const totalCredits = 123_456_789;
    const grove = await groveOf([
      putTree([], key(ROOT_KEYS.pools), 'sum'),
      putTree([], key(ROOT_KEYS.misc), 'normal'),
      putTree(rootPath('pools'), epochPath(0)[1]!, 'sum'),
      put(rootPath('misc'), MISC_KEYS.totalCredits, item(leb128(totalCredits))),
      put(rootPath('pools'), POOL_KEYS.unpaidEpoch, item(key(0, 0))),
      put(epochPath(0), EPOCH_KEYS.startCoreHeight, item(key(0, 0, 0, 1))),
    ]);
    const epoch = only(epochPath(0)[1]!);
    const pools: Query = {
      items: [epoch, only(POOL_KEYS.unpaidEpoch)],
      conditionalBranches: [
        { item: epoch, branch: { query: { items: [only(EPOCH_KEYS.startCoreHeight)] } } },
      ],
    };
    const [poolsItem, miscItem] = [only(key(ROOT_KEYS.pools)), only(key(ROOT_KEYS.misc))];
    await serve(
      grove,
      {
        path: [],
        query: {
          items: [poolsItem, miscItem],
          conditionalBranches: [
            { item: poolsItem, branch: { query: pools } },
            { item: miscItem, branch: { query: { items: [only(MISC_KEYS.totalCredits)] } } },
          ],
        },
      },
      version,
    );
    // The stored total, and what blocks up to core height 520 paid to the platform.
    expect((await official.client.getTotalCreditsInPlatformWithProofInfo()).data).toBe(53_400_314_783_799n);
  });

  test('rejects a proof of another root', async () => {
    const grove = await groveOf([putTree([], key(1), 'normal'), put([key(1)], key(2), item(key(3)))]);
    await serve(
      grove,
      { path: [key(1)], query: { items: [{ type: 'key', key: key(2) }] }, limit: 1 },
      version,
    );
    official.rootHash = new Uint8Array(32);
    await expect(official.client.getPathElementsWithProofInfo([key(1)], [key(2)])).rejects.toMatchObject({
      message: expect.stringMatching(/signature/i),
    });
  });
});
