import type { ConditionName, ExpressionName } from '../expression/operators.js';

/** Documents an operator of the expression language. */
interface OperatorDocs {
  /** Types of its argument. */
  readonly types: string;
  /** Its meaning, as a sentence. */
  readonly about: string;
  /** Its share of the nodes of a rule. */
  readonly nodes: string;
  /** A rule that uses it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Documents the conditions. */
export const CONDITION_DOCS: Readonly<Record<ConditionName, OperatorDocs>> = {
  equal: {
    types: 'two integers, two texts or two identifiers',
    about: 'Both sides are equal. An absent text or identifier equals nothing.',
    nodes: '1 + both sides; 3 for texts and identifiers',
    example: { equal: ['status', { const: 'open' }] },
  },
  notEqual: {
    types: 'two integers, two texts or two identifiers',
    about: 'The sides differ. That holds where a text or an identifier is absent.',
    nodes: '1 + both sides; 3 for texts and identifiers',
    example: { notEqual: ['buyerId', 'sellerId'] },
  },
  lessThan: {
    types: 'two integers',
    about: 'The left side is below the right one.',
    nodes: '1 + both sides',
    example: { lessThan: ['fee', 'price'] },
  },
  lessThanOrEqual: {
    types: 'two integers',
    about: 'The left side is not above the right one.',
    nodes: '1 + both sides',
    example: { lessThanOrEqual: [{ multiply: [{ add: ['price', 'fee'] }, 'quantity'] }, 'deposit'] },
  },
  greaterThan: {
    types: 'two integers',
    about: 'The left side is above the right one.',
    nodes: '1 + both sides',
    example: { greaterThan: ['price', 0] },
  },
  greaterThanOrEqual: {
    types: 'two integers',
    about: 'The left side is not below the right one.',
    nodes: '1 + both sides',
    example: { greaterThanOrEqual: [{ subtract: ['endsAt', '$createdAt'] }, 3600000] },
  },
  in: {
    types:
      'an integer and integers, a text and texts, or an identifier and identifiers; at least 2 different values',
    about: 'The expression has one of the values.',
    nodes: '1 + the expression + 1 a value; 2 + 1 a value for texts and identifiers',
    example: { in: ['fee', [0, 10, 25]] },
  },
  notIn: {
    types: 'as of `in`',
    about: 'The expression has none of the values. That holds where a text or an identifier is absent.',
    nodes: 'as of `in`',
    example: { notIn: ['status', ['open', 'closed']] },
  },
  startsWith: {
    types: 'two texts, or two byte arrays; a constant of bytes is hexadecimal',
    about:
      'The first value starts with the second one, byte for byte. That does not hold where one is absent.',
    nodes: '3',
    example: { startsWith: ['url', { const: 'https://' }] },
  },
  endsWith: {
    types: 'as of `startsWith`',
    about: 'The first value ends with the second one, byte for byte. That does not hold where one is absent.',
    nodes: '3',
    example: { endsWith: ['url', { const: '.dash' }] },
  },
  contains: {
    types: 'the path of a list, and a value of the type of its elements: integer, text or identifier',
    about: 'An element of the list equals the value. An absent list has no elements.',
    nodes: '2 + the value',
    example: { contains: ['members', '$ownerId'] },
  },
  present: {
    types: 'a property of any type',
    about: 'The document has the property. An object without members counts as absent.',
    nodes: '1',
    example: { present: 'title' },
  },
  absent: {
    types: 'a property of any type',
    about: 'The document does not have the property. An object without members counts as absent.',
    nodes: '1',
    example: { absent: 'meta' },
  },
  anyOf: {
    types: 'at least 2 different conditions; none is an `anyOf`',
    about: 'At least one condition holds. Those behind the first that holds are not evaluated.',
    nodes: '1 + its conditions',
    example: { anyOf: [{ equal: ['fee', 0] }, { greaterThanOrEqual: [{ divide: ['price', 'fee'] }, 10] }] },
  },
  allOf: {
    types: 'at least 2 different conditions; none is an `allOf`',
    about: 'All conditions hold. Those behind the first that does not hold are not evaluated.',
    nodes: '1 + its conditions',
    example: { allOf: [{ present: 'title' }, { present: 'url' }] },
  },
  not: {
    types: 'a condition that is neither `not` nor `notIn`',
    about: 'The condition does not hold. A fault in it still breaks the rule.',
    nodes: '1 + its condition',
    example: { not: { contains: ['tags', { const: 'used' }] } },
  },
  ifThen: {
    types: 'two different conditions',
    about: 'If the first condition holds, the second one does. Otherwise the second one is not evaluated.',
    nodes: '1 + its conditions',
    example: { ifThen: [{ equal: ['status', { const: 'closed' }] }, { present: 'title' }] },
  },
  ifThenElse: {
    types: 'three different conditions',
    about: 'If the first condition holds, the second one does, otherwise the third one.',
    nodes: '1 + its conditions',
    example: { ifThenElse: [{ present: 'title' }, { present: 'url' }, { absent: 'url' }] },
  },
};

/** Documents the operators of integer expressions. */
export const EXPRESSION_DOCS: Readonly<Record<ExpressionName, OperatorDocs>> = {
  ifAbsent: {
    types: 'an integer, true or false, or a text (in a comparison of texts), and a default of that type',
    about: 'The value of the property, or the default where the document does not have it.',
    nodes: '1',
    example: { equal: [{ ifAbsent: ['quantity', 1] }, 1] },
  },
  add: {
    types: 'at least 2 integers',
    about: 'The sum.',
    nodes: '1 + its operands',
    example: { equal: [{ add: ['price', 'fee'] }, 100] },
  },
  multiply: {
    types: 'at least 2 integers',
    about: 'The product.',
    nodes: '1 + its operands',
    example: { lessThan: [{ multiply: ['price', 'quantity'] }, 1000000] },
  },
  min: {
    types: 'at least 2 integers',
    about: 'The smallest operand. All are evaluated.',
    nodes: '1 + its operands',
    example: { greaterThan: [{ min: ['price', 'deposit'] }, 10] },
  },
  max: {
    types: 'at least 2 integers',
    about: 'The largest operand. All are evaluated.',
    nodes: '1 + its operands',
    example: { lessThanOrEqual: ['fee', { max: [10, { divide: ['price', 10] }] }] },
  },
  subtract: {
    types: 'two integers',
    about: 'The difference a − b.',
    nodes: '1 + its operands',
    example: { lessThan: [{ subtract: ['price', 'fee'] }, 500] },
  },
  divide: {
    types: 'two integers; b is not the literal 0',
    about: 'The Euclidean quotient: −7 by 2 is −4. Division by 0 breaks the rule.',
    nodes: '1 + its operands',
    example: { lessThan: [{ divide: ['price', 'quantity'] }, 100] },
  },
  modulo: {
    types: 'two integers; b is not the literal 0',
    about: 'The Euclidean remainder, which is never negative: −7 modulo 2 is 1.',
    nodes: '1 + its operands',
    example: { equal: [{ modulo: ['quantity', 10] }, 0] },
  },
  power: {
    types: 'two integers; b is no negative literal',
    about: 'a to the power of b; 0 to the power of 0 is 1. A negative exponent breaks the rule.',
    nodes: '1 + its operands',
    example: { lessThan: [{ power: ['quantity', 2] }, 'price'] },
  },
  abs: {
    types: 'an integer',
    about: 'The absolute value.',
    nodes: '1 + its operands',
    example: { lessThan: [{ abs: { subtract: ['price', 'deposit'] } }, 50] },
  },
  length: {
    types: 'a text',
    about:
      'The number of characters (Unicode code points), as `maxLength` counts them; 0 where it is absent.',
    nodes: '1',
    example: { greaterThan: [{ length: 'title' }, 3] },
  },
  byteLength: {
    types: 'a text',
    about: 'The number of UTF-8 bytes, as `maxBytes` counts them; 0 where it is absent.',
    nodes: '1',
    example: { lessThan: [{ byteLength: 'title' }, 40] },
  },
  count: {
    types: 'a list or a byte array; no identifier',
    about: 'The number of elements, or of bytes; 0 where it is absent.',
    nodes: '1',
    example: { lessThanOrEqual: [{ count: 'tags' }, 'quantity'] },
  },
  countPresent: {
    types: 'at least 2 different properties of any type',
    about: 'The number of these properties that the document has.',
    nodes: '1 + 1 a path',
    example: { in: [{ countPresent: ['title', 'url', 'meta'] }, [0, 3]] },
  },
  byteAt: {
    types: 'a byte array, and an index from 0 to 65535, below its `maxItems`',
    about: 'A byte as an integer from 0 to 255; 0 where the document does not have it.',
    nodes: '1',
    example: { in: [{ byteAt: ['data', 0] }, [76, 16]] },
  },
  countOf: {
    types: 'a document type of the contract, and the values of an index that counts',
    about: 'The number of documents of a type, after the write.',
    nodes: '1 + 1 a key',
    example: { lessThanOrEqual: [{ countOf: ['pledge', { campaignId: '$id' }] }, 100] },
  },
  sumOf: {
    types: 'a document type of the contract, its summed property, and the values of an index that sums',
    about: 'The sum of an integer property over documents of a type, after the write.',
    nodes: '1 + 1 a key',
    example: { lessThanOrEqual: [{ sumOf: ['pledge', 'amount', { campaignId: '$id' }] }, 'deposit'] },
  },
};
