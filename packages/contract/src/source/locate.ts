import type { TextRange } from '../diagnostic/diagnostic.js';
import { getItems, getMember, type JsonNode } from './json-node.js';
import { readJson } from './read-json.js';

/**
 * Returns the range of a value in a JSON text, or that of the nearest value around it that the text has.
 *
 * @param pointer JSON pointer (RFC 6901)
 * @returns undefined when the text is no JSON
 */
export function locate(text: string, pointer: string): TextRange | undefined {
  const { root, lines } = readJson(text);
  if (root === undefined) return undefined;
  let node: JsonNode = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next: JsonNode | undefined = getMember(node, key) ?? getItems(node)[Number(key)];
    if (next === undefined) break;
    node = next;
  }
  return lines?.range(node.start, node.end);
}
