import type { Condition, IntegerExpression, Side } from './expression.js';

type OutsideRead = Extract<IntegerExpression, { kind: 'time' | 'total' }>;

/** Lists the times, heights and totals that a condition reads. */
export function listOutsideReads(condition: Condition): readonly OutsideRead[] {
  const found: OutsideRead[] = [];
  collect(condition, found);
  return found;
}

function collect(part: Condition | IntegerExpression, found: OutsideRead[]): void {
  switch (part.kind) {
    case 'time':
    case 'total':
      found.push(part);
      break;
    case 'arithmetic':
      for (const operand of part.operands) collect(operand, found);
      break;
    case 'integers':
      collect(part.left, found);
      collect(part.right, found);
      break;
    case 'integer-in':
      collect(part.operand, found);
      break;
    case 'contains-integer':
      collect(part.value, found);
      break;
    case 'junction':
      for (const condition of part.conditions) collect(condition, found);
      break;
    case 'not':
      collect(part.condition, found);
      break;
    case 'choice':
      for (const one of [part.condition, part.implied, part.otherwise])
        if (one !== undefined) collect(one, found);
      break;
    default:
  }
}

const isOwner = ({ kind }: Side): boolean => kind === 'owner';

/** Returns whether a condition compares the owner of the document. */
export function comparesOwner(condition: Condition): boolean {
  switch (condition.kind) {
    case 'sides':
      return isOwner(condition.left) || isOwner(condition.right);
    case 'side-in':
      return isOwner(condition.operand);
    case 'contains-side':
      return isOwner(condition.value);
    case 'junction':
      return condition.conditions.some(comparesOwner);
    case 'not':
      return comparesOwner(condition.condition);
    case 'choice':
      return [condition.condition, condition.implied, condition.otherwise].some(
        (one) => one !== undefined && comparesOwner(one),
      );
    default:
      return false;
  }
}
