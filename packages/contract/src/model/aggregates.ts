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

/** Names a summed property, and the node that names it. */
export interface SummedProperty {
  readonly name: string;
  readonly node: JsonNode;
}

/** Finds the property that an index or a document type sums, and the node that names it. An average sums, too. */
export function findSummedProperty(
  node: ObjectNode,
  flags: typeof INDEX_FLAGS | typeof TYPE_FLAGS,
): SummedProperty | undefined {
  return readSummed(getMember(node, flags.average)) ?? readSummed(getMember(node, flags.sum));
}

const readSummed = (node: JsonNode | undefined): SummedProperty | undefined =>
  node?.kind === 'string' && isPropertyName(node) ? { name: node.value, node } : undefined;

/** Lists the properties that a document type and its indices sum: first that of the type. */
export function listSummedProperties({
  node,
  indices,
}: {
  readonly node: ObjectNode;
  readonly indices: readonly { readonly node: ObjectNode }[];
}): SummedProperty[] {
  const own = findSummedProperty(node, TYPE_FLAGS);
  const found = own === undefined ? [] : [own];
  for (const index of indices) {
    const summed = findSummedProperty(index.node, INDEX_FLAGS);
    if (summed !== undefined) found.push(summed);
  }
  return found;
}

/** Returns whether a node can name the property to sum: text of 1 to 64 characters. */
export function isPropertyName(node: JsonNode): boolean {
  return node.kind === 'string' && node.value !== '' && countCharacters(node.value) <= 64;
}
