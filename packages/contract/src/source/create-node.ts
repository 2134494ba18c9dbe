import type {
  ArrayNode,
  BooleanNode,
  NodePlace,
  NullNode,
  NumberNode,
  ObjectNode,
  StringNode,
} from './json-node.js';

// Every node lists all members in this order, so that all have one layout: see `NoContent`.

/** Creates a node of an object without members. */
export function createObjectNode(
  { parent, key, keyStart, keyEnd }: NodePlace,
  start: number,
  end: number,
): ObjectNode {
  return {
    kind: 'object',
    parent,
    key,
    start,
    end,
    keyStart,
    keyEnd,
    pointer: undefined,
    value: undefined,
    integer: undefined,
    members: new Map(),
    overridden: [],
    items: undefined,
  };
}

/** Creates a node of an array without elements. */
export function createArrayNode(
  { parent, key, keyStart, keyEnd }: NodePlace,
  start: number,
  end: number,
): ArrayNode {
  return {
    kind: 'array',
    parent,
    key,
    start,
    end,
    keyStart,
    keyEnd,
    pointer: undefined,
    value: undefined,
    integer: undefined,
    members: undefined,
    overridden: undefined,
    items: [],
  };
}

/** Creates a node of a text. */
export function createStringNode(
  { parent, key, keyStart, keyEnd }: NodePlace,
  start: number,
  end: number,
  value: string,
): StringNode {
  return {
    kind: 'string',
    parent,
    key,
    start,
    end,
    keyStart,
    keyEnd,
    pointer: undefined,
    value,
    integer: undefined,
    members: undefined,
    overridden: undefined,
    items: undefined,
  };
}

/** Creates a node of a number. */
export function createNumberNode(
  { parent, key, keyStart, keyEnd }: NodePlace,
  start: number,
  end: number,
  value: number,
  integer: bigint | undefined,
): NumberNode {
  return {
    kind: 'number',
    parent,
    key,
    start,
    end,
    keyStart,
    keyEnd,
    pointer: undefined,
    value,
    integer,
    members: undefined,
    overridden: undefined,
    items: undefined,
  };
}

/** Creates a node of true or false. */
export function createBooleanNode(
  { parent, key, keyStart, keyEnd }: NodePlace,
  start: number,
  end: number,
  value: boolean,
): BooleanNode {
  return {
    kind: 'boolean',
    parent,
    key,
    start,
    end,
    keyStart,
    keyEnd,
    pointer: undefined,
    value,
    integer: undefined,
    members: undefined,
    overridden: undefined,
    items: undefined,
  };
}

/** Creates a node of null. */
export function createNullNode(
  { parent, key, keyStart, keyEnd }: NodePlace,
  start: number,
  end: number,
): NullNode {
  return {
    kind: 'null',
    parent,
    key,
    start,
    end,
    keyStart,
    keyEnd,
    pointer: undefined,
    value: undefined,
    integer: undefined,
    members: undefined,
    overridden: undefined,
    items: undefined,
  };
}
