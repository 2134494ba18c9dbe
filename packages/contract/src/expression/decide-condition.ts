import type { DocumentType } from '../model/contract-model.js';
import type { Comparison, Condition, IntegerExpression } from './expression.js';
import { boundsOf, isSurelyPresent, type Bounds } from './integer-bounds.js';

/** Says which results a condition can have for the documents that the schema of a type allows. A result that cannot be ruled out counts as possible. */
interface Outcomes {
  readonly mayHold: boolean;
  readonly mayFail: boolean;
  /** True if some documents may be a fault of the condition, which is neither of the others. */
  readonly mayFault: boolean;
}

/** Says what the schema of a type decides of a condition: it holds for all documents, for none, or that depends. */
export type Decision = 'always' | 'never' | 'sometimes';

/**
 * Returns what is known of a condition before there is a document.
 *
 * @param fault what a fault counts as: it breaks a rule, and it freezes an immutable property.
 */
export function decideCondition(
  type: DocumentType,
  condition: Condition,
  fault: 'holds' | 'fails',
): Decision {
  const { mayHold, mayFail, mayFault } = findOutcomes(type, condition);
  if (!mayHold && !(mayFault && fault === 'holds')) return 'never';
  return !mayFail && !(mayFault && fault === 'fails') ? 'always' : 'sometimes';
}

const UNKNOWN: Outcomes = { mayHold: true, mayFail: true, mayFault: false };
const HOLDS: Outcomes = { mayHold: true, mayFail: false, mayFault: false };

const decided = (isAlways: boolean, isNever: boolean, mayFault: boolean): Outcomes => ({
  mayHold: !isNever,
  mayFail: !isAlways,
  mayFault,
});

function findOutcomes(type: DocumentType, condition: Condition): Outcomes {
  switch (condition.kind) {
    case 'integers': {
      const { comparison, left, right } = condition;
      return compareBounds(comparison, boundsOf(type, left), boundsOf(type, right));
    }
    case 'integer-in':
      return findMembership(type, condition);
    case 'contains-integer':
      return { ...UNKNOWN, mayFault: boundsOf(type, condition.value).mayFault };
    case 'presence':
      return isSurelyPresent(type, condition.path)
        ? decided(!condition.isNegated, condition.isNegated, false)
        : UNKNOWN;
    case 'junction':
      return joinOutcomes(type, condition);
    case 'not': {
      const { mayHold, mayFail, mayFault } = findOutcomes(type, condition.condition);
      return { mayHold: mayFail, mayFail: mayHold, mayFault };
    }
    case 'choice':
      return chooseOutcomes(type, condition);
    default:
      return UNKNOWN;
  }
}

function compareBounds(comparison: Comparison, left: Bounds, right: Bounds): Outcomes {
  const mayFault = left.mayFault || right.mayFault;
  const isApart = left.max < right.min || left.min > right.max;
  const isSame = left.min === left.max && right.min === right.max && left.min === right.min;
  switch (comparison) {
    case 'equal':
      return decided(isSame, isApart, mayFault);
    case 'notEqual':
      return decided(isApart, isSame, mayFault);
    case 'lessThan':
      return decided(left.max < right.min, left.min >= right.max, mayFault);
    case 'lessThanOrEqual':
      return decided(left.max <= right.min, left.min > right.max, mayFault);
    case 'greaterThan':
      return decided(left.min > right.max, left.max <= right.min, mayFault);
    default:
      return decided(left.min >= right.max, left.max < right.min, mayFault);
  }
}

function findMembership(
  type: DocumentType,
  { operand, values, isNegated }: Extract<Condition, { readonly kind: 'integer-in' }>,
): Outcomes {
  const { min, max, mayFault } = boundsOf(type, operand);
  const inside = [...values].filter((value) => value >= min && value <= max).length;
  const isAll = BigInt(inside) === max - min + 1n;
  return isNegated ? decided(inside === 0, isAll, mayFault) : decided(isAll, inside === 0, mayFault);
}

/** Joins conditions as they are evaluated: from left to right, until one decides. */
function joinOutcomes(
  type: DocumentType,
  { operator, conditions }: Extract<Condition, { readonly kind: 'junction' }>,
): Outcomes {
  const isAny = operator === 'anyOf';
  let isReached = true;
  let mayDecide = false;
  let mayFault = false;
  for (const condition of conditions) {
    const { mayHold, mayFail, mayFault: mayFaultHere } = findOutcomes(type, condition);
    mayDecide ||= isAny ? mayHold : mayFail;
    mayFault ||= mayFaultHere;
    isReached = isAny ? mayFail : mayHold;
    if (!isReached) break;
  }
  if (isAny) return { mayHold: mayDecide, mayFail: isReached, mayFault };
  return { mayHold: isReached && !contradicts(type, conditions), mayFail: mayDecide, mayFault };
}

/** Returns whether conditions that hold together leave a property no value. */
function contradicts(type: DocumentType, conditions: readonly Condition[]): boolean {
  const left = new Map<string, { min: bigint; max: bigint }>();
  for (const condition of conditions) {
    if (condition.kind !== 'integers') continue;
    const fixed = orderSides(condition);
    if (fixed === undefined) continue;
    const { property, comparison, value } = fixed;
    // An absent property has a value for each default: those are different values.
    const key = `${property.path.text} ${property.ifAbsent}`;
    const { min, max } = left.get(key) ?? boundsOf(type, property);
    const narrowed = {
      min: greatestOf(min, leastAllowed(comparison, value)),
      max: leastOf(max, greatestAllowed(comparison, value)),
    };
    left.set(key, narrowed);
    if (narrowed.min > narrowed.max) return true;
  }
  return false;
}

type PropertyExpression = Extract<IntegerExpression, { readonly kind: 'property' }>;

/** Returns a comparison of a property with a number, the property first; undefined for another one. */
function orderSides({
  comparison,
  left,
  right,
}: Extract<Condition, { readonly kind: 'integers' }>):
  | { readonly property: PropertyExpression; readonly comparison: Comparison; readonly value: bigint }
  | undefined {
  if (left.kind === 'property' && right.kind === 'integer')
    return { property: left, comparison, value: right.value };
  if (left.kind === 'integer' && right.kind === 'property')
    return { property: right, comparison: MIRRORED[comparison], value: left.value };
  return undefined;
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  equal: 'equal',
  notEqual: 'notEqual',
  lessThan: 'greaterThan',
  lessThanOrEqual: 'greaterThanOrEqual',
  greaterThan: 'lessThan',
  greaterThanOrEqual: 'lessThanOrEqual',
};

function leastAllowed(comparison: Comparison, value: bigint): bigint | undefined {
  if (comparison === 'equal' || comparison === 'greaterThanOrEqual') return value;
  return comparison === 'greaterThan' ? value + 1n : undefined;
}

function greatestAllowed(comparison: Comparison, value: bigint): bigint | undefined {
  if (comparison === 'equal' || comparison === 'lessThanOrEqual') return value;
  return comparison === 'lessThan' ? value - 1n : undefined;
}

const greatestOf = (a: bigint, b: bigint | undefined): bigint => (b === undefined || a > b ? a : b);
const leastOf = (a: bigint, b: bigint | undefined): bigint => (b === undefined || a < b ? a : b);

function chooseOutcomes(
  type: DocumentType,
  { condition, implied, otherwise }: Extract<Condition, { readonly kind: 'choice' }>,
): Outcomes {
  const asked = findOutcomes(type, condition);
  const reached = [
    ...(asked.mayHold ? [findOutcomes(type, implied)] : []),
    ...(asked.mayFail ? [otherwise === undefined ? HOLDS : findOutcomes(type, otherwise)] : []),
  ];
  return {
    mayHold: reached.some(({ mayHold }) => mayHold),
    mayFail: reached.some(({ mayFail }) => mayFail),
    mayFault: asked.mayFault || reached.some(({ mayFault }) => mayFault),
  };
}
