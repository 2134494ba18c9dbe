import { countCharacters } from '../text/count-characters.js';
import { getBoolean, getMember, getText, type JsonNode, type ObjectNode } from '../source/json-node.js';

/** Names whether a document type or an index counts; undefined if it does not say. */
export type Countable = 'yes' | 'no' | undefined;

/** Reads `countable` (of an index) or `documentsCountable`. */
export function readCountable(node: JsonNode | undefined): Countable {
  const flag = getBoolean(node);
  if (flag !== undefined) return flag ? 'yes' : 'no';
  const word = getText(node);
  if (word === 'countable' || word === 'countableAllowingOffset') return 'yes';
  return word === 'notCountable' ? 'no' : undefined;
}

/** Names the flags of an index that count, sum and average. */
export const INDEX_FLAGS = { count: 'countable', sum: 'summable', average: 'averageable' } as const;
/** Names the flags of a document type that count, sum and average. */
export const TYPE_FLAGS = {
  count: 'documentsCountable',
  sum: 'documentsSummable',
  average: 'documentsAverageable',
} as const;

/** Finds the property that an index or a document type sums, and the node that names it. An average sums, too. */
export function findSummedProperty(
  node: ObjectNode,
  flags: typeof INDEX_FLAGS | typeof TYPE_FLAGS,
): { readonly name: string; readonly node: JsonNode } | undefined {
  for (const flag of [flags.average, flags.sum]) {
    const found = getMember(node, flag);
    const name = getText(found);
    if (found !== undefined && name !== undefined && isPropertyName(found)) return { name, node: found };
  }
  return undefined;
}

/** Returns whether a node can name the property to sum: text of 1 to 64 characters. */
export function isPropertyName(node: JsonNode): boolean {
  return node.kind === 'string' && node.value !== '' && countCharacters(node.value) <= 64;
}
