import {
  createArrayNode,
  createBooleanNode,
  createNullNode,
  createNumberNode,
  createObjectNode,
  createStringNode,
} from './create-node.js';
import type { ArrayNode, JsonNode, ObjectNode } from './json-node.js';
import {
  JsonSyntaxError,
  hasLoneSurrogate,
  createNotices,
  noteString,
  type SourceNotices,
  type Source,
} from './source.js';

const MAX_VALUES = 1_000_000;
const MAX_DEPTH = 50_000;

/**
 * Reads a JavaScript value as JSON represents it. Also accepts `bigint` for an integer and `Uint8Array` for an array
 * of bytes; members that are `undefined` are omitted. Never throws: values outside JSON (functions, symbols, cycles,
 * getters that throw) give an error.
 */
export function readValue(value: unknown): Source {
  const notices = createNotices();
  // An exception of the value itself is ignored: not even its message can be read safely.
  let message = 'the value cannot be read: it throws';
  const fail: Fail = (reason) => {
    message = reason;
    return new Error(reason);
  };
  try {
    return { root: buildRoot(value, notices, fail), ...notices };
  } catch {
    return { root: undefined, error: new JsonSyntaxError(message), ...notices };
  }
}

/** Records why a value is outside JSON, and creates the error to throw. */
type Fail = (reason: string) => Error;

interface Task {
  readonly value: unknown;
  readonly parent: ObjectNode | ArrayNode | undefined;
  readonly key: string | number;
  readonly depth: number;
}

function buildRoot(value: unknown, notices: SourceNotices, fail: Fail): JsonNode {
  const tasks: Task[] = [{ value, parent: undefined, key: '', depth: 0 }];
  let root: JsonNode | undefined;
  let count = 0;
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    count += 1;
    const { parent, key, depth } = task;
    const node = toNode(task, count, fail);
    if (node.kind === 'string') noteString(node, notices);
    if (parent === undefined) root = node;
    else if (parent.kind === 'array') parent.items.push(node);
    else {
      parent.members.set(String(key), node);
      if (hasLoneSurrogate(String(key))) notices.loneSurrogates.push(node);
    }
    if (node.kind !== 'object' && node.kind !== 'array') continue;
    notices.depth = Math.max(notices.depth, depth + 1);
    if (depth > MAX_DEPTH) throw fail('the value contains a cycle');
    // Tasks are taken from the end, so the last child goes in first.
    const children = listEntries(task.value, MAX_VALUES - count - tasks.length, fail);
    for (const [name, child] of children.toReversed()) {
      tasks.push({ value: child, parent: node, key: name, depth: depth + 1 });
    }
  }
  if (root === undefined) throw fail('the value is empty');
  return root;
}

function listEntries(value: unknown, max: number, fail: Fail): (readonly [string | number, unknown])[] {
  const isList = value instanceof Uint8Array || Array.isArray(value);
  // An array can be long and empty: its length is checked before memory is allocated.
  const keys = typeof value === 'object' && value !== null && !isList ? Object.keys(value) : [];
  if ((isList ? value.length : keys.length) > max) throw fail(`more than ${MAX_VALUES} values, or a cycle`);
  if (isList) return Array.from(value, (item, at) => [at, item] as const);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, child]) => child !== undefined);
}

/** Creates a node. Without a text, the order of values serves as their location. */
function toNode({ value, parent, key }: Task, order: number, fail: Fail): JsonNode {
  const place = { parent, key, keyStart: order, keyEnd: 0 };
  switch (typeof value) {
    case 'string':
      return createStringNode(place, order, order, value);
    case 'boolean':
      return createBooleanNode(place, order, order, value);
    case 'bigint':
      return createNumberNode(place, order, order, Number(value), value);
    case 'number':
      return createNumberNode(
        place,
        order,
        order,
        value,
        Number.isInteger(value) ? BigInt(value) : undefined,
      );
    case 'object':
      if (value === null) return createNullNode(place, order, order);
      return Array.isArray(value) || value instanceof Uint8Array
        ? createArrayNode(place, order, order)
        : createObjectNode(place, order, order);
    default:
      throw fail(`${typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`} is not a JSON value`);
  }
}
