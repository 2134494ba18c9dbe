import type { Path } from '../element/reference-path.js';
import type { PathQuery, Query, SubqueryBranch } from './path-query.js';
import { selectsKey, type QueryItem } from './query-item.js';
import { ProofPackageError } from '../errors/proof-package-error.js';

/** Place in a grove: the path of a layer and a key in it. */
export interface PathKey {
  readonly path: Path;
  readonly key: Uint8Array;
}

/** Reports a query whose terminal keys cannot be listed. */
export class TerminalKeysError extends ProofPackageError {
  override readonly name = 'TerminalKeysError';
}

const MAX_DEPTH = 64;

/**
 * Lists the keys that a path query asks for one by one, whether they exist or not: first those of conditional branches, then the
 * others, in their order. Throws TerminalKeysError for a query without a limit, for more keys than the limit, for ranges of keys that
 * are longer than one byte, and for more than 64 layers.
 *
 * Source: `terminal_keys` in grovedb `grovedb-query/src/query.rs`.
 */
export function terminalKeys({ path, query, limit }: PathQuery): readonly PathKey[] {
  if (limit === undefined) throw new TerminalKeysError('a query without a limit has no terminal keys');
  const found: PathKey[] = [];
  for (const place of keysOf(query, path, 0)) {
    if (found.length === limit)
      throw new TerminalKeysError(`the query has more terminal keys than its limit of ${limit}`);
    found.push(place);
  }
  return found;
}

function* keysOf(query: Query, path: Path, depth: number): Generator<PathKey, void, undefined> {
  if (depth >= MAX_DEPTH) throw new TerminalKeysError(`the query goes through more than ${MAX_DEPTH} layers`);
  const conditional = query.conditionalBranches ?? [];
  for (const { item, branch } of conditional)
    for (const key of keysOfItem(item))
      if (branch.path !== undefined || branch.query !== undefined)
        yield* keysOfBranch(branch, path, key, depth);
  for (const item of query.items)
    for (const key of keysOfItem(item))
      if (!conditional.some((other) => selectsKey(other.item, key)))
        yield* keysOfBranch(query.defaultBranch ?? {}, path, key, depth);
}

function* keysOfBranch(
  { path: way = [], query }: SubqueryBranch,
  path: Path,
  key: Uint8Array,
  depth: number,
): Generator<PathKey, void, undefined> {
  const all = [...path, key, ...way];
  if (query !== undefined) yield* keysOf(query, all, depth + 1);
  else yield { path: all.slice(0, -1), key: all.at(-1) ?? key };
}

/** Returns the keys that an item selects; a range must be one of single bytes. */
function keysOfItem(item: QueryItem): readonly Uint8Array[] {
  if (item.type === 'key') return [item.key];
  if (
    (item.type !== 'range' && item.type !== 'rangeInclusive') ||
    item.start.length > 1 ||
    item.end.length !== 1
  )
    throw new TerminalKeysError('only keys and ranges of single bytes have terminal keys');
  const candidates = [new Uint8Array(), ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte))];
  return candidates.filter((key) => selectsKey(item, key));
}
