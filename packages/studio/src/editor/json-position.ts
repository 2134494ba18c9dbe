import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { Step } from './schema-walk.js';

/** Describes a position in a JSON text. */
export interface JsonPosition {
  /** The object or array that it is in, as a path from the root. */
  readonly path: readonly Step[];
  /** Part of the JSON in which it is: the name of a member or a value. */
  readonly at: 'name' | 'value';
  /** The name of the member, if it is in one. */
  readonly name?: string;
  /** The range of the name or the value. */
  readonly from: number;
  readonly to: number;
}

/** Finds the name or plain value at a position; `undefined` between them. */
export function positionAt(state: EditorState, position: number): JsonPosition | undefined {
  for (const side of [-1, 1] as const) {
    const node = syntaxTree(state).resolveInner(position, side);
    const { from, to, name } = node;
    if (name === 'PropertyName') {
      const container = node.parent?.parent;
      if (!container) continue;
      return { path: pathTo(state, container), at: 'name', name: readName(state, node), from, to };
    }
    if (VALUES.has(name)) return { path: pathTo(state, node), at: 'value', from, to };
  }
  return undefined;
}

const VALUES: ReadonlySet<string> = new Set(['String', 'Number', 'True', 'False', 'Null']);
const CONTAINERS: ReadonlySet<string> = new Set(['Object', 'Array']);

/** Finds the innermost object or array around a position. */
export function findContainer(state: EditorState, position: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node && !(CONTAINERS.has(node.name) && node.from < position)) node = node.parent;
  return node ?? undefined;
}

/** Finds the member whose value belongs at a position, right after its colon. */
export function findMemberAwaitingValue(state: EditorState, position: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node && node.name !== 'Property') {
    if (CONTAINERS.has(node.name)) return undefined;
    node = node.parent;
  }
  const name = node?.getChild('PropertyName');
  return node && name && state.sliceDoc(name.to, position).trimStart().startsWith(':') ? node : undefined;
}

/** Returns the path of a value. */
export function pathTo(state: EditorState, node: SyntaxNode): Step[] {
  const path: Step[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.parent?.name === 'Property' && at.name !== 'PropertyName') {
      const name = at.parent.getChild('PropertyName');
      if (name) path.unshift(readName(state, name));
    } else if (at.parent?.name === 'Array') path.unshift(indexInArray(at.parent, at));
  }
  return path;
}

/** Collects the names of the members of an object. */
export function collectNames(state: EditorState, object: SyntaxNode): ReadonlySet<string> {
  return new Set(
    object
      .getChildren('Property')
      .map((property) => property.getChild('PropertyName'))
      .filter((name) => name !== null)
      .map((name) => readName(state, name)),
  );
}

/** Reads the name of a node; its text where that is not JSON. */
export function readName(state: EditorState, node: SyntaxNode): string {
  const text = state.sliceDoc(node.from, node.to);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}

function indexInArray(array: SyntaxNode, element: SyntaxNode): number {
  let place = 0;
  for (let at = element.prevSibling; at; at = at.prevSibling) if (isElement(at)) place += 1;
  return array.name === 'Array' ? place : 0;
}

const isElement = ({ name }: SyntaxNode): boolean => VALUES.has(name) || CONTAINERS.has(name);
