import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../source/canonical-text.js';
import type { JsonNode } from '../source/json-node.js';
import { formatPointer } from '../source/json-pointer.js';
import { readValue } from '../source/read-value.js';
import { compareJson } from './json-changes.js';

const node = (value: unknown): JsonNode => readValue(value).root!;
const reported = (before: unknown, after: unknown) =>
  compareJson(node(before), node(after)).map(({ op, keys }) => `${op} ${formatPointer(keys)}`);

describe('compareJson', () => {
  it('lists changes in the order of the later object, then removed members', () => {
    expect(reported({ a: 1, b: 2, c: 3, d: 4 }, { e: 5, d: 0, b: 2 })).toEqual([
      'add /e',
      'replace /d',
      'remove /a',
      'remove /c',
    ]);
  });

  it('compares arrays by position, and numbers removed elements', () => {
    expect(reported([1, 2, 3, 4], [2, 3])).toEqual(['replace /0', 'replace /1', 'remove /2', 'remove /2']);
    expect(reported([1], [1, 2, 3])).toEqual(['add /1', 'add /2']);
  });

  it('replaces values of another kind, and escapes names', () => {
    expect(reported({ a: {} }, { a: [] })).toEqual(['replace /a']);
    expect(reported({ a: null }, { a: false })).toEqual(['replace /a']);
    expect(reported({ 'a/b': 1, 'a~b': 1 }, {})).toEqual(['remove /a~1b', 'remove /a~0b']);
  });

  it('lists changes that lead from any value to any other', () => {
    const values = fc.tuple(fc.jsonValue({ noUnicodeString: false }), fc.jsonValue());
    fc.assert(
      fc.property(values, ([before, after]) => {
        const box: Record<string, unknown> = { value: structuredClone(before) };
        for (const { op, keys, after: updated } of compareJson(node(before), node(after), ['value']))
          apply(box, op, keys, updated && plain(updated));
        expect(canonicalText(node(box['value']))).toBe(canonicalText(node(after)));
      }),
    );
  });
});

/** One operation of a JSON patch. */
function apply(root: object, op: string, keys: readonly (string | number)[], value: unknown): void {
  let container: object = root;
  for (const key of keys.slice(0, -1)) container = Reflect.get(container, key);
  const last = keys.at(-1)!;
  if (Array.isArray(container) && op === 'remove') container.splice(Number(last), 1);
  else if (op === 'remove') Reflect.deleteProperty(container, last);
  else
    Object.defineProperty(container, last, { value, enumerable: true, configurable: true, writable: true });
}

function plain(value: JsonNode): unknown {
  if (value.kind === 'object')
    return Object.fromEntries([...value.members].map(([name, inner]) => [name, plain(inner)]));
  if (value.kind === 'array') return value.items.map(plain);
  return value.kind === 'null' ? null : value.value;
}
