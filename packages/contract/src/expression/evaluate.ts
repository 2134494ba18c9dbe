import { type DocumentValues, toInteger } from './document-values.js';
import type {
  Arithmetic,
  Comparison,
  Condition,
  IntegerExpression,
  Path,
  Side,
  SideKind,
} from './expression.js';
import type { DocumentFacts, RuleVerdict, RuleViolation } from './facts.js';
import { fitsInteger } from './integer-range.js';
import { comparesOwner, listOutsideReads } from './outside-reads.js';
import { toHex } from './read-side.js';

/**
 * Judges a rule. Integers are exact in 128 bits; operands and conditions are evaluated from left to right, and no further than
 * needed. The first fault breaks the rule.
 *
 * @returns `unknown` if the rule reads an owner, a time, height or total that is not known, even where its evaluation would not reach it.
 *
 * Source: `holds` and `violation` in `packages/rs-dpp/src/data_contract/document_type/property_constraints` of dashpay/platform.
 */
export function judgeRule(condition: Condition, values: DocumentValues, facts: DocumentFacts): RuleVerdict {
  const reads = findUnknown(condition, facts);
  if (reads !== undefined) return { result: 'unknown', reads };
  try {
    if (new Evaluation(values, facts).holds(condition)) return { result: 'holds' };
    return { result: 'broken', violation: 'NotMet' };
  } catch (error) {
    if (error instanceof Fault) return { result: 'broken', violation: error.violation };
    throw error;
  }
}

/** Ends an evaluation; never leaves this file. */
class Fault extends Error {
  constructor(readonly violation: RuleViolation) {
    super(violation);
  }
}

const isWithin = (value: bigint): bigint => {
  if (!fitsInteger(value)) throw new Fault('Overflow');
  return value;
};

class Evaluation {
  constructor(
    private readonly values: DocumentValues,
    private readonly facts: DocumentFacts,
  ) {}

  holds(condition: Condition): boolean {
    switch (condition.kind) {
      case 'integers': {
        const left = this.compute(condition.left);
        return compare(condition.comparison, left, this.compute(condition.right));
      }
      case 'integer-in':
        return condition.values.has(this.compute(condition.operand)) !== condition.isNegated;
      case 'presence':
        return this.values.isPresent(condition.path) !== condition.isNegated;
      case 'junction': {
        const decisive = condition.operator === 'anyOf';
        return condition.conditions.some((one) => this.holds(one) === decisive) === decisive;
      }
      case 'not':
        return !this.holds(condition.condition);
      case 'choice':
        if (this.holds(condition.condition)) return this.holds(condition.implied);
        return condition.otherwise === undefined || this.holds(condition.otherwise);
      default:
        return this.holdsSides(condition);
    }
  }

  private holdsSides(
    condition: Extract<
      Condition,
      { kind: 'sides' | 'side-in' | 'affix' | 'contains-integer' | 'contains-side' }
    >,
  ): boolean {
    switch (condition.kind) {
      case 'sides': {
        const left = this.read(condition.left, condition.of);
        return (
          (left !== undefined && left === this.read(condition.right, condition.of)) !== condition.isNegated
        );
      }
      case 'side-in': {
        const value = this.read(condition.operand, condition.of);
        return (value !== undefined && condition.values.has(value)) !== condition.isNegated;
      }
      case 'affix': {
        const whole = this.read(condition.whole, condition.of);
        const part = this.read(condition.part, condition.of);
        if (whole === undefined || part === undefined) return false;
        return condition.at === 'start' ? whole.startsWith(part) : whole.endsWith(part);
      }
      case 'contains-integer': {
        const value = this.compute(condition.value);
        return this.values.elementsOf(condition.list, 'integer').has(value.toString());
      }
      default: {
        const value = this.read(condition.value, condition.of);
        return value !== undefined && this.values.elementsOf(condition.list, condition.of).has(value);
      }
    }
  }

  /** Returns a side in the form in which it is compared; undefined where it is absent. */
  private read(side: Side, of: SideKind): string | undefined {
    if (side.kind === 'constant') return side.value;
    if (side.kind === 'owner') {
      const { ownerId } = this.facts;
      return ownerId === undefined ? undefined : toHex(ownerId);
    }
    const value = this.values.find(side.path);
    return value === undefined ? side.ifAbsent : this.values.comparable(side.path, of);
  }

  private compute(expression: IntegerExpression): bigint {
    switch (expression.kind) {
      case 'integer':
        return expression.value;
      case 'property':
        return this.readInteger(expression.path, expression.ifAbsent);
      case 'time':
        return this.facts.times?.get(expression.name) ?? 0n;
      case 'size':
        return BigInt(this.values.sizeOf(expression.path, expression.measure));
      case 'presence-count':
        return BigInt(expression.paths.filter((path) => this.values.isPresent(path)).length);
      case 'byte': {
        const bytes = this.values.find(expression.path);
        return bytes instanceof Uint8Array ? BigInt(bytes[expression.index] ?? 0) : 0n;
      }
      case 'total':
        return isWithin(this.facts.totalOf?.(expression.total) ?? 0n);
      default:
        return this.calculate(expression.operator, expression.operands);
    }
  }

  private readInteger(path: Path, ifAbsent: bigint): bigint {
    const value = this.values.find(path);
    if (value === undefined) return ifAbsent;
    if (typeof value === 'boolean') return value ? 1n : 0n;
    const integer = toInteger(value);
    if (integer === undefined) throw new Fault('NotAnInteger');
    return isWithin(integer);
  }

  /** Computes operands from left to right; every result on the way must fit. */
  private calculate(operator: Arithmetic, operands: readonly IntegerExpression[]): bigint {
    const [first, ...others] = operands;
    if (first === undefined) return 0n;
    let result = this.compute(first);
    if (operator === 'abs') return isWithin(result < 0n ? -result : result);
    for (const operand of others) result = isWithin(apply(operator, result, this.compute(operand)));
    return result;
  }
}

function compare(comparison: Comparison, left: bigint, right: bigint): boolean {
  switch (comparison) {
    case 'equal':
      return left === right;
    case 'notEqual':
      return left !== right;
    case 'lessThan':
      return left < right;
    case 'lessThanOrEqual':
      return left <= right;
    case 'greaterThan':
      return left > right;
    default:
      return left >= right;
  }
}

function apply(operator: Exclude<Arithmetic, 'abs'>, left: bigint, right: bigint): bigint {
  switch (operator) {
    case 'add':
      return left + right;
    case 'subtract':
      return left - right;
    case 'multiply':
      return left * right;
    case 'min':
      return left < right ? left : right;
    case 'max':
      return left > right ? left : right;
    case 'power':
      return raise(left, right);
    default:
      return divide(operator, left, right);
  }
}

/** Divides so that the remainder is never negative. */
function divide(operator: 'divide' | 'modulo', left: bigint, right: bigint): bigint {
  if (right === 0n) throw new Fault('DivisionByZero');
  const size = right < 0n ? -right : right;
  const remainder = ((left % size) + size) % size;
  return operator === 'modulo' ? remainder : (left - remainder) / right;
}

/** Limits the exponents that can fit: 2 to the power of 128 does not. */
const MAX_EXPONENT = 127n;

function raise(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) throw new Fault('NegativeExponent');
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base;
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
  if (exponent > MAX_EXPONENT) throw new Fault('Overflow');
  return base ** exponent;
}

/** Finds an owner, a time, a height or a total that a condition reads and that is not known. */
function findUnknown(condition: Condition, facts: DocumentFacts): string | undefined {
  if (facts.ownerId === undefined && comparesOwner(condition)) return 'the owner';
  for (const read of listOutsideReads(condition)) {
    if (read.kind === 'time' && facts.times?.get(read.name) === undefined) return read.name;
    if (read.kind === 'total' && facts.totalOf?.(read.total) === undefined)
      return read.total.property === undefined
        ? `the number of "${read.total.documentType}" documents`
        : `a sum over "${read.total.documentType}" documents`;
  }
  return undefined;
}
