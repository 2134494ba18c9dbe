import { countCharacters } from '../source/characters.js';
import { booleanOf, member, textOf, type JsonNode, type ObjectNode } from '../source/json-node.js';

/** Whether a document type or an index counts: said so, said not, or not said. */
export type Countable = 'yes' | 'no' | undefined;

/** What `countable` (of an index) or `documentsCountable` says. */
export function countableOf(node: JsonNode | undefined): Countable {
  const flag = booleanOf(node);
  if (flag !== undefined) return flag ? 'yes' : 'no';
  const word = textOf(node);
  if (word === 'countable' || word === 'countableAllowingOffset') return 'yes';
  return word === 'notCountable' ? 'no' : undefined;
}

/** The names of the flags of an index and of a document type for the same three questions. */
export const INDEX_FLAGS = { count: 'countable', sum: 'summable', average: 'averageable' } as const;
export const TYPE_FLAGS = {
  count: 'documentsCountable',
  sum: 'documentsSummable',
  average: 'documentsAverageable',
} as const;

/** The property that an index or a document type sums, and the node that says so. An average sums, too. */
export function summedProperty(
  node: ObjectNode,
  flags: typeof INDEX_FLAGS | typeof TYPE_FLAGS,
): { readonly name: string; readonly node: JsonNode } | undefined {
  for (const flag of [flags.average, flags.sum]) {
    const found = member(node, flag);
    const name = textOf(found);
    if (found !== undefined && name !== undefined && isPropertyName(found)) return { name, node: found };
  }
  return undefined;
}

/** Whether a node can name the property to sum: text of 1 to 64 characters. */
export function isPropertyName(node: JsonNode): boolean {
  return node.kind === 'string' && node.value !== '' && countCharacters(node.value) <= 64;
}
