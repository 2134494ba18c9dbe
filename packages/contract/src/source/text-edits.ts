import type { PatchOperation, TextRange } from '../diagnostic/diagnostic.js';
import { LIMITS } from '../protocol/limits.js';
import { getChild, type ArrayNode, type JsonNode, type ObjectNode } from './json-node.js';
import { parseSteps } from './json-pointer.js';
import { readJson } from './read-json.js';

/** Replaces a range of a text; removes nothing if the range is empty. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

/** Limits the text: a longer one is far too large to register. */
const MAX_TEXT_LENGTH = 8 * LIMITS.transitionBytes;

type Edits = (patch: readonly PatchOperation[]) => readonly TextEdit[] | undefined;

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Converts the JSON patch of a {@link Fix} to edits of the text, which leave the rest of the text unchanged. Added
 * values are laid out like their neighbours. The edits are in order, do not overlap, and refer to the original text.
 *
 * @param maxLength the max length of the text in UTF-16 units: 8 times that of a transition when absent.
 * @returns a function that returns undefined for a patch that does not fit the text, or whose operations touch each
 * other, and always for a longer text.
 * @example
 * import { textEdits } from '@dapikit/contract';
 *
 * const [edit] = textEdits('{"a": 1}')([{ op: 'replace', path: '/a', value: 2 }]);
 * [edit.range.start.column, edit.text]; // => [7, '2']
 */
export function textEdits(text: string, maxLength = MAX_TEXT_LENGTH): Edits {
  const { root, lines, repeatedKeys } = readJson(text);
  return (patch) => {
    if (text.length > maxLength || root === undefined || lines === undefined || repeatedKeys.length > 0)
      return undefined;
    const changes: Change[] = [];
    for (const operation of patch) {
      const change = createChange(operation, root, text);
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

interface Target {
  readonly container: ObjectNode | ArrayNode;
  readonly last: string;
}

/** Finds the container that a pointer goes into. */
function findTarget(path: string, root: JsonNode): Target | undefined {
  const keys = parseSteps(path);
  const last = keys.pop();
  let container: JsonNode | undefined = root;
  for (const key of keys) container = getChild(container, key);
  if (last === undefined || (container?.kind !== 'object' && container?.kind !== 'array')) return undefined;
  return { container, last };
}

function createChange(operation: PatchOperation, root: JsonNode, text: string): Change | undefined {
  if (operation.path === '')
    return operation.op === 'replace'
      ? { start: root.start, end: root.end, text: JSON.stringify(operation.value, undefined, 2) }
      : undefined;
  const target = findTarget(operation.path, root);
  if (target === undefined) return undefined;
  if (operation.op === 'move') return createRenaming(findTarget(operation.from, root), target);
  const { op } = operation;
  const { container, last } = target;
  const found = getChild(container, last);
  if (op === 'remove') return found && createRemoval(found, container);
  const value = JSON.stringify(operation.value);
  if (found !== undefined && (op === 'replace' || container.kind === 'object'))
    return { start: found.start, end: found.end, text: value };
  return op === 'add' ? createAddition(last, value, container, text) : undefined;
}

const listChildren = (container: ObjectNode | ArrayNode): JsonNode[] =>
  container.kind === 'object' ? [...container.members.values()] : container.items;

/** Returns where a member begins: at its name, or in an array at its value. */
const getStart = ({ parent, keyStart, start }: JsonNode): number =>
  parent?.kind === 'object' ? keyStart : start;

/** Renames a member where it is; returns undefined if it would leave its object, or the new name is taken. */
function createRenaming(source: Target | undefined, { container, last }: Target): Change | undefined {
  if (source?.container !== container || container.kind !== 'object' || container.members.has(last))
    return undefined;
  const member = container.members.get(source.last);
  return member && { start: member.keyStart, end: member.keyEnd, text: JSON.stringify(last) };
}

/** Removes a value with the comma after it, or the one before it. */
function createRemoval(node: JsonNode, container: ObjectNode | ArrayNode): Change {
  const siblings = listChildren(container);
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (after !== undefined) return { start: getStart(node), end: getStart(after), text: '' };
  return { start: before?.end ?? getStart(node), end: node.end, text: '' };
}

/** Adds a value at the end. */
function createAddition(
  key: string,
  value: string,
  container: ObjectNode | ArrayNode,
  text: string,
): Change | undefined {
  const siblings = listChildren(container);
  const neighbour = siblings.at(-1);
  if (container.kind === 'array' && key !== '-' && key !== String(siblings.length)) return undefined;
  const name = container.kind === 'object' ? JSON.stringify(key) : '';
  if (neighbour === undefined) {
    const at = container.start + 1;
    return { start: at, end: at, text: `${name}${name === '' ? '' : ': '}${value}` };
  }
  const gap =
    /\s*$/.exec(text.slice(siblings.at(-2)?.end ?? container.start, getStart(neighbour)))?.[0] ?? '';
  const colon = name === '' ? '' : text.slice(neighbour.keyEnd, neighbour.start);
  return { start: neighbour.end, end: neighbour.end, text: `,${gap}${name}${colon}${value}` };
}

/** Applies edits that do not overlap to the text for which they were made. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.range.start.offset - a.range.start.offset)
    .reduce(
      (before, { range: { start, end }, text: put }) =>
        before.slice(0, start.offset) + put + before.slice(end.offset),
      text,
    );
}
