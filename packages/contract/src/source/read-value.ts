import type { ArrayNode, JsonNode, ObjectNode } from './json-node.js';
import { isUnpaired, newNotices, noteText, type Notices, type Source } from './source.js';

const MOST_VALUES = 1_000_000;
const DEEPEST = 50_000;

/**
 * Reads a JavaScript value as JSON would hold it. Besides JSON's values it takes `bigint` for an integer and
 * `Uint8Array` for an array of bytes; members that are `undefined` are left out. Never throws: what JSON cannot hold
 * (functions, symbols, cycles, getters that throw) is a fault.
 */
export function readValue(value: unknown): Source {
  const notices = newNotices();
  // What the value itself throws is not looked at: not even its message can be read safely.
  let message = 'expected a JSON value, found one that throws when it is read';
  const refuse: Refuse = (reason) => {
    message = reason;
    return new Error(reason);
  };
  try {
    return { root: build(value, notices, refuse), ...notices };
  } catch {
    return { root: undefined, fault: { message, start: 0, end: 0 }, ...notices };
  }
}

/** Notes why a value is none of JSON's, and makes the error to throw. */
type Refuse = (reason: string) => Error;

interface Task {
  readonly value: unknown;
  readonly parent: ObjectNode | ArrayNode | undefined;
  readonly key: string | number;
  readonly depth: number;
}

function build(value: unknown, notices: Notices, refuse: Refuse): JsonNode {
  const tasks: Task[] = [{ value, parent: undefined, key: '', depth: 0 }];
  let root: JsonNode | undefined;
  let count = 0;
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    count += 1;
    const { parent, key, depth } = task;
    const node = toNode(task, count, refuse);
    if (node.kind === 'string') noteText(node, notices);
    if (parent === undefined) root = node;
    else if (parent.kind === 'array') parent.items.push(node);
    else {
      parent.members.set(String(key), node);
      if (isUnpaired(String(key))) notices.unpaired.push(node);
    }
    if (node.kind !== 'object' && node.kind !== 'array') continue;
    notices.depth = Math.max(notices.depth, depth + 1);
    if (depth > DEEPEST) throw refuse('expected a JSON value, found one without an end: a cycle');
    // Tasks are taken from the end, so the last child goes in first.
    const children = entriesOf(task.value, MOST_VALUES - count - tasks.length, refuse);
    for (const [name, child] of children.toReversed()) {
      tasks.push({ value: child, parent: node, key: name, depth: depth + 1 });
    }
  }
  if (root === undefined) throw refuse('expected a value, found none');
  return root;
}

function entriesOf(value: unknown, most: number, refuse: Refuse): (readonly [string | number, unknown])[] {
  const isList = value instanceof Uint8Array || Array.isArray(value);
  // An array may be long without holding anything: its length is looked at before memory is taken for it.
  const keys = typeof value === 'object' && value !== null && !isList ? Object.keys(value) : [];
  if ((isList ? value.length : keys.length) > most)
    throw refuse(`expected at most ${MOST_VALUES} values, found more, or a cycle`);
  if (isList) return Array.from(value, (item, at) => [at, item] as const);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, child]) => child !== undefined);
}

/** Without a text, the order in which values come stands for their place. */
function toNode({ value, parent, key }: Task, order: number, refuse: Refuse): JsonNode {
  const place = { parent, key, start: order, end: order, keyStart: order, keyEnd: 0 };
  switch (typeof value) {
    case 'string':
      return { kind: 'string', value, ...place };
    case 'boolean':
      return { kind: 'boolean', value, ...place };
    case 'bigint':
      return { kind: 'number', value: Number(value), integer: value, ...place };
    case 'number':
      return {
        kind: 'number',
        value,
        integer: Number.isInteger(value) ? BigInt(value) : undefined,
        ...place,
      };
    case 'object':
      if (value === null) return { kind: 'null', ...place };
      if (Array.isArray(value) || value instanceof Uint8Array) return { kind: 'array', items: [], ...place };
      return { kind: 'object', members: new Map(), overridden: [], ...place };
    default:
      throw refuse(
        `expected a JSON value, found ${typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`}`,
      );
  }
}
