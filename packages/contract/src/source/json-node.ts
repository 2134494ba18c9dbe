import { pointerOf } from './json-pointer.js';

/** What every value of a JSON document knows: its name in what holds it, and where it stands in the text. */
interface Place {
  readonly parent: ObjectNode | ArrayNode | undefined;
  /** The member name or the element number under which the parent holds it; empty for the root. */
  readonly key: string | number;
  /** UTF-16 offsets into the text; 0 when no text was given. */
  readonly start: number;
  end: number;
  /** Where the member name stands, quotes included. */
  readonly keyStart: number;
  readonly keyEnd: number;
}

export interface ObjectNode extends Place {
  readonly kind: 'object';
  /** In the order of the text. Of members with the same name the last one counts, as in `JSON.parse`. */
  readonly members: Map<string, JsonNode>;
  /** Members whose name comes again later, and which therefore do not count. */
  readonly overridden: JsonNode[];
}

export interface ArrayNode extends Place {
  readonly kind: 'array';
  readonly items: JsonNode[];
}

export interface StringNode extends Place {
  readonly kind: 'string';
  readonly value: string;
}

export interface NumberNode extends Place {
  readonly kind: 'number';
  readonly value: number;
  /** The exact value, when the number is an integer: `1.0` and `1e3` are. */
  readonly integer: bigint | undefined;
}

export interface BooleanNode extends Place {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface NullNode extends Place {
  readonly kind: 'null';
}

/** A JSON value that knows where it stands. */
export type JsonNode = ObjectNode | ArrayNode | StringNode | NumberNode | BooleanNode | NullNode;

/** The member of an object, or nothing when there is none or `node` is no object. */
export function member(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(name) : undefined;
}

/** The text of a string node. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}

/** The exact integer of a number node. */
export function integerOf(node: JsonNode | undefined): bigint | undefined {
  return node?.kind === 'number' ? node.integer : undefined;
}

/** The value of a boolean node. */
export function booleanOf(node: JsonNode | undefined): boolean | undefined {
  return node?.kind === 'boolean' ? node.value : undefined;
}

/** The object, when the node is one. */
export function objectOf(node: JsonNode | undefined): ObjectNode | undefined {
  return node?.kind === 'object' ? node : undefined;
}

/** The elements, when the node is an array. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** The pointers of the objects and arrays that were asked for: thousands of mistakes can be in one of them. */
const pointers = new WeakMap<JsonNode, string>();

/** The JSON pointer of a node, from the root of the input. */
export function pointerTo(node: JsonNode): string {
  const unknown: JsonNode[] = [];
  let at: JsonNode = node;
  for (; at.parent !== undefined && !pointers.has(at); at = at.parent) unknown.push(at);
  let pointer = pointers.get(at) ?? '';
  for (const inner of unknown.toReversed()) {
    pointer += pointerOf([inner.key]);
    if (inner.kind === 'object' || inner.kind === 'array') pointers.set(inner, pointer);
  }
  return pointer;
}

const LONGEST_EXCERPT = 60;

/** What was found, short enough for a message. */
export function excerpt(node: JsonNode | undefined): string {
  if (node === undefined) return 'nothing';
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(node.value);
    case 'number':
      return node.integer === undefined ? String(node.value) : cut(String(node.integer));
    case 'string':
      return JSON.stringify(cut(node.value));
    case 'array':
      return node.items.length === 0 ? 'an empty array' : `an array of ${node.items.length}`;
    default:
      return node.members.size === 0 ? 'an empty object' : 'an object';
  }
}

/** A name or text, cut when it is too long for a message. */
export function cut(text: string): string {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
}
