import { identifierText } from '@dapikit/client';

/**
 * Counts the copies that have the id of a copied document in their data: as bytes or as text, also inside objects and lists.
 * @param ids of documents, base58
 * @returns the number of copies by the path of the property
 */
export function referencesTo(
  ids: ReadonlySet<string>,
  copies: readonly { readonly data: Readonly<Record<string, unknown>> }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { data } of copies)
    for (const path of new Set(pathsTo(ids, data, ''))) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

const ID_BYTES = 32;

function pathsTo(ids: ReadonlySet<string>, value: unknown, path: string): readonly string[] {
  if (value instanceof Uint8Array)
    return value.length === ID_BYTES && ids.has(identifierText(value)) ? [path] : [];
  if (typeof value === 'string') return ids.has(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsTo(ids, item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    pathsTo(ids, member, path === '' ? name : `${path}.${name}`),
  );
}
