import type { PatchOperation, TextRange } from '../diagnostic.js';
import { LIMITS } from '../protocol/limits.js';
import type { ArrayNode, JsonNode, ObjectNode } from './json-node.js';
import { readJson } from './read-json.js';

/** A stretch of a text and what is to stand there instead; nothing is taken out where it is empty. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

/** Far beyond what can be registered: there is more to do than to mend it. */
const LONGEST_TEXT = 8 * LIMITS.transitionBytes;

type Edits = (patch: readonly PatchOperation[]) => readonly TextEdit[] | undefined;

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * How a JSON patch of a {@link Mend} is done to the text itself, so that everything else in it stays as it is written. What
 * is added is set apart as its neighbour is. The edits are in order and do not overlap: all of them are about the text as it
 * is given.
 *
 * @returns a function that gives nothing for a patch that does not fit the text, or whose operations touch each other, and
 * nothing at all for a text that is far too large to be registered.
 * @example
 * textEdits('{"a": 1}')([{ op: 'replace', path: '/a', value: 2 }]) // one edit, of "1" into "2"
 */
export function textEdits(text: string): Edits {
  const { root, lines, repeating } = readJson(text);
  return (patch) => {
    if (text.length > LONGEST_TEXT || root === undefined || lines === undefined || repeating.length > 0)
      return undefined;
    const changes: Change[] = [];
    for (const operation of patch) {
      const change = changeOf(operation, root, text);
      if (change === undefined) return undefined;
      changes.push(change);
    }
    const ordered = changes.toSorted((a, b) => a.start - b.start);
    const isApart = ordered.every(({ start }, at) => start > (ordered[at - 1]?.end ?? -1));
    return isApart
      ? ordered.map((change) => ({ range: lines.range(change.start, change.end), text: change.text }))
      : undefined;
  };
}

function changeOf(operation: PatchOperation, root: JsonNode, text: string): Change | undefined {
  const { op, path } = operation;
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop();
  let holder: JsonNode | undefined = root;
  for (const key of keys) holder = childOf(holder, key);
  if (last === undefined || (holder?.kind !== 'object' && holder?.kind !== 'array')) return undefined;
  const found = childOf(holder, last);
  if (op === 'remove') return found && removal(found, holder);
  const value = JSON.stringify(operation.value);
  if (found !== undefined && (op === 'replace' || holder.kind === 'object'))
    return { start: found.start, end: found.end, text: value };
  return op === 'add' ? addition(last, value, holder, text) : undefined;
}

function childOf(holder: JsonNode | undefined, key: string): JsonNode | undefined {
  if (holder?.kind === 'object') return holder.members.get(key);
  return holder?.kind === 'array' && /^(?:0|[1-9]\d*)$/.test(key) ? holder.items[Number(key)] : undefined;
}

const childrenOf = (holder: ObjectNode | ArrayNode): JsonNode[] =>
  holder.kind === 'object' ? [...holder.members.values()] : holder.items;

/** Where a member begins: at its name, or in an array at its value. */
const startOf = ({ parent, keyStart, start }: JsonNode): number =>
  parent?.kind === 'object' ? keyStart : start;

/** With the comma behind it, or the one before it where there is none. */
function removal(node: JsonNode, holder: ObjectNode | ArrayNode): Change {
  const siblings = childrenOf(holder);
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (after !== undefined) return { start: startOf(node), end: startOf(after), text: '' };
  return { start: before?.end ?? startOf(node), end: node.end, text: '' };
}

/** Behind what is there already. */
function addition(
  key: string,
  value: string,
  holder: ObjectNode | ArrayNode,
  text: string,
): Change | undefined {
  const siblings = childrenOf(holder);
  const neighbour = siblings.at(-1);
  if (holder.kind === 'array' && key !== '-' && key !== String(siblings.length)) return undefined;
  const name = holder.kind === 'object' ? JSON.stringify(key) : '';
  if (neighbour === undefined) {
    const at = holder.start + 1;
    return { start: at, end: at, text: `${name}${name === '' ? '' : ': '}${value}` };
  }
  const gap = /\s*$/.exec(text.slice(siblings.at(-2)?.end ?? holder.start, startOf(neighbour)))?.[0] ?? '';
  const colon = name === '' ? '' : text.slice(neighbour.keyEnd, neighbour.start);
  return { start: neighbour.end, end: neighbour.end, text: `,${gap}${name}${colon}${value}` };
}
