import { compareBytes } from '@dapikit/protocol/codec';
import type { Path } from '../element/reference-path.js';
import { equalItems, insertItem, overlap } from './insert-item.js';
import type { ConditionalBranch, PathQuery, Query, SubqueryBranch } from './path-query.js';
import type { QueryItem } from './query-item.js';
import { ProofPackageError } from '../errors/proof-package-error.js';

/** Reports path queries that cannot be merged into one. */
export class MergeError extends ProofPackageError {
  override readonly name = 'MergeError';
}

/**
 * Merges path queries into one that selects what they select together. The merged query begins at the longest path that all share.
 * Throws MergeError for queries with limits (set a limit on the merged query), and where conditional branches have items that
 * overlap without being equal.
 *
 * Source: `PathQuery::merge` in grovedb `grovedb/src/query/mod.rs`, `grovedb-query/src/merge.rs`.
 */
export function mergePathQueries(queries: readonly PathQuery[]): PathQuery {
  const [first, ...others] = queries;
  if (first === undefined) throw new MergeError('no path query to merge');
  if (others.length === 0) return first;
  if (queries.some(({ limit }) => limit !== undefined))
    throw new MergeError('path queries with limits cannot be merged: set a limit on the merged query');
  const path = others.reduce<Path>((all, other) => commonKeys(all, other.path), first.path);
  const here = queries.filter((query) => query.path.length === path.length).map(({ query }) => query);
  const below = queries.filter((query) => query.path.length > path.length);
  const merged = below.reduce<Query>(
    (query, { path: way, query: inner }) => addBranch(query, way.slice(path.length), inner),
    here.reduce<Query>((query, other) => mergeQueries(query, other), here.shift() ?? { items: [] }),
  );
  return { path, query: merged };
}

/** Adds the branch that leads to a query below a query: its first key is selected and takes the rest of the way. */
function addBranch(query: Query, way: Path, inner: Query | undefined): Query {
  const [key, ...rest] = way;
  if (key === undefined) throw new MergeError('the path from the common root is empty');
  const item: QueryItem = { type: 'key', key };
  return addConditionalBranch(
    { ...query, items: insertItem(query.items, item) },
    { item, branch: { path: rest.length === 0 ? undefined : rest, query: inner } },
  );
}

/** Merges a query of the same layer into another one. The direction is that of the first one. */
function mergeQueries(query: Query, other: Query): Query {
  const merged: Query = {
    ...query,
    items: other.items.reduce((items, item) => insertItem(items, item), query.items),
    ...(other.addsParentTree === true ? { addsParentTree: true } : {}),
  };
  const conditional = other.conditionalBranches ?? [];
  const withoutBranch = other.items.filter(
    (item) => !conditional.some((branch) => isSameItem(branch.item, item)),
  );
  const { defaultBranch } = other;
  const defaults =
    defaultBranch === undefined ? [] : withoutBranch.map((item) => ({ item, branch: defaultBranch }));
  return [...conditional, ...defaults].reduce<Query>(addConditionalBranch, merged);
}

function addConditionalBranch(query: Query, added: ConditionalBranch): Query {
  const { path, query: inner } = added.branch;
  if (path === undefined && inner === undefined) return query;
  const branches = query.conditionalBranches ?? [];
  const isNew = !branches.some(({ item }) => isSameItem(item, added.item));
  return {
    ...query,
    conditionalBranches: isNew
      ? [...branches, added]
      : branches.map(({ item, branch }) =>
          equalItems(item, added.item)
            ? { item, branch: mergeBranches(branch, added.branch) }
            : { item, branch },
        ),
  };
}

/** Returns whether items are the same; throws MergeError where they overlap only in part. */
function isSameItem(first: QueryItem, second: QueryItem): boolean {
  if (!overlap(first, second)) return false;
  if (equalItems(first, second)) return true;
  throw new MergeError('conditional branches cannot be merged: their items overlap and are not equal');
}

function mergeBranches(first: SubqueryBranch, second: SubqueryBranch): SubqueryBranch {
  const [firstPath, secondPath] = [first.path ?? [], second.path ?? []];
  const path = commonKeys(firstPath, secondPath);
  const [firstRest, secondRest] = [firstPath.slice(path.length), secondPath.slice(path.length)];
  const query = mergeRests([firstRest, first.query], [secondRest, second.query]);
  return { path: path.length === 0 ? undefined : path, query };
}

type Rest = readonly [way: Path, query: Query | undefined];

/** Merges the layers below the common keys of two branches. */
function mergeRests([firstWay, firstQuery]: Rest, [secondWay, secondQuery]: Rest): Query | undefined {
  const empty: Query = { items: [] };
  if (firstWay.length > 0 && secondWay.length > 0)
    return addBranch(addBranch(empty, firstWay, firstQuery), secondWay, secondQuery);
  if (firstWay.length > 0) return addBranch(secondQuery ?? empty, firstWay, firstQuery);
  if (secondWay.length > 0) return addBranch(firstQuery ?? empty, secondWay, secondQuery);
  if (firstQuery === undefined || secondQuery === undefined) return firstQuery ?? secondQuery;
  return mergeQueries(firstQuery, secondQuery);
}

/** Returns the keys with which both paths begin. */
function commonKeys(first: Path, second: Path): Path {
  const end = first.findIndex((key, at) => {
    const other = second[at];
    return other === undefined || compareBytes(key, other) !== 0;
  });
  return end === -1 ? first : first.slice(0, end);
}
