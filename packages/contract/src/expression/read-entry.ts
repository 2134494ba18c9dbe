import { excerpt, truncate } from '../source/excerpt.js';
import type { JsonNode } from '../source/json-node.js';
import { nearestNames } from '../text/nearest-names.js';
import type { Reading } from './reading.js';

/** Holds the one member of an object. */
export interface Entry {
  readonly name: string;
  readonly value: JsonNode;
}

/** Returns the one member of an object; undefined for anything else. */
export function findEntry(node: JsonNode | undefined): Entry | undefined {
  if (node?.kind !== 'object' || node.members.size !== 1) return undefined;
  for (const [name, value] of node.members) return { name, value };
  return undefined;
}

/**
 * Reads an object with one member that has a known name.
 *
 * @param what such as "a condition".
 */
export function readEntry<Name extends string>(
  reading: Reading,
  node: JsonNode | undefined,
  what: string,
  names: readonly string[],
  isKnown: (name: string) => name is Name,
): { readonly name: Name; readonly value: JsonNode } | undefined {
  if (node?.kind !== 'object') return reading.addShape(node, `expected ${what}, found ${excerpt(node)}`);
  const entry = findEntry(node);
  if (entry === undefined)
    return reading.addShape(node, `${what} has ${node.members.size} members: it must have exactly one`, {
      fix:
        node.members.size === 0
          ? `Write one of ${names.join(', ')}.`
          : 'Write {"allOf": [{…}, {…}]} with one object for each member.',
    });
  const { name, value } = entry;
  if (isKnown(name)) return { name, value };
  const [nearest] = name.length < 2 ? [] : nearestNames(name, names);
  return reading.addShape(value, `unknown member "${truncate(name)}" of ${what}`, {
    isAtName: true,
    ...(nearest === undefined ? { fix: `Write one of ${names.join(', ')}.` } : { suggestion: nearest }),
  });
}

/** Reads a list with a number of elements. */
export function readList(
  reading: Reading,
  node: JsonNode,
  operator: string,
  form: string,
  min: number,
  max = Infinity,
): readonly JsonNode[] | undefined {
  if (node.kind !== 'array')
    return reading.addShape(node, `expected ${form} for "${operator}", found ${excerpt(node)}`);
  const { length } = node.items;
  if (length >= min && length <= max) return node.items;
  const wanted = min === max ? `exactly ${min}` : max === Infinity ? `at least ${min}` : `${min} to ${max}`;
  return reading.addShape(node, `"${operator}" has ${length} elements: it must have ${wanted}`, {
    fix: `Write ${form}.`,
  });
}
