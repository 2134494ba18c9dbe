import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { Step } from './schema-walk.js';

/** Where in a JSON text a place is. */
export interface JsonPlace {
  /** The object or array that it is in, as a path from the root. */
  readonly path: readonly Step[];
  /** Whether the name of a member, or its value, stands there. */
  readonly at: 'name' | 'value';
  /** The name of the member, where there is one. */
  readonly name?: string;
  /** The stretch of the name or the value. */
  readonly from: number;
  readonly to: number;
}

/** The name or the plain value that stands at a place; `undefined` between them. */
export function jsonPlaceAt(state: EditorState, position: number): JsonPlace | undefined {
  for (const side of [-1, 1] as const) {
    const node = syntaxTree(state).resolveInner(position, side);
    const { from, to, name } = node;
    if (name === 'PropertyName') {
      const container = node.parent?.parent;
      if (!container) continue;
      return { path: pathOf(state, container), at: 'name', name: nameOf(state, node), from, to };
    }
    if (VALUES.has(name)) return { path: pathOf(state, node), at: 'value', from, to };
  }
  return undefined;
}

const VALUES: ReadonlySet<string> = new Set(['String', 'Number', 'True', 'False', 'Null']);
const CONTAINERS: ReadonlySet<string> = new Set(['Object', 'Array']);

/** The innermost object or array around a place. */
export function containerAt(state: EditorState, position: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node && !(CONTAINERS.has(node.name) && node.from < position)) node = node.parent;
  return node ?? undefined;
}

/** The member whose value is to stand at a place, right behind its colon. */
export function memberAwaiting(state: EditorState, position: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node && node.name !== 'Property') {
    if (CONTAINERS.has(node.name)) return undefined;
    node = node.parent;
  }
  const name = node?.getChild('PropertyName');
  return node && name && state.sliceDoc(name.to, position).trimStart().startsWith(':') ? node : undefined;
}

/** The path of a value. */
export function pathOf(state: EditorState, node: SyntaxNode): Step[] {
  const path: Step[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.parent?.name === 'Property' && at.name !== 'PropertyName') {
      const name = at.parent.getChild('PropertyName');
      if (name) path.unshift(nameOf(state, name));
    } else if (at.parent?.name === 'Array') path.unshift(placeIn(at.parent, at));
  }
  return path;
}

/** The names of the members of an object. */
export function namesIn(state: EditorState, object: SyntaxNode): ReadonlySet<string> {
  return new Set(
    object
      .getChildren('Property')
      .map((property) => property.getChild('PropertyName'))
      .filter((name) => name !== null)
      .map((name) => nameOf(state, name)),
  );
}

/** The name that a node spells; as it is written where that is no JSON. */
export function nameOf(state: EditorState, node: SyntaxNode): string {
  const text = state.sliceDoc(node.from, node.to);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}

function placeIn(array: SyntaxNode, element: SyntaxNode): number {
  let place = 0;
  for (let at = element.prevSibling; at; at = at.prevSibling) if (isElement(at)) place += 1;
  return array.name === 'Array' ? place : 0;
}

const isElement = ({ name }: SyntaxNode): boolean => VALUES.has(name) || CONTAINERS.has(name);
