import { hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareBytes, DecodeError } from '@dapikit/protocol/codec';
import { ProofError, unwrapElement, type Element, type PathQuery } from '../src/index.js';
import {
  emptyTree,
  Grove,
  proveQuery,
  type GroveOperation,
  type Path,
  type TreeKind,
} from '../src/prover.js';
import { verifyPathQueryKeys } from '../src/grove-proof/verify-query.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { OfficialVerifier, type OfficialElement } from './official-verifier.js';

let official: OfficialVerifier;
beforeAll(async () => {
  official = await OfficialVerifier.start();
});
afterAll(async () => {
  await official.stop();
});

const key = (byte: number): Uint8Array => Uint8Array.of(byte);
const putTree = (path: Path, byte: number, kind: TreeKind): GroveOperation => ({
  type: 'putTree',
  path,
  key: key(byte),
  element: emptyTree(kind),
});
const put = (path: Path, byte: number, element: Element): GroveOperation => ({
  type: 'put',
  path,
  key: key(byte),
  element,
});

const LAYER = [key(1), key(2)];
const KEYS = [20, 25, 26, 35, 45, 55, 99].map(key);
const QUERY: PathQuery = {
  path: LAYER,
  query: { items: KEYS.map((at) => ({ type: 'key', key: at })) },
  limit: KEYS.length,
};

async function groveOf(kind: TreeKind): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  await grove.apply([
    putTree([], 1, 'normal'),
    putTree([], 3, 'sum'),
    putTree([key(1)], 2, kind),
    ...[10, 20, 30, 40, 50, 60].map((byte) =>
      put(LAYER, byte, { type: 'itemWithSumItem', value: key(byte), sum: BigInt(byte), flags: undefined }),
    ),
    put(LAYER, 25, { type: 'sumItem', sum: -5n, flags: undefined }),
    put(LAYER, 35, {
      type: 'reference',
      path: { type: 'sibling', key: key(20) },
      maxHops: undefined,
      flags: undefined,
    }),
    putTree(LAYER, 45, 'sum'),
    putTree(LAYER, 55, 'sum'),
    put([...LAYER, key(55)], 1, { type: 'sumItem', sum: 77n, flags: undefined }),
  ]);
  await grove.hash();
  return grove;
}

const REJECTED = 'rejected';

/** Returns what this package reads in a proof, as text. */
function ourVerdict(proof: Uint8Array, root: Uint8Array): string {
  try {
    const { rootHash, keys } = verifyPathQueryKeys(proof, QUERY);
    if (compareBytes(rootHash, root) !== 0) return REJECTED;
    return keys.map(({ key: at, element }) => shown(at, element && contentOf(element))).join(' ');
  } catch (error) {
    if (error instanceof ProofError || error instanceof DecodeError) return REJECTED;
    throw error;
  }
}

const contentOf = (element: Element): readonly unknown[] => {
  const plain = unwrapElement(element);
  return [
    plain.type,
    'value' in plain ? hex.encode(plain.value) : undefined,
    'sum' in plain ? plain.sum : undefined,
  ];
};

const shown = (at: Uint8Array, content: readonly unknown[] | undefined): string =>
  `${at[0]}:${content?.map(String).join(',') ?? ''}`;

/** Returns what the official client reads in a proof, as text. */
async function officialVerdict(proof: Uint8Array, root: Uint8Array): Promise<string> {
  official.proof = proof;
  official.rootHash = root;
  try {
    const { data } = await official.client.getPathElementsWithProofInfo(LAYER, KEYS);
    return data.map((found) => shown(found.key, officialContent(found))).join(' ');
  } catch {
    return REJECTED;
  }
}

const officialContent = ({ elementType, valueBytes, sum }: OfficialElement): readonly unknown[] | undefined =>
  elementType === undefined ? undefined : [elementType, valueBytes && hex.encode(valueBytes), sum];

/** Changes one bit; which one follows from the position. */
function changed(proof: Uint8Array, at: number): Uint8Array {
  const mutated = proof.slice();
  mutated[at] = (mutated[at] ?? 0) ^ (1 << ((at * 3) % 8));
  return mutated;
}

interface Comparison {
  readonly at: number;
  readonly ours: string;
  readonly theirs: string;
}

describe('the official verifier', () => {
  // More than 1,000 proofs together.
  test.each(['normal', 'countSum', 'provableCountSum'] as const)(
    'agrees on proofs with a changed byte of a layer of the kind %s',
    async (kind) => {
      const grove = await groveOf(kind);
      const root = grove.rootHash();
      const proof = await proveQuery(grove, QUERY);
      const expected = ourVerdict(proof, root);
      expect(await officialVerdict(proof, root)).toBe(expected);
      const comparisons: Comparison[] = [];
      for (let at = 0; at < proof.length; at += 1) {
        const mutated = changed(proof, at);
        comparisons.push({
          at,
          ours: ourVerdict(mutated, root),
          theirs: await officialVerdict(mutated, root),
        });
      }
      expect(comparisons.length).toBeGreaterThan(450);
      // A node that is pushed against the direction of the query: only this package rejects it.
      const differing = comparisons.filter(({ ours, theirs }) => ours !== theirs);
      expect(differing.map(({ ours, theirs }) => [ours, theirs])).toStrictEqual(
        differing.map(() => [REJECTED, expected]),
      );
      expect(differing.length).toBeLessThan(5);
      // The sums of feature types, which no hash covers.
      const accepted = comparisons.filter(({ ours }) => ours !== REJECTED);
      expect(accepted.map(({ ours }) => ours)).toStrictEqual(accepted.map(() => expected));
      expect(accepted.length).toBeLessThan(5);
    },
    300_000,
  );
});
