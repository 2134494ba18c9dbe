import { canonicalText } from '../source/canonical-text.js';
import { excerpt } from '../source/excerpt.js';
import { getItems, type JsonNode } from '../source/json-node.js';
import type { Comparison, Condition, SideKind } from './expression.js';
import { CONDITIONS, type ConditionName, isConditionName } from './operators.js';
import { findEntry, readEntry, readList } from './read-entry.js';
import { checkForms, readInteger, readsSomething } from './read-integer.js';
import { comparesSides, keyOf, pathKindOf, readSide, SIDE_WORDS } from './read-side.js';
import { readAffix, readContains } from './read-tests.js';
import { MAX_NESTING, type Reading } from './reading.js';
import { readMembership, checkEnums } from './read-membership.js';

const NAMES = Object.keys(CONDITIONS);

/** Reads a condition; reports every problem in it. */
export function readCondition(reading: Reading, node: JsonNode, depth: number): Condition | undefined {
  if (depth > MAX_NESTING) return reading.addDepth(node);
  const entry = readEntry(reading, node, 'a condition', NAMES, isConditionName);
  if (entry === undefined) return undefined;
  const { name, value } = entry;
  switch (name) {
    case 'in':
    case 'notIn':
      return readMembership(reading, node, value, name, depth);
    case 'startsWith':
    case 'endsWith':
      return readAffix(reading, node, value, name, depth);
    case 'contains':
      return readContains(reading, node, value, depth);
    case 'present':
    case 'absent':
      return readPresence(reading, node, value, name);
    case 'anyOf':
    case 'allOf':
      return readJunction(reading, node, value, name, depth);
    case 'not':
      return readNegation(reading, node, value, depth);
    case 'ifThen':
    case 'ifThenElse':
      return readChoice(reading, node, value, name, depth);
    default:
      return readComparison(reading, node, value, name, depth);
  }
}

function readComparison(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  name: Comparison,
  depth: number,
): Condition | undefined {
  const { form, reads } = CONDITIONS[name];
  const items = readList(reading, value, name, form, 2, 2);
  if (items === undefined) return undefined;
  const [first, second] = items;
  if (comparesSides(reading, first, second)) {
    checkForms(reading, items, depth + 1);
    return readSides(reading, node, items, name);
  }
  const kinds = [pathKindOf(reading, first), pathKindOf(reading, second)];
  const phrase = name === 'equal' || name === 'notEqual' ? 'compares an integer here' : reads;
  const left = readInteger(reading, first, depth + 1, name, phrase);
  const right = readInteger(reading, second, depth + 1, name, phrase);
  if (left === undefined || right === undefined || kinds.some((kind) => kind !== undefined)) return undefined;
  if (!readsSomething(left) && !readsSomething(right)) return reading.addIdle(node);
  if (left.id === right.id) return addSame(reading, node, name);
  const id = reading.intern(name, left.id, right.id);
  return { kind: 'integers', comparison: name, left, right, node, id, nodes: 1 + left.nodes + right.nodes };
}

function addSame(reading: Reading, node: JsonNode, name: string): undefined {
  return reading.add(
    'idle',
    node,
    `"${name}" compares a value with itself: it holds for every document, or for none`,
  );
}

/** Reads a comparison of texts, of identifiers, or of byte arrays (which are not compared this way). */
function readSides(
  reading: Reading,
  node: JsonNode,
  items: readonly JsonNode[],
  name: Comparison,
): Condition | undefined {
  const kinds = items.map((item) => pathKindOf(reading, item));
  const [first, second] = kinds;
  const of = first ?? second ?? 'text';
  if (first !== undefined && second !== undefined && first !== second)
    return reading.add(
      'type',
      node,
      `"${name}" compares values of one kind; the left side is ${SIDE_WORDS[first]}, the right one ${SIDE_WORDS[second]}`,
    );
  if (kinds.includes('bytes'))
    return reading.add('type', node, `"${name}" does not compare byte arrays`, {
      fix: 'Test byte arrays by "startsWith" and "endsWith", or their bytes by "byteAt".',
    });
  if (name !== 'equal' && name !== 'notEqual') {
    return reading.add(
      'type',
      node,
      `"${name}" compares integers; ${quoteSide(items, kinds)} is ${SIDE_WORDS[of]}`,
      {
        fix: 'Compare texts and identifiers by "equal", "notEqual" or "in".',
      },
    );
  }
  const [left, right] = items.map((item) => readSide(reading, item, of, name));
  if (left === undefined || right === undefined) return undefined;
  if (left.kind === 'constant' && right.kind === 'constant') return reading.addIdle(node);
  if (keyOf(left) === keyOf(right)) return addSame(reading, node, name);
  checkEnums(reading, of, items, [left, right]);
  const isNegated = name === 'notEqual';
  const [a, b] = left.kind === 'constant' ? [right, left] : [left, right];
  return {
    kind: 'sides',
    of,
    isNegated,
    left,
    right,
    node,
    id: reading.intern(name, of, keyOf(a), keyOf(b)),
    nodes: 3,
  };
}

/** Quotes the side that makes a comparison one of texts or identifiers. */
function quoteSide(items: readonly JsonNode[], kinds: readonly (SideKind | undefined)[]): string {
  const path = items.find((_, at) => kinds[at] !== undefined);
  const entry = items.map(findEntry).find((one) => one !== undefined);
  return excerpt(path ?? getItems(entry?.value)[0] ?? entry?.value);
}

function readPresence(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  name: 'present' | 'absent',
): Condition | undefined {
  const property = reading.readProperty(value, name, CONDITIONS[name].reads);
  if (property === undefined) return undefined;
  const { path } = property;
  return {
    kind: 'presence',
    isNegated: name === 'absent',
    path,
    node,
    id: reading.intern(name, path.text),
    nodes: 1,
  };
}

function readJunction(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  name: 'anyOf' | 'allOf',
  depth: number,
): Condition | undefined {
  const items = readList(reading, value, name, CONDITIONS[name].form, 2);
  if (items === undefined) return undefined;
  const texts = new Set<string>();
  const conditions: Condition[] = [];
  let isClean = true;
  for (const item of items) {
    const text = canonicalText(item);
    if (texts.has(text)) {
      reading.addShape(item, `the condition is listed twice in "${name}"`, { fix: 'Remove one of them.' });
      isClean = false;
      continue;
    }
    texts.add(text);
    if (findEntry(item)?.name === name) {
      reading.addShape(item, `"${name}" directly inside "${name}" says the same as one list`, {
        fix: `Move its conditions into the outer "${name}".`,
      });
      isClean = false;
    }
    const condition = readCondition(reading, item, depth + 1);
    if (condition !== undefined) conditions.push(condition);
  }
  checkRepeated(reading, conditions, name);
  if (!isClean || conditions.length !== items.length) return undefined;
  const id = reading.intern(name, ...conditions.map((condition) => condition.id));
  return { kind: 'junction', operator: name, conditions, node, id, nodes: countNodes(conditions) };
}

const countNodes = (conditions: readonly Condition[]): number =>
  conditions.reduce((sum, { nodes }) => sum + nodes, 1);

/** Reports conditions that say the same in other words. */
function checkRepeated(reading: Reading, conditions: readonly Condition[], name: ConditionName): void {
  const seen = new Set<number>();
  for (const { id, node } of conditions) {
    if (seen.has(id)) reading.add('idle', node, `the condition says the same as an earlier one in "${name}"`);
    seen.add(id);
  }
}

function readNegation(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  depth: number,
): Condition | undefined {
  const inner = findEntry(value)?.name;
  const isDouble = inner === 'not' || inner === 'notIn';
  if (isDouble)
    reading.addShape(value, `"not" contains "${inner}": both negations cancel`, {
      fix: inner === 'not' ? 'Write the inner condition alone.' : 'Write "in".',
    });
  const condition = readCondition(reading, value, depth + 1);
  if (condition === undefined || isDouble) return undefined;
  return {
    kind: 'not',
    condition,
    node,
    id: reading.intern('not', condition.id),
    nodes: 1 + condition.nodes,
  };
}

function readChoice(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  name: 'ifThen' | 'ifThenElse',
  depth: number,
): Condition | undefined {
  const size = name === 'ifThen' ? 2 : 3;
  const items = readList(reading, value, name, CONDITIONS[name].form, size, size);
  if (items === undefined) return undefined;
  const found = items.map((item) => readCondition(reading, item, depth + 1));
  const conditions = found.filter((condition) => condition !== undefined);
  checkRepeated(reading, conditions, name);
  const [condition, implied, otherwise] = conditions;
  if (conditions.length !== items.length || condition === undefined || implied === undefined)
    return undefined;
  const id = reading.intern(name, ...conditions.map((one) => one.id));
  return { kind: 'choice', condition, implied, otherwise, node, id, nodes: countNodes(conditions) };
}
