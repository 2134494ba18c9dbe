import type { ArrayNode, JsonNode, ObjectNode } from './json-node.js';
import { isUnpaired, newNotices, noteText, type Source } from './source.js';

const MOST_VALUES = 5_000_000;

/**
 * Reads a JavaScript value as JSON would hold it. Besides JSON's values it takes `bigint` for an integer and
 * `Uint8Array` for an array of bytes; members that are `undefined` are left out. Never throws: what JSON cannot hold
 * (functions, symbols, cycles, getters that throw) is a fault.
 */
export function readValue(value: unknown): Source {
  const notices = newNotices();
  try {
    const root = build(value, notices);
    return { root, ...notices };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it could not be read';
    return { root: undefined, fault: { message, start: 0, end: 0 }, ...notices };
  }
}

interface Task {
  readonly value: unknown;
  readonly parent: ObjectNode | ArrayNode | undefined;
  readonly key: string | number;
  readonly depth: number;
}

function build(value: unknown, notices: ReturnType<typeof newNotices>): JsonNode {
  const tasks: Task[] = [{ value, parent: undefined, key: '', depth: 0 }];
  let root: JsonNode | undefined;
  let count = 0;
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    count += 1;
    if (count > MOST_VALUES)
      throw new Error(`expected at most ${MOST_VALUES} values, found more, or a cycle`);
    const { parent, key, depth } = task;
    const node = toNode(task, count);
    if (node.kind === 'string') noteText(node, notices);
    if (parent === undefined) root = node;
    else if (parent.kind === 'array') parent.items.push(node);
    else {
      parent.members.set(String(key), node);
      if (isUnpaired(String(key))) notices.unpaired.push(node);
    }
    if (node.kind !== 'object' && node.kind !== 'array') continue;
    notices.depth = Math.max(notices.depth, depth + 1);
    if (depth > MOST_VALUES / 100)
      throw new Error('expected a JSON value, found one without an end: a cycle');
    // Tasks are taken from the end, so the last child goes in first.
    const children = entriesOf(task.value);
    for (const [name, child] of children.toReversed()) {
      tasks.push({ value: child, parent: node, key: name, depth: depth + 1 });
    }
  }
  if (root === undefined) throw new Error('expected a value, found none');
  return root;
}

function entriesOf(value: unknown): (readonly [string | number, unknown])[] {
  if (value instanceof Uint8Array || Array.isArray(value))
    return Array.from(value, (item, at) => [at, item] as const);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, child]) => child !== undefined);
}

/** Without a text, the order in which values come stands for their place. */
function toNode({ value, parent, key }: Task, order: number): JsonNode {
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
      throw new Error(
        `expected a JSON value, found ${typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`}`,
      );
  }
}
