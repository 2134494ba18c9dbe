import { getInteger, getItems, getMember, getText } from '../source/json-node.js';
import type { DocumentType } from '../model/contract-model.js';
import { getSize, isAlwaysPresent } from '../model/type-traits.js';
import type { Arithmetic, IntegerExpression, Path } from './expression.js';
import { fitsInteger } from './integer-range.js';

/** Holds the least and the greatest value that an expression can have. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
  /** True if some values of the document are a fault. */
  readonly mayFault: boolean;
}

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
const MAX_UTF8_BYTES = 4n;

const between = (min: bigint, max: bigint, mayFault = false): Bounds => ({ min, max, mayFault });

/** Returns the bounds of an expression, from the schemas of the properties that it reads. */
export function boundsOf(type: DocumentType, expression: IntegerExpression): Bounds {
  switch (expression.kind) {
    case 'integer':
      return between(expression.value, expression.value);
    case 'property':
      return withAbsence(type, expression.path, propertyBounds(type, expression.path), expression.ifAbsent);
    case 'time':
      return between(0n, MAX);
    case 'size':
      return withAbsence(type, expression.path, sizeBounds(type, expression), 0n);
    case 'presence-count': {
      const always = expression.paths.filter((path) => isSurelyPresent(type, path)).length;
      return between(BigInt(always), BigInt(expression.paths.length));
    }
    case 'byte':
      return between(0n, 255n);
    case 'total':
      return expression.total.property === undefined ? between(0n, MAX) : between(MIN, MAX);
    default:
      return arithmeticBounds(
        expression.operator,
        expression.operands.map((operand) => boundsOf(type, operand)),
      );
  }
}

/** Returns whether a value is in every document; an object may be empty, which counts as absent. */
export const isSurelyPresent = (type: DocumentType, { text, isStored }: Path): boolean =>
  !isStored && isAlwaysPresent(type, text) && type.fields.get(text)?.type !== 'object';

const withAbsence = (
  type: DocumentType,
  path: Path,
  { min, max, mayFault }: Bounds,
  absent: bigint,
): Bounds =>
  isSurelyPresent(type, path)
    ? { min, max, mayFault }
    : { min: min < absent ? min : absent, max: max > absent ? max : absent, mayFault };

function propertyBounds(type: DocumentType, { keys }: Path): Bounds {
  const schema = type.fields.get(keys.join('.'))?.schema;
  if (getText(getMember(schema, 'type')) === 'boolean') return between(0n, 1n);
  const listed = getItems(getMember(schema, 'enum')).map(getInteger);
  const values = listed.filter((value) => value !== undefined);
  if (values.length > 0 && values.length === listed.length) return widest(values);
  return between(
    getInteger(getMember(schema, 'minimum')) ?? MIN,
    getInteger(getMember(schema, 'maximum')) ?? MAX,
  );
}

function sizeBounds(
  type: DocumentType,
  { measure, path }: Extract<IntegerExpression, { readonly kind: 'size' }>,
): Bounds {
  const { min, max = MAX } = getSize(type.fields.get(path.keys.join('.'))?.schema);
  return between(min, measure === 'byteLength' && max < MAX ? max * MAX_UTF8_BYTES : max);
}

function arithmeticBounds(operator: Arithmetic, operands: readonly Bounds[]): Bounds {
  const [first = between(0n, 0n), second = between(0n, 0n)] = operands;
  const found = resultBounds(operator, operands, first, second);
  const mayFault = found.mayFault || operands.some((operand) => operand.mayFault);
  return { ...found, mayFault: mayFault || !fitsInteger(found.min) || !fitsInteger(found.max) };
}

function resultBounds(
  operator: Arithmetic,
  operands: readonly Bounds[],
  first: Bounds,
  second: Bounds,
): Bounds {
  switch (operator) {
    case 'add':
      return operands.reduce((sum, { min, max }) => between(sum.min + min, sum.max + max));
    case 'subtract':
      return between(first.min - second.max, first.max - second.min);
    case 'multiply':
      return operands.reduce((a, b) => widest([a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max]));
    case 'min':
      return between(least(operands.map(({ min }) => min)), least(operands.map(({ max }) => max)));
    case 'max':
      return between(greatest(operands.map(({ min }) => min)), greatest(operands.map(({ max }) => max)));
    case 'abs': {
      const { min, max } = widest([first.min, first.max].map((value) => (value < 0n ? -value : value)));
      return between(first.min <= 0n && first.max >= 0n ? 0n : min, max);
    }
    case 'modulo':
      // The remainder is at least 0, and below the size of the divisor.
      return between(0n, greatest([second.max, -second.min]) - 1n, second.min <= 0n && second.max >= 0n);
    default:
      return between(-(2n ** 126n), 2n ** 126n, true);
  }
}

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b));
const widest = (values: readonly bigint[]): Bounds => between(least(values), greatest(values));
