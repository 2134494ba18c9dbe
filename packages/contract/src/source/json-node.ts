import { formatPointer } from './json-pointer.js';

/** Locates a value of a JSON document: by its name in its parent, and in the text. */
interface NodeBase {
  readonly parent: ObjectNode | ArrayNode | undefined;
  /** Member name or element number in the parent; empty for the root. */
  readonly key: string | number;
  /** UTF-16 offsets in the text; 0 if no text was given. */
  readonly start: number;
  end: number;
  /** Range of the member name, including quotes. */
  readonly keyStart: number;
  readonly keyEnd: number;
}

/** Represents an object. */
export interface ObjectNode extends NodeBase {
  readonly kind: 'object';
  /** Members in the order of the text. Of members with the same name the last one counts, as in `JSON.parse`. */
  readonly members: Map<string, JsonNode>;
  /** Members that a later one of the same name replaces. */
  readonly overridden: JsonNode[];
}

/** Represents an array. */
export interface ArrayNode extends NodeBase {
  readonly kind: 'array';
  readonly items: JsonNode[];
}

/** Represents a text. */
export interface StringNode extends NodeBase {
  readonly kind: 'string';
  readonly value: string;
}

/** Represents a number. */
export interface NumberNode extends NodeBase {
  readonly kind: 'number';
  readonly value: number;
  /** Exact value of an integer: `1.0` and `1e3` are integers. */
  readonly integer: bigint | undefined;
}

/** Represents true or false. */
export interface BooleanNode extends NodeBase {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** Represents null. */
export interface NullNode extends NodeBase {
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

/** Caches the pointers of objects and arrays: one of them can have thousands of errors. */
const pointers = new WeakMap<JsonNode, string>();

/** Returns the JSON pointer of a node, from the root of the input. */
export function getPointer(node: JsonNode): string {
  const unknown: JsonNode[] = [];
  let at: JsonNode = node;
  for (; at.parent !== undefined && !pointers.has(at); at = at.parent) unknown.push(at);
  let pointer = pointers.get(at) ?? '';
  for (const inner of unknown.toReversed()) {
    pointer += formatPointer([inner.key]);
    if (inner.kind === 'object' || inner.kind === 'array') pointers.set(inner, pointer);
  }
  return pointer;
}
