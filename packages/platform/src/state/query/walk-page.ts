import { type PathQuery, type Query, type QueryItem, type SubqueryBranch } from '@dapikit/proof';
import { boundsOf, documentTypePath, MEMBERS_KEY, selectsKey, type Bound } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import {
  entryDocumentId,
  entryPosition,
  indexPrefix,
  MAX_KEY_BYTES,
  type IndexPosition,
  type TypeLocation,
} from '../keys/key-spaces.js';
import { behindPrefix, tupleKey } from '../keys/tuple-key.js';
import type { KeyRange, StoreView } from '../../store/store.js';
import { maxKey, minKey, successor, valueRange, type KeyBounds } from './key-bounds.js';
import type { IndexPlan, KeyBound } from '@dapikit/proof/document-query';

/** Collects the ids of all layers. */
interface Page {
  readonly ids: Uint8Array[];
  /** The rest of the limit, of which documents and values without any use up one each. */
  left: number;
}

type Plan = Pick<IndexPlan, 'index' | 'emptyBranchesUseLimit'>;

/**
 * Goes through the entries of an index as GroveDB proves a path query of its trees. The page behind a start document so lacks the
 * documents that it lacks on the network.
 *
 * Source: `prove_subqueries` in `grovedb/src/operations/proof/generate.rs` of dashpay/grovedb. One counter of the limit goes through
 * all layers, as also in `path_query_push` from the methods `GROVE_V4` on.
 */
export class PageWalk {
  constructor(
    private readonly view: StoreView,
    private readonly place: TypeLocation,
    private readonly plan: Plan,
  ) {}

  /** Returns the ids of the documents that a path query of the index selects, as many as its limit allows. */
  async run({ path, query, limit = Infinity }: PathQuery): Promise<Uint8Array[]> {
    const { contractId, documentType } = this.place;
    // A name and a value for each property before the query, and the name of its own property.
    const above = path.slice(documentTypePath(contractId, documentType).length, -1);
    const page: Page = { ids: [], left: limit };
    await this.#select(
      above.filter((_, at) => at % 2 === 1),
      query,
      page,
    );
    return page.ids;
  }

  async #select(position: IndexPosition, query: Query, page: Page): Promise<void> {
    const items = isAscending(query) ? query.items : query.items.toReversed();
    for (const item of items) {
      if (page.left <= 0) return;
      if (item.type !== 'key') await this.#range(position, query, item, page);
      else if (await this.#exists([...position, item.key]))
        await this.#enter([...position, item.key], branchOf(query, item.key), page);
    }
  }

  /** Goes through the values of a range: by one scan where all that lies below is selected in the same direction, else value by value. */
  async #range(position: IndexPosition, query: Query, item: QueryItem, page: Page): Promise<void> {
    const prefix = indexPrefix(this.place, this.plan.index, position);
    if (prefix.length > MAX_KEY_BYTES) return;
    const reverse = !isAscending(query);
    let { from, to } = valueRange(prefix, keyBounds(item));
    while (page.left > 0 && compareBytes(from, to) < 0) {
      const [entry] = await this.view.scan({ from, to, reverse, limit: 1 });
      const key = entry && entryPosition(entry.key)[position.length];
      if (key === undefined) return;
      const branch = branchOf(query, key);
      const walked = concatBytes([prefix, tupleKey(key)]);
      let end: Uint8Array;
      if (isUniform(branch, !reverse)) {
        end = this.#scannable(prefix, query, key, { from, to });
        await this.#scan(reverse ? { from: end, to } : { from, to: end }, reverse, page);
      } else {
        end = reverse ? walked : behindPrefix(walked);
        await this.#enter([...position, key], branch, page);
      }
      if (reverse) to = end;
      else from = end;
    }
  }

  /** Returns where a scan of everything below the values of a range ends: before the next value with a branch of its own. */
  #scannable(prefix: Uint8Array, query: Query, key: Uint8Array, { from, to }: KeyRange): Uint8Array {
    const ascends = isAscending(query);
    const own = (query.conditionalBranches ?? []).flatMap(({ item, branch }) =>
      item.type === 'key' && !isUniform(branch, ascends) ? [item.key] : [],
    );
    if (ascends)
      return own
        .filter((other) => compareBytes(other, key) > 0)
        .map((other) => concatBytes([prefix, tupleKey(other)]))
        .reduce(minKey, to);
    return own
      .filter((other) => compareBytes(other, key) < 0)
      .map((other) => behindPrefix(concatBytes([prefix, tupleKey(other)])))
      .reduce(maxKey, from);
  }

  /** Selects what is below a value. Where nothing there uses up the limit, the value does. */
  async #enter(position: IndexPosition, branch: SubqueryBranch, page: Page): Promise<void> {
    const before = page.left;
    if (isMembers(branch)) await this.#members(position, branch.query, page);
    else if (branch.query !== undefined) await this.#select(position, branch.query, page);
    if (this.plan.emptyBranchesUseLimit === true && page.left === before) page.left -= 1;
  }

  /** Selects the documents of a position. */
  async #members(position: IndexPosition, query: Query | undefined, page: Page): Promise<void> {
    const prefix = indexPrefix(this.place, this.plan.index, position);
    if (prefix.length > MAX_KEY_BYTES) return;
    for (const item of query?.items ?? []) await this.#scan(idRange(prefix, item), !isAscending(query), page);
    if (query === undefined) await this.#scan({ from: prefix, to: behindPrefix(prefix) }, false, page);
  }

  async #scan({ from, to }: KeyRange, reverse: boolean, page: Page): Promise<void> {
    if (page.left <= 0 || compareBytes(from, to) >= 0) return;
    const entries = await this.view.scan({ from, to, reverse, limit: page.left });
    page.ids.push(...entries.map(({ key }) => entryDocumentId(key)));
    page.left -= entries.length;
  }

  async #exists(position: IndexPosition): Promise<boolean> {
    const from = indexPrefix(this.place, this.plan.index, position);
    if (from.length > MAX_KEY_BYTES) return false;
    return (await this.view.scan({ from, to: behindPrefix(from), limit: 1 })).length > 0;
  }
}

const isAscending = (query: Query | undefined): boolean => query?.isLeftToRight !== false;

/** Returns the selection below a key. Index queries always have one. */
const branchOf = ({ conditionalBranches = [], defaultBranch = {} }: Query, key: Uint8Array): SubqueryBranch =>
  conditionalBranches.find(({ item }) => selectsKey(item, key))?.branch ?? defaultBranch;

/** Returns whether a branch leads to documents, not to the next property. */
const isMembers = ({ path: [name] = [] }: SubqueryBranch): boolean =>
  name !== undefined && compareBytes(name, MEMBERS_KEY) === 0;

/** Returns whether a branch selects everything below a value in one direction. */
function isUniform(branch: SubqueryBranch, ascends: boolean): boolean {
  const { query } = branch;
  if (query === undefined) return true;
  return (
    isAscending(query) === ascends &&
    query.items.every(({ type }) => type === 'rangeFull') &&
    (isMembers(branch) ||
      [query.defaultBranch ?? {}, ...(query.conditionalBranches ?? []).map((one) => one.branch)].every(
        (below) => isUniform(below, ascends),
      ))
  );
}

const keyBound = ({ key, isInclusive }: Bound): KeyBound => ({ key, included: isInclusive });

function keyBounds(item: QueryItem): KeyBounds {
  const { lower, upper } = boundsOf(item);
  return { from: lower && keyBound(lower), to: upper && keyBound(upper) };
}

/** Returns the keys of the documents of a position whose ids an item selects. */
function idRange(prefix: Uint8Array, item: QueryItem): KeyRange {
  const { lower, upper } = boundsOf(item);
  const keyOf = ({ key }: Bound): Uint8Array => concatBytes([prefix, key]);
  return {
    from: lower === undefined ? prefix : lower.isInclusive ? keyOf(lower) : successor(keyOf(lower)),
    to:
      upper === undefined ? behindPrefix(prefix) : upper.isInclusive ? successor(keyOf(upper)) : keyOf(upper),
  };
}
