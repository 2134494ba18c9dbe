import type { DocumentType } from '../model/contract-model.js';
import type { Comparison, Condition, IntegerExpression } from './expression.js';
import { boundsOf, isSurelyPresent, type Bounds } from './integer-bounds.js';

/** Says what the schema of a type decides of a condition: it holds for all documents, for none, or that depends. */
export interface Decision {
  readonly holds: 'always' | 'never' | 'sometimes';
  /** True if some documents are a fault of the condition. */
  readonly mayFault: boolean;
}

const SOMETIMES: Decision = { holds: 'sometimes', mayFault: false };

const decided = (isAlways: boolean, isNever: boolean, mayFault: boolean): Decision => ({
  // A fault breaks a rule.
  holds: isNever ? 'never' : isAlways && !mayFault ? 'always' : 'sometimes',
  mayFault,
});

/** Returns what is known of a condition before there is a document. */
export function decideCondition(type: DocumentType, condition: Condition): Decision {
  switch (condition.kind) {
    case 'integers': {
      const { comparison, left, right } = condition;
      return compareBounds(comparison, boundsOf(type, left), boundsOf(type, right));
    }
    case 'integer-in':
      return decideMembership(type, condition);
    case 'presence':
      return isSurelyPresent(type, condition.path)
        ? decided(!condition.isNegated, condition.isNegated, false)
        : SOMETIMES;
    case 'junction':
      return decideJunction(type, condition);
    case 'not':
      return negate(decideCondition(type, condition.condition));
    case 'choice':
      return decideChoice(type, condition);
    default:
      return SOMETIMES;
  }
}

function compareBounds(comparison: Comparison, left: Bounds, right: Bounds): Decision {
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

function decideMembership(
  type: DocumentType,
  { operand, values, isNegated }: Extract<Condition, { readonly kind: 'integer-in' }>,
): Decision {
  const { min, max, mayFault } = boundsOf(type, operand);
  const inside = [...values].filter((value) => value >= min && value <= max).length;
  const isAll = BigInt(inside) === max - min + 1n;
  return isNegated ? decided(inside === 0, isAll, mayFault) : decided(isAll, inside === 0, mayFault);
}

function decideJunction(
  type: DocumentType,
  { operator, conditions }: Extract<Condition, { readonly kind: 'junction' }>,
): Decision {
  const found = conditions.map((one) => decideCondition(type, one));
  const mayFault = found.some((one) => one.mayFault);
  const all = (holds: Decision['holds']): boolean => found.every((one) => one.holds === holds);
  const some = (holds: Decision['holds']): boolean => found.some((one) => one.holds === holds);
  if (operator === 'anyOf') return decided(some('always'), all('never'), mayFault);
  return decided(all('always'), some('never') || contradicts(type, conditions), mayFault);
}

/** Returns whether conditions that hold together leave a property no value. */
function contradicts(type: DocumentType, conditions: readonly Condition[]): boolean {
  const left = new Map<string, { min: bigint; max: bigint }>();
  for (const condition of conditions) {
    if (condition.kind !== 'integers') continue;
    const fixed = orderSides(condition);
    if (fixed === undefined) continue;
    const { property, comparison, value } = fixed;
    const { min, max } = left.get(property.path.text) ?? boundsOf(type, property);
    const narrowed = {
      min: greatestOf(min, leastAllowed(comparison, value)),
      max: leastOf(max, greatestAllowed(comparison, value)),
    };
    left.set(property.path.text, narrowed);
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

function negate({ holds, mayFault }: Decision): Decision {
  return decided(holds === 'never', holds === 'always', mayFault);
}

function decideChoice(
  type: DocumentType,
  { condition, implied, otherwise }: Extract<Condition, { readonly kind: 'choice' }>,
): Decision {
  const asked = decideCondition(type, condition);
  const then = decideCondition(type, implied);
  const other: Decision =
    otherwise === undefined ? { holds: 'always', mayFault: false } : decideCondition(type, otherwise);
  if (asked.holds === 'always') return then;
  if (asked.holds === 'never' && !asked.mayFault) return other;
  const mayFault = asked.mayFault || then.mayFault || other.mayFault;
  const both = (holds: Decision['holds']): boolean => then.holds === holds && other.holds === holds;
  return decided(both('always'), both('never'), mayFault);
}
