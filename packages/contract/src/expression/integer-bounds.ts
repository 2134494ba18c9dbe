import { getInteger, getItems, getMember, getText } from '../source/json-node.js';
import type { DocumentType } from '../model/contract-model.js';
import { getSize, isAlwaysPresent } from '../model/type-traits.js';
import type { Arithmetic, IntegerExpression, Path } from './expression.js';
import { fitsInteger, GREATEST_INTEGER, LEAST_INTEGER } from './integer-range.js';

/** Holds the least and the greatest value that an expression can have. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
  /** True if some values of the document are a fault. */
  readonly mayFault: boolean;
}

/** Least value of a signed integer of 64 bits, the widest that a property without `minimum` has. */
const MIN = -(2n ** 63n);
/** Greatest value of an unsigned integer of 64 bits, in which a property without `maximum` can be stored. */
const MAX = 2n ** 64n - 1n;
const MAX_UTF8_BYTES = 4n;

const between = (min: bigint, max: bigint, mayFault = false): Bounds => ({ min, max, mayFault });

const ANY = between(LEAST_INTEGER, GREATEST_INTEGER);

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
      return expression.total.property === undefined ? between(0n, MAX) : ANY;
    default:
      return arithmeticBounds(
        expression.operator,
        expression.operands.map((operand) => boundsOf(type, operand)),
      );
  }
}

/** Returns whether a value is in every document; an object may be empty, which counts as absent. */
export const isSurelyPresent = (type: DocumentType, { text, keys, isStored }: Path): boolean =>
  !isStored &&
  isAlwaysPresent(type, text) &&
  type.fields.get(text)?.type !== 'object' &&
  !isAddedLater(type, keys[0] ?? '');

/** Returns whether stored documents may be older than a required property. */
const isAddedLater = (type: DocumentType, property: string): boolean =>
  (getInteger(getMember(type.fields.get(property)?.schema, 'requiredSince')) ?? 1n) > 1n;

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

/** Combines operands from left to right: the result of every step must fit, as in the evaluation. */
function arithmeticBounds(operator: Arithmetic, operands: readonly Bounds[]): Bounds {
  const [first = between(0n, 0n), ...others] = operands;
  if (operator === 'abs') return checkFit(absoluteBounds(first), first);
  return others.reduce((left, right) => checkFit(stepBounds(operator, left, right), left, right), first);
}

/** Marks a result that does not fit for some values, or whose operands are a fault for some. */
const checkFit = ({ min, max, mayFault }: Bounds, ...operands: readonly Bounds[]): Bounds => ({
  min,
  max,
  mayFault:
    mayFault || operands.some((operand) => operand.mayFault) || !fitsInteger(min) || !fitsInteger(max),
});

function absoluteBounds({ min, max }: Bounds): Bounds {
  const ends = [min, max].map((value) => (value < 0n ? -value : value));
  return between(min <= 0n && max >= 0n ? 0n : least(ends), greatest(ends));
}

function stepBounds(operator: Exclude<Arithmetic, 'abs'>, left: Bounds, right: Bounds): Bounds {
  switch (operator) {
    case 'add':
      return between(left.min + right.min, left.max + right.max);
    case 'subtract':
      return between(left.min - right.max, left.max - right.min);
    case 'multiply':
      return widest([left.min * right.min, left.min * right.max, left.max * right.min, left.max * right.max]);
    case 'min':
      return between(least([left.min, right.min]), least([left.max, right.max]));
    case 'max':
      return between(greatest([left.min, right.min]), greatest([left.max, right.max]));
    case 'modulo':
      return remainderBounds(right);
    default:
      return { ...ANY, mayFault: true };
  }
}

/** Returns the bounds of a remainder: it is at least 0, and below the size of the divisor. A divisor of 0 is a fault. */
function remainderBounds({ min, max }: Bounds): Bounds {
  const size = greatest([max, -min]);
  return between(0n, size === 0n ? 0n : size - 1n, min <= 0n && max >= 0n);
}

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b));
const widest = (values: readonly bigint[]): Bounds => between(least(values), greatest(values));
