import { formatStep, parseSteps } from './json-pointer.js';

/** Locates a value in its parent. */
export interface NodePlace {
  readonly parent: ObjectNode | ArrayNode | undefined;
  /** Member name or element number in the parent; empty for the root. */
  readonly key: string | number;
  /** Range of the member name, including quotes: UTF-16 offsets in the text. */
  readonly keyStart: number;
  readonly keyEnd: number;
}

interface NodeBase extends NodePlace {
  /** UTF-16 offsets in the text; 0 if no text was given. */
  readonly start: number;
  end: number;
  /** Pointer from the root, cached by {@link getPointer}: one node can have thousands of errors. */
  pointer: string | undefined;
}

/**
 * Lists the contents of all kinds of nodes. A node has the members of the other kinds, too, as undefined: engines read a member several
 * times as fast where all objects have the same layout.
 */
interface NoContent {
  readonly value: undefined;
  readonly integer: undefined;
  readonly members: undefined;
  readonly overridden: undefined;
  readonly items: undefined;
}

/** Represents an object. */
export interface ObjectNode extends NodeBase, Omit<NoContent, 'members' | 'overridden'> {
  readonly kind: 'object';
  /** Members in the order of the text. Of members with the same name the last one counts, as in `JSON.parse`. */
  readonly members: Map<string, JsonNode>;
  /** Members that a later one of the same name replaces. */
  readonly overridden: JsonNode[];
}

/** Represents an array. */
export interface ArrayNode extends NodeBase, Omit<NoContent, 'items'> {
  readonly kind: 'array';
  readonly items: JsonNode[];
}

/** Represents a text. */
export interface StringNode extends NodeBase, Omit<NoContent, 'value'> {
  readonly kind: 'string';
  readonly value: string;
}

/** Represents a number. */
export interface NumberNode extends NodeBase, Omit<NoContent, 'value' | 'integer'> {
  readonly kind: 'number';
  readonly value: number;
  /** Exact value of an integer: `1.0` and `1e3` are integers. */
  readonly integer: bigint | undefined;
}

/** Represents true or false. */
export interface BooleanNode extends NodeBase, Omit<NoContent, 'value'> {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** Represents null. */
export interface NullNode extends NodeBase, NoContent {
  readonly kind: 'null';
}

/** Represents a JSON value with its location. */
export type JsonNode = ObjectNode | ArrayNode | StringNode | NumberNode | BooleanNode | NullNode;

/** Returns the member of an object; undefined if there is none, or `node` is no object. */
export function getMember(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(name) : undefined;
}

/** Returns the text of a string node. */
export function getText(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}

/** Returns the exact integer of a number node. */
export function getInteger(node: JsonNode | undefined): bigint | undefined {
  return node?.kind === 'number' ? node.integer : undefined;
}

/** Returns the value of a boolean node. */
export function getBoolean(node: JsonNode | undefined): boolean | undefined {
  return node?.kind === 'boolean' ? node.value : undefined;
}

/** Returns the node if it is an object. */
export function asObject(node: JsonNode | undefined): ObjectNode | undefined {
  return node?.kind === 'object' ? node : undefined;
}

/** Returns the elements of an array; none for another node. */
export function getItems(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** Returns the JSON pointer of a node, from the root of the input. */
export function getPointer(node: JsonNode): string {
  const unknown: JsonNode[] = [];
  let at: JsonNode = node;
  for (; at.parent !== undefined && at.pointer === undefined; at = at.parent) unknown.push(at);
  let pointer = at.pointer ?? '';
  for (let inner = unknown.pop(); inner !== undefined; inner = unknown.pop()) {
    pointer += formatStep(inner.key);
    inner.pointer = pointer;
  }
  return pointer;
}

/** Returns a member or an element of a node; undefined if it has none of this name or number. */
export function getChild(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind === 'object') return node.members.get(key);
  return node?.kind === 'array' && /^(?:0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
}

/** Returns the node at a pointer from a root; undefined if there is none. */
export function findNode(root: JsonNode, pointer: string): JsonNode | undefined {
  return parseSteps(pointer).reduce<JsonNode | undefined>(getChild, root);
}
