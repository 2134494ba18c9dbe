import type { JsonNode } from '../source/json-node.js';

/** Describes one operation that leads from a value to another, with its nodes. */
export interface JsonChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** Member names and element numbers, from the outermost value inwards. */
  readonly keys: readonly (string | number)[];
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
  /** Object or array of the earlier side that contains, or would contain, the value; undefined at the top. */
  readonly parentBefore: JsonNode | undefined;
}

/**
 * Compares two JSON values: lists members in the order of the later object, then removed ones in the order of the
 * earlier one; arrays by position, with elements removed at their end under the number that it then has.
 *
 * The order and the paths are those of the JSON patch that the platform checks. Both values must be shallow enough
 * for the stack.
 */
export function compareJson(
  before: JsonNode,
  after: JsonNode,
  keys: readonly (string | number)[] = [],
): JsonChange[] {
  const differ = new JsonComparison([...keys]);
  differ.compare(before, after, undefined);
  return differ.changes;
}

class JsonComparison {
  readonly changes: JsonChange[] = [];

  constructor(private readonly keys: (string | number)[]) {}

  compare(before: JsonNode, after: JsonNode, container: JsonNode | undefined): void {
    if (before.kind === 'object' && after.kind === 'object') {
      for (const [name, value] of after.members) this.step(name, before.members.get(name), value, before);
      for (const [name, value] of before.members)
        if (!after.members.has(name)) this.step(name, value, undefined, before);
    } else if (before.kind === 'array' && after.kind === 'array') {
      for (const [at, item] of after.items.entries()) this.step(at, before.items[at], item, before);
      for (const item of before.items.slice(after.items.length))
        this.step(after.items.length, item, undefined, before);
    } else if (!isSameScalar(before, after)) this.note('replace', before, after, container);
  }

  private step(
    key: string | number,
    before: JsonNode | undefined,
    after: JsonNode | undefined,
    container: JsonNode,
  ): void {
    this.keys.push(key);
    if (before === undefined) this.note('add', before, after, container);
    else if (after === undefined) this.note('remove', before, after, container);
    else this.compare(before, after, container);
    this.keys.pop();
  }

  private note(
    op: JsonChange['op'],
    before: JsonNode | undefined,
    after: JsonNode | undefined,
    parentBefore: JsonNode | undefined,
  ): void {
    this.changes.push({ op, keys: [...this.keys], before, after, parentBefore });
  }
}

function isSameScalar(one: JsonNode, other: JsonNode): boolean {
  if (one.kind === 'null') return other.kind === 'null';
  if (one.kind === 'number' && other.kind === 'number')
    return one.integer === undefined ? one.value === other.value : one.integer === other.integer;
  if (one.kind === 'string' || one.kind === 'boolean')
    return one.kind === other.kind && one.value === other.value;
  return false;
}
