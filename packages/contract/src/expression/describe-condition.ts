import type { Comparison, Condition, IntegerExpression, Path, Side, Total } from './expression.js';
import { OWNER } from './operators.js';

/**
 * Describes a rule as a sentence: "The fee is at least 10, unless the fee is 0."
 *
 * Names of properties are split into words: `minimumPrice` is "the minimum price".
 */
export function describeCondition(condition: Condition): string {
  const text = describeTop(condition);
  return `${text.replace(/^\W*[a-z]/, (start) => start.toUpperCase())}.`;
}

/** Describes a rule in a message: as a sentence without its period, behind which a fix follows. */
export const conditionInMessage = (condition: Condition): string => describeCondition(condition).slice(0, -1);

/** Describes the condition of a rule itself: two alternatives become a condition with an exception. */
function describeTop(condition: Condition): string {
  if (condition.kind === 'junction') {
    const [first, second, ...others] = condition.conditions;
    if (condition.operator === 'anyOf' && first && second && others.length === 0)
      return `${describe(second, false)}, unless ${describe(first, false)}`;
    const parts = condition.conditions.map((one) => describe(one, false));
    const head = condition.operator === 'anyOf' ? 'at least one of these holds' : 'all of these hold';
    return parts.length === 2 ? parts.join(', and ') : `${head}: ${parts.join('; ')}`;
  }
  if (condition.kind === 'choice') return describeChoice(condition);
  if (condition.kind === 'not' && condition.condition.kind === 'junction')
    return describeTopNegation(condition.condition);
  return describe(condition, false);
}

function describeTopNegation({ operator, conditions }: Extract<Condition, { kind: 'junction' }>): string {
  const parts = conditions.map((one) => describe(one, false));
  return operator === 'anyOf'
    ? `none of these holds: ${parts.join('; ')}`
    : `not all of these hold: ${parts.join('; ')}`;
}

function describeChoice({ condition, implied, otherwise }: Extract<Condition, { kind: 'choice' }>): string {
  const text = `if ${describe(condition, false)}, then ${describe(implied, false)}`;
  return otherwise === undefined ? text : `${text}; otherwise ${describe(otherwise, false)}`;
}

const RELATIONS: Readonly<Record<Comparison, readonly [string, string]>> = {
  equal: ['is', 'is not'],
  notEqual: ['is not', 'is'],
  lessThan: ['is less than', 'is at least'],
  lessThanOrEqual: ['is at most', 'is more than'],
  greaterThan: ['is more than', 'is at most'],
  greaterThanOrEqual: ['is at least', 'is less than'],
};

/** Describes a condition, or its opposite. */
function describe(condition: Condition, isOpposite: boolean): string {
  const pick = (yes: string, no: string): string => (isOpposite ? no : yes);
  switch (condition.kind) {
    case 'integers': {
      const [yes, no] = RELATIONS[condition.comparison];
      return `${describeInteger(condition.left)} ${pick(yes, no)} ${describeInteger(condition.right)}`;
    }
    case 'sides': {
      const isEqual = condition.isNegated === isOpposite;
      const [left, right] =
        condition.left.kind === 'constant'
          ? [condition.right, condition.left]
          : [condition.left, condition.right];
      return `${describeSide(left)} ${isEqual ? 'is' : 'is not'} ${describeSide(right)}`;
    }
    case 'integer-in':
    case 'side-in': {
      const isIn = condition.isNegated === isOpposite;
      const [operand, values] =
        condition.kind === 'integer-in'
          ? [describeInteger(condition.operand), [...condition.values].map(String)]
          : [describeSide(condition.operand), [...condition.values.values()].map(quote)];
      return `${operand} is ${isIn ? '' : 'not '}one of ${join(values, 'and')}`;
    }
    case 'presence':
      return `${describePath(condition.path)} is ${condition.isNegated === isOpposite ? 'present' : 'absent'}`;
    case 'not':
      return describe(condition.condition, !isOpposite);
    case 'junction':
      return describeJunction(condition, isOpposite);
    case 'choice':
      return isOpposite ? `it is false that ${describeChoice(condition)}` : `(${describeChoice(condition)})`;
    default:
      return describeTest(condition, isOpposite);
  }
}

function describeTest(
  condition: Extract<Condition, { kind: 'affix' | 'contains-integer' | 'contains-side' }>,
  isOpposite: boolean,
): string {
  if (condition.kind === 'affix') {
    const verb = condition.at === 'start' ? 'start' : 'end';
    return `${describeSide(condition.whole)} ${isOpposite ? `does not ${verb}` : `${verb}s`} with ${describeSide(condition.part)}`;
  }
  const value =
    condition.kind === 'contains-integer' ? describeInteger(condition.value) : describeSide(condition.value);
  return `${value} is ${isOpposite ? 'not ' : ''}among ${describePath(condition.list)}`;
}

/** Describes conditions inside another one; the opposite of a list is the other list of opposites. */
function describeJunction(
  { operator, conditions }: Extract<Condition, { kind: 'junction' }>,
  isOpposite: boolean,
): string {
  const isAny = (operator === 'anyOf') !== isOpposite;
  const parts = conditions.map((one) => describe(one, isOpposite));
  return `(${join(parts, isAny ? 'or' : 'and')})`;
}

/** Joins words: "a, b and c". */
function join(words: readonly string[], last: 'and' | 'or'): string {
  const end = words.at(-1) ?? '';
  return words.length < 2 ? end : `${words.slice(0, -1).join(', ')} ${last} ${end}`;
}

const quote = (text: string): string => JSON.stringify(text);

/** Describes an integer expression. */
export function describeInteger(expression: IntegerExpression): string {
  switch (expression.kind) {
    case 'integer':
      return String(expression.value);
    case 'property':
      return describeDefault(
        describePath(expression.path),
        expression.ifAbsent === 0n ? undefined : String(expression.ifAbsent),
      );
    case 'time':
      return describeTime(expression.name);
    case 'size': {
      const unit =
        expression.measure === 'length' ? 'characters' : expression.of === 'list' ? 'elements' : 'bytes';
      return `the number of ${unit} of ${describePath(expression.path)}`;
    }
    case 'presence-count':
      return `the number of present properties among ${join(expression.paths.map(describePath), 'and')}`;
    case 'byte':
      return `byte ${expression.index} of ${describePath(expression.path)}`;
    case 'total':
      return describeTotal(expression.total);
    default:
      return describeArithmetic(expression);
  }
}

const INFIX: Readonly<Record<string, string>> = {
  add: 'plus',
  subtract: 'minus',
  multiply: 'times',
  divide: 'divided by',
  power: 'to the power of',
};

function describeArithmetic({
  operator,
  operands,
}: Extract<IntegerExpression, { kind: 'arithmetic' }>): string {
  const words = operands.map(describeInteger);
  if (operator === 'min' || operator === 'max')
    return `the ${operator === 'min' ? 'smallest' : 'largest'} of ${join(words, 'and')}`;
  if (operator === 'abs') return `the absolute value of ${group(operands[0])}`;
  if (operator === 'modulo') return `the remainder of ${group(operands[0])} divided by ${group(operands[1])}`;
  return operands.map(group).join(` ${INFIX[operator] ?? operator} `);
}

/** Describes an operand, in parentheses where it has operands itself. */
function group(operand: IntegerExpression | undefined): string {
  if (operand === undefined) return '';
  const text = describeInteger(operand);
  return operand.kind === 'arithmetic' ? `(${text})` : text;
}

function describeSide(side: Side): string {
  if (side.kind === 'owner') return 'the owner';
  if (side.kind === 'constant') return quote(side.text);
  return describeDefault(
    describePath(side.path),
    side.ifAbsent === undefined ? undefined : quote(side.ifAbsent),
  );
}

const describeDefault = (text: string, preset: string | undefined): string =>
  preset === undefined ? text : `${text} (${preset} if absent)`;

/** Describes a property: `meta.minimumPrice` is "the minimum price of meta". */
function describePath({ keys, isStored }: Path): string {
  const words = keys.map(splitWords).toReversed();
  return `the ${isStored ? 'stored ' : ''}${words.join(' of ')}`;
}

const splitWords = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

const EVENTS: Readonly<Record<string, string>> = {
  created: 'creation',
  updated: 'the last change',
  transferred: 'the last transfer',
};

function describeTime(name: string): string {
  const [, event = '', height = ''] = /^\$(created|updated|transferred)At(.*)$/.exec(name) ?? [];
  const what =
    height === '' ? 'time' : height === 'BlockHeight' ? 'block height' : 'height of the core chain';
  return `the ${what} of ${EVENTS[event] ?? name}`;
}

function describeTotal({ documentType, property, filter }: Total): string {
  const values = [...filter].map(([key, binding]) => {
    const name = key === OWNER ? 'owner' : splitWords(key.split('.').toReversed().join(' of '));
    switch (binding.kind) {
      case 'property':
        return `${name} is ${describePath(binding.path)}`;
      case 'owner':
        return `${name} is the owner`;
      case 'id':
        return `${name} is this document`;
      case 'integer':
        return `${name} is ${binding.value}`;
      default:
        return `${name} is ${quote(binding.text)}`;
    }
  });
  const type = `"${documentType}" documents`;
  const head =
    property === undefined ? `the number of ${type}` : `the sum of ${splitWords(property.name)} over ${type}`;
  return values.length === 0 ? head : `${head} whose ${join(values, 'and')}`;
}
