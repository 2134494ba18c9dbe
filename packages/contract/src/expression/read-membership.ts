import { excerpt } from '../source/excerpt.js';
import type { JsonNode } from '../source/json-node.js';
import type { Condition, Side, SideKind } from './expression.js';
import { CONDITIONS } from './operators.js';
import { findEntry, readList } from './read-entry.js';
import { checkForms, readInteger, readLiteral, readsSomething } from './read-integer.js';
import { checkEnum, keyOf, pathKindOf, readSide, readConstantText } from './read-side.js';
import type { Reading } from './reading.js';

/** Checks a constant against the values that the property on the other side can have. */
export function checkEnums(
  reading: Reading,
  of: SideKind,
  items: readonly JsonNode[],
  sides: readonly Side[],
): void {
  if (of !== 'text') return;
  for (const [at, side] of sides.entries()) {
    const other = sides[1 - at];
    const constant = findEntry(items[1 - at])?.value;
    if (side.kind === 'property' && other?.kind === 'constant' && constant !== undefined)
      checkEnum(reading, reading.scope.find(side.path.text)?.schema, side.path.text, constant);
  }
}

/** Reads a comparison with a list of values: `in` and its negation. */
export function readMembership(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  name: 'in' | 'notIn',
  depth: number,
): Condition | undefined {
  const { form } = CONDITIONS[name];
  const [operand, list] = readList(reading, value, name, form, 2, 2) ?? [];
  if (operand === undefined || list === undefined) return undefined;
  checkForms(reading, [operand], depth + 1);
  const values = readValues(reading, list, name);
  if (values === undefined) return undefined;
  const isNegated = name === 'notIn';
  if (values[0]?.kind === 'string') return readSideIn(reading, node, operand, values, isNegated);
  const expression = readInteger(reading, operand, depth + 1, name, 'compares with integers here');
  const literals = values.map((item) => readLiteral(reading, item));
  if (expression === undefined) return undefined;
  if (!readsSomething(expression)) return reading.addIdle(node);
  const numbers: bigint[] = [];
  for (const literal of literals) if (literal?.kind === 'integer') numbers.push(literal.value);
  if (numbers.length !== values.length) return undefined;
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1));
  const id = reading.intern(name, expression.id, ...sorted);
  const nodes = 1 + expression.nodes + numbers.length;
  return { kind: 'integer-in', isNegated, operand: expression, values: new Set(numbers), node, id, nodes };
}

/** Reads the values of `in`: all integers, or all texts, and no two equal. */
function readValues(reading: Reading, list: JsonNode, name: string): readonly JsonNode[] | undefined {
  const items = readList(reading, list, name, 'a list of values', 2);
  if (items === undefined) return undefined;
  const [first] = items;
  const seen = new Set<string>();
  let isClean = true;
  for (const item of items) {
    const key = item.kind === 'string' ? item.value : item.kind === 'number' ? item.integer : undefined;
    if (key === undefined)
      reading.addShape(item, `expected an integer or text as a value of "${name}", found ${excerpt(item)}`);
    else if (item.kind !== first?.kind)
      reading.addShape(
        item,
        `${excerpt(item)} differs in type from the first value: all must be integers, or all texts`,
      );
    else if (seen.has(String(key)))
      reading.addShape(item, `${excerpt(item)} is listed twice`, { fix: 'Remove one of them.' });
    else {
      seen.add(String(key));
      continue;
    }
    isClean = false;
  }
  return isClean ? items : undefined;
}

function readSideIn(
  reading: Reading,
  node: JsonNode,
  operand: JsonNode,
  values: readonly JsonNode[],
  isNegated: boolean,
): Condition | undefined {
  const name = isNegated ? 'notIn' : 'in';
  const of = pathKindOf(reading, operand) === 'identifier' ? 'identifier' : 'text';
  const side = readSide(reading, operand, of, name);
  const found = new Map<string, string>();
  for (const item of values) {
    if (item.kind !== 'string') continue;
    const known = readConstantText(reading, item, item.value, of);
    if (known !== undefined) found.set(known, item.value);
    if (of === 'text' && side?.kind === 'property')
      checkEnum(reading, reading.scope.find(side.path.text)?.schema, side.path.text, item);
  }
  if (side === undefined || found.size !== values.length) return undefined;
  if (side.kind === 'constant') return reading.addIdle(node);
  const id = reading.intern(name, of, keyOf(side), ...[...found.keys()].toSorted());
  return { kind: 'side-in', of, isNegated, operand: side, values: found, node, id, nodes: 2 + found.size };
}
