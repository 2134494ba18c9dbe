import { excerpt } from '../source/excerpt.js';
import { getInteger, type JsonNode } from '../source/json-node.js';
import type { Arithmetic, IntegerExpression, Measure, Path } from './expression.js';
import { CONSTANT, EXPRESSIONS, type ExpressionName, isExpressionName, OWNER } from './operators.js';
import { fitsInteger } from './integer-range.js';
import { findEntry, readEntry, readList } from './read-entry.js';
import { readTotal } from './read-total.js';
import { MAX_NESTING, type Reading } from './reading.js';
import { isTimeName, maxBytesOf, type OperandKind } from './scope.js';

const NAMES = [...Object.keys(EXPRESSIONS), CONSTANT];
const isOperator = (name: string): name is ExpressionName | typeof CONSTANT =>
  name === CONSTANT || isExpressionName(name);

/** Suggests how a rule uses a value that is no integer. */
function hintFor(kind: OperandKind): string | undefined {
  switch (kind) {
    case 'text':
      return 'Compare text by "equal", "notEqual" or "in" with {"const": "…"} or another text; "length" counts its characters.';
    case 'identifier':
      return 'Compare an identifier by "equal", "notEqual" or "in" with $ownerId, another identifier or {"const": "…"}.';
    case 'bytes':
      return '"byteAt" reads one of its bytes, "count" counts them, "startsWith" and "endsWith" test its ends.';
    case 'list':
      return '"count" counts its elements, "contains" looks for one.';
    case 'number':
      return 'Rules compute with integers only: describe the property as an integer of a smaller unit.';
    default:
      return undefined;
  }
}

/**
 * Reads an expression whose value is an integer.
 *
 * @param operator the operator or condition around it, and what it reads: for messages.
 */
export function readInteger(
  reading: Reading,
  node: JsonNode | undefined,
  depth: number,
  operator: string,
  reads: string,
): IntegerExpression | undefined {
  if (node === undefined) return undefined;
  if (depth > MAX_NESTING) return reading.addDepth(node);
  if (node.kind === 'number') return readLiteral(reading, node);
  if (node.kind === 'string') return readNamed(reading, node, operator, reads);
  if (node.kind !== 'object')
    return reading.addShape(node, `expected an integer, a path or an operator, found ${excerpt(node)}`);
  const entry = readEntry(reading, node, 'an operator', NAMES, isOperator);
  if (entry === undefined) return undefined;
  const { name, value } = entry;
  if (name === CONSTANT) return rejectConstant(reading, node, value, operator, reads);
  switch (name) {
    case 'ifAbsent':
      return readDefault(reading, node, value);
    case 'length':
    case 'byteLength':
    case 'count':
      return readSize(reading, node, value, name);
    case 'countPresent':
      return readPresenceCount(reading, node, value);
    case 'byteAt':
      return readByte(reading, node, value);
    case 'countOf':
    case 'sumOf': {
      const total = readTotal(reading, node, value, name === 'sumOf');
      if (total === undefined) return undefined;
      const id = reading.intern('total', total.id);
      return { kind: 'total', total, node, id, nodes: 1 + total.filter.size };
    }
    default:
      return readArithmetic(reading, node, value, name, depth);
  }
}

function rejectConstant(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  operator: string,
  reads: string,
): undefined {
  if (value.kind !== 'string')
    return reading.addShape(value, `expected text for "${CONSTANT}", found ${excerpt(value)}`, {
      fix: 'Write an integer as itself.',
    });
  return reading.add('type', node, `"${operator}" ${reads}; ${excerpt(value)} is a constant text`, {
    fix: 'Write an integer as itself.',
  });
}

/** Reads an integer that is written as itself. */
export function readLiteral(reading: Reading, node: JsonNode): IntegerExpression | undefined {
  const value = getInteger(node);
  if (value === undefined)
    return reading.addShape(node, `${excerpt(node)} is no integer: rules compute with integers only`);
  if (!fitsInteger(value))
    return reading.add('constant', node, 'the integer does not fit 128 bits, in which rules compute');
  return { kind: 'integer', value, node, id: reading.intern('integer', value), nodes: 1 };
}

function readNamed(
  reading: Reading,
  node: JsonNode & { readonly kind: 'string' },
  operator: string,
  reads: string,
): IntegerExpression | undefined {
  const name = node.value;
  if (isTimeName(name)) {
    if (!checkTime(reading, node, name)) return undefined;
    return { kind: 'time', name, node, id: reading.intern('time', name), nodes: 1 };
  }
  const property = reading.readProperty(node, operator, reads, ['integer', 'boolean'], hintFor);
  if (property === undefined) return undefined;
  return {
    kind: 'property',
    path: property.path,
    ifAbsent: 0n,
    node,
    id: reading.intern('property', name, 0),
    nodes: 1,
  };
}

function checkTime(reading: Reading, node: JsonNode, name: string): boolean {
  const { scope } = reading;
  if (scope.isIndexOnly) {
    reading.add(
      'path',
      node,
      `"${name}" cannot be read: the entries of an indexOnly type have no times when they are deleted`,
    );
    return false;
  }
  if (scope.hasTime(name)) return true;
  reading.add('path', node, `"${name}" is not recorded: "required" does not list it`, {
    fix: `Add "${name}" to "required".`,
  });
  return false;
}

function readDefault(reading: Reading, node: JsonNode, value: JsonNode): IntegerExpression | undefined {
  const { form, reads } = EXPRESSIONS.ifAbsent;
  const items = readList(reading, value, 'ifAbsent', form, 2, 2);
  const [path, preset] = items ?? [];
  if (path === undefined || preset === undefined) return undefined;
  const text = reading.readPathText(path);
  if (preset.kind !== 'string' && getInteger(preset) === undefined)
    return reading.addShape(preset, `expected an integer or text as the default, found ${excerpt(preset)}`);
  if (text === undefined) return undefined;
  if (isTimeName(text) || text === OWNER)
    return reading.add('type', path, `"${text}" is always present: it takes no default`, {
      fix: `Write "${text}" alone.`,
    });
  const property = reading.readProperty(path, 'ifAbsent', reads, ['integer', 'boolean'], hintFor);
  if (preset.kind === 'string')
    return reading.add('type', preset, 'the default is text: only comparisons of texts take one', {
      fix: 'Write an integer.',
    });
  const literal = readLiteral(reading, preset);
  if (property === undefined || literal?.kind !== 'integer') return undefined;
  reading.defaults += 1;
  const id = reading.intern('property', text, literal.value);
  return { kind: 'property', path: property.path, ifAbsent: literal.value, node, id, nodes: 1 };
}

const MEASURED = {
  length: ['text'],
  byteLength: ['text'],
  count: ['list', 'bytes'],
} as const satisfies Record<Measure, readonly OperandKind[]>;

function readSize(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  measure: Measure,
): IntegerExpression | undefined {
  const hint = (kind: OperandKind): string | undefined => {
    if (measure === 'count')
      return kind === 'text' ? '"length" counts characters, "byteLength" bytes.' : undefined;
    return kind === 'list' || kind === 'bytes' ? '"count" counts elements and bytes.' : undefined;
  };
  const property = reading.readProperty(value, measure, EXPRESSIONS[measure].reads, MEASURED[measure], hint);
  if (property === undefined) return undefined;
  const { path, kind } = property;
  const of = kind === 'list' || kind === 'bytes' ? kind : 'text';
  return { kind: 'size', measure, path, of, node, id: reading.intern('size', measure, path.text), nodes: 1 };
}

function readPresenceCount(reading: Reading, node: JsonNode, value: JsonNode): IntegerExpression | undefined {
  const { form, reads } = EXPRESSIONS.countPresent;
  const items = readList(reading, value, 'countPresent', form, 2);
  if (items === undefined) return undefined;
  const paths: Path[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    if (item.kind === 'string' && seen.has(item.value))
      reading.addShape(item, `${excerpt(item)} is listed twice`, { fix: 'Remove one of them.' });
    if (item.kind === 'string') seen.add(item.value);
    const property = reading.readProperty(item, 'countPresent', reads);
    if (property !== undefined) paths.push(property.path);
  }
  if (paths.length !== items.length || seen.size !== items.length) return undefined;
  const id = reading.intern('presence-count', ...[...seen].toSorted());
  return { kind: 'presence-count', paths, node, id, nodes: 1 + paths.length };
}

const MAX_BYTE_INDEX = 65_535n;

function readByte(reading: Reading, node: JsonNode, value: JsonNode): IntegerExpression | undefined {
  const { form, reads } = EXPRESSIONS.byteAt;
  const items = readList(reading, value, 'byteAt', form, 2, 2);
  const [at, position] = items ?? [];
  if (at === undefined || position === undefined) return undefined;
  const property = reading.readProperty(at, 'byteAt', reads, ['bytes'], (kind) =>
    kind === 'identifier'
      ? 'An identifier is compared as a whole: by "equal", "notEqual" or "in".'
      : undefined,
  );
  const index = getInteger(position);
  if (index === undefined || index < 0n || index > MAX_BYTE_INDEX)
    return reading.addShape(
      position,
      `expected an index from 0 to ${MAX_BYTE_INDEX}, found ${excerpt(position)}`,
    );
  if (property === undefined) return undefined;
  const { path, schema } = property;
  const max = maxBytesOf(schema);
  if (max !== undefined && index >= max)
    return reading.add(
      'constant',
      position,
      `byte ${index} of "${path.text}" never exists: its maxItems is ${max}`,
    );
  const id = reading.intern('byte', path.text, index);
  return { kind: 'byte', path, index: Number(index), node, id, nodes: 1 };
}

/** Lists the operators with exactly two operands. */
const PAIRS: ReadonlySet<Arithmetic> = new Set<Arithmetic>(['subtract', 'divide', 'modulo', 'power']);

function readArithmetic(
  reading: Reading,
  node: JsonNode,
  value: JsonNode,
  operator: Arithmetic,
  depth: number,
): IntegerExpression | undefined {
  const { form, reads } = EXPRESSIONS[operator];
  if (operator === 'abs' && value.kind === 'array')
    return reading.addShape(value, `"${operator}" has a list: it takes one operand`);
  const max = PAIRS.has(operator) ? 2 : Infinity;
  const items = operator === 'abs' ? [value] : readList(reading, value, operator, form, 2, max);
  if (items === undefined) return undefined;
  const operands: IntegerExpression[] = [];
  for (const item of items) {
    const operand = readInteger(reading, item, depth + 1, operator, reads);
    if (operand !== undefined) operands.push(operand);
  }
  if (operands.length !== items.length) return undefined;
  const second = operands[1];
  if (second?.kind === 'integer' && !checkSecond(reading, operator, second.value, second.node))
    return undefined;
  const id = reading.intern(operator, ...operands.map((operand) => operand.id));
  const nodes = operands.reduce((sum, operand) => sum + operand.nodes, 1);
  return { kind: 'arithmetic', operator, operands, node, id, nodes };
}

function checkSecond(reading: Reading, operator: Arithmetic, value: bigint, node: JsonNode): boolean {
  if ((operator === 'divide' || operator === 'modulo') && value === 0n) {
    reading.add('constant', node, `"${operator}" divides by 0`);
    return false;
  }
  if (operator !== 'power' || value >= 0n) return true;
  reading.add('constant', node, `"power" has the negative exponent ${value}: it gives no integer`);
  return false;
}

/** Returns whether an expression reads a value of the document, of the system or of other documents. */
export function readsSomething(expression: IntegerExpression): boolean {
  return expression.kind === 'arithmetic'
    ? expression.operands.some(readsSomething)
    : expression.kind !== 'integer';
}

/** Returns whether a node is a constant text. */
export const isConstant = (node: JsonNode | undefined): boolean => findEntry(node)?.name === CONSTANT;

/** Reports malformed parts of expressions, whatever their types. */
export function checkForms(reading: Reading, nodes: readonly (JsonNode | undefined)[], depth: number): void {
  reading.checkForm(() => {
    for (const node of nodes) readInteger(reading, node, depth, '', '');
  });
}
