import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { countCharacters } from '../text/count-characters.js';
import { LIMITS } from '../protocol/limits.js';
import type { Index } from '../model/contract-model.js';
import { getItems, getMember, getPointer, type JsonNode, type StringNode } from '../source/json-node.js';
import type { SingleReading } from './single-reading.js';

/** Returns whether a property is a text that fits into an index. */
export const isShortText = (node: JsonNode): boolean =>
  node.kind === 'string' && node.value !== '' && countCharacters(node.value) <= LIMITS.contestedTextLength;

/** Lists the `regexPattern`s of an index that are well formed. */
export const listPatterns = ({ contested }: Index): StringNode[] =>
  getItems(getMember(contested, 'fieldMatches')).flatMap((match) => {
    const node = getMember(match, 'regexPattern');
    return node?.kind === 'string' && isShortText(node) ? [node] : [];
  });

/** Creates an operation that gives a member a value. */
const set = (owner: JsonNode, name: string, value: unknown): PatchOperation => ({
  op: getMember(owner, name) === undefined ? 'add' : 'replace',
  path: `${getPointer(owner)}/${name}`,
  value,
});

/** Suggests a contest with all that it requires: a unique index of an immutable document type. */
export function toContest(contested: JsonNode, { node, documentType }: Index): SingleReading {
  return {
    fix: 'Write {"resolution": 0}, "unique": true, and "documentsMutable": false in the document type. Without fieldMatches every value is contested.',
    patch: [
      { op: 'replace', path: getPointer(contested), value: { resolution: 0 } },
      set(node, 'unique', true),
      ...(documentType.isMutable ? [set(documentType.node, 'documentsMutable', false)] : []),
    ],
  };
}
