import { decodeElement, unwrapElement, type Element } from '@dapikit/proof';
import { checkGrove, Grove, treeKindOf, type MerkTree, type Path } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { OPERATIONS_RANGE, TREE_SPACES } from '../../state/keys/tree-keys.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import type { StoreView } from '../../store/store.js';
import type { TimeSlices } from '../../store/time-slices.js';
import type { Difference } from '../../verify/difference.js';
import { decodeOperations } from './operation-list.js';
import { buildTrees } from './rebuild-trees.js';
import { findTreeTip, treeNodes } from './state-tree.js';

type Node = Awaited<ReturnType<MerkTree['all']>>[number];

/** Compares the trees of a state, if it has some, with those that follow from its entries, and computes all hashes again. */
export async function verifyTrees(
  view: StoreView,
  contracts: ContractBook,
  slices: TimeSlices,
): Promise<readonly Difference[]> {
  if ((await findTreeTip(view)) === undefined) return [];
  try {
    const rebuilt = await Grove.open({ getMany: async (keys) => Promise.resolve(keys.map(() => undefined)) });
    await buildTrees(rebuilt, { view, contracts, slices });
    await rebuilt.hash(async () => slices.next());
    const stored = await Grove.open(treeNodes(view));
    for (const { value } of await view.scan(OPERATIONS_RANGE)) await stored.apply(decodeOperations(value));
    await stored.hash(async () => slices.next());
    const comparison = new TreeComparison(stored, rebuilt, slices);
    await comparison.compare([]);
    const { problems } = await checkGrove(await Grove.open(treeNodes(view)), async () => slices.next());
    const damaged = problems.map(({ path, key }): Difference => ({
      kind: 'tree',
      key: concatBytes(key === undefined ? path : [...path, key]),
    }));
    return [...comparison.differences, ...damaged];
  } catch (error) {
    // Whatever else is thrown says that entries or nodes cannot be read, or do not fit together.
    if (error instanceof StoreUnavailableError) throw error;
    return [{ kind: 'tree', key: Uint8Array.of(TREE_SPACES.nodes) }];
  }
}

/** Compares two groves, whose trees have other shapes. */
class TreeComparison {
  readonly differences: Difference[] = [];
  readonly #stored: Grove;
  readonly #rebuilt: Grove;
  readonly #slices: TimeSlices;

  constructor(stored: Grove, rebuilt: Grove, slices: TimeSlices) {
    this.#stored = stored;
    this.#rebuilt = rebuilt;
    this.#slices = slices;
  }

  /** Compares a layer with all below it. */
  async compare(path: Path): Promise<void> {
    await this.#slices.next();
    const found = byKey((await (await this.#stored.layer(path))?.all()) ?? []);
    const expected = byKey((await (await this.#rebuilt.layer(path))?.all()) ?? []);
    for (const [text, node] of found) {
      const other = expected.get(text);
      if (other === undefined || !isEqual(node.content.value, other.content.value))
        this.#differ(path, node.key, node.content.value, other?.content.value);
      else if (treeKindOf(decodeElement(node.content.value)) !== undefined)
        await this.compare([...path, node.key]);
    }
    for (const [text, node] of expected)
      if (!found.has(text)) this.#differ(path, node.key, undefined, node.content.value);
  }

  #differ(
    path: Path,
    key: Uint8Array,
    found: Uint8Array | undefined,
    expected: Uint8Array | undefined,
  ): void {
    this.differences.push({
      kind: 'tree',
      key: concatBytes([...path, key]),
      ...(found === undefined ? {} : { found: Uint8Array.from(found) }),
      ...(expected === undefined ? {} : { expected: Uint8Array.from(expected) }),
    });
  }
}

const byKey = (nodes: readonly Node[]): ReadonlyMap<string, Node> =>
  new Map(nodes.map((node) => [Buffer.from(node.key).toString('hex'), node]));

/** Returns whether two serialised elements are equal but for the root of their layer, which the shape decides. */
function isEqual(found: Uint8Array, expected: Uint8Array): boolean {
  if (compareBytes(found, expected) === 0) return true;
  const [one, other] = [found, expected].map((bytes) => withoutRoot(decodeElement(bytes)));
  return one === other;
}

const withoutRoot = (element: Element): string => {
  const { type, ...plain } = unwrapElement(element);
  return JSON.stringify({ types: [element.type, type], ...plain, rootKey: undefined }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value instanceof Uint8Array ? [...value] : value,
  );
};
