/** Describes an operator of the expression language: the parser, the documentation and the editor read this table. */
interface OperatorInfo {
  /** Its argument, as written. */
  readonly form: string;
  /** The types that the argument has. */
  readonly types: string;
  /** Its meaning, as a sentence. */
  readonly about: string;
  /** What it does with its argument, for messages: "compares integers". */
  readonly reads: string;
  /** A use of it. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Its share of the nodes of a rule. */
  readonly nodes: string;
}

const BOTH = '1 + both sides; 3 for texts and identifiers';
const OPERANDS = '1 + its operands';
const ORDER = {
  form: '[left, right]',
  types: 'two integers',
  reads: 'compares integers',
  nodes: '1 + both sides',
} as const;

/**
 * Lists the conditions: each is the one member of an object.
 *
 * Source: `propertyConstraint` in `packages/rs-dpp/schema/meta_schemas/document/v3/document-meta.json`, and
 * `packages/rs-dpp/src/data_contract/document_type/property_constraints` in dashpay/platform.
 */
export const CONDITIONS = {
  equal: {
    form: '[left, right]',
    types: 'two integers, two texts or two identifiers',
    about: 'Both sides are equal. An absent text or identifier equals nothing.',
    reads: 'compares values of one kind',
    example: { equal: ['status', { const: 'open' }] },
    nodes: BOTH,
  },
  notEqual: {
    form: '[left, right]',
    types: 'two integers, two texts or two identifiers',
    about: 'The sides differ. That holds where a text or an identifier is absent.',
    reads: 'compares values of one kind',
    example: { notEqual: ['buyerId', 'sellerId'] },
    nodes: BOTH,
  },
  lessThan: {
    ...ORDER,
    about: 'The left side is below the right one.',
    example: { lessThan: ['fee', 'price'] },
  },
  lessThanOrEqual: {
    ...ORDER,
    about: 'The left side is not above the right one.',
    example: { lessThanOrEqual: [{ multiply: [{ add: ['price', 'fee'] }, 'quantity'] }, 'deposit'] },
  },
  greaterThan: {
    ...ORDER,
    about: 'The left side is above the right one.',
    example: { greaterThan: ['price', 0] },
  },
  greaterThanOrEqual: {
    ...ORDER,
    about: 'The left side is not below the right one.',
    example: { greaterThanOrEqual: [{ subtract: ['endsAt', '$createdAt'] }, 3_600_000] },
  },
  in: {
    form: '[expression, [value, value, …]]',
    types:
      'an integer and integers, a text and texts, or an identifier and identifiers; at least 2 different values',
    about: 'The expression has one of the values.',
    reads: 'compares values of one kind',
    example: { in: ['fee', [0, 10, 25]] },
    nodes: '1 + the expression + 1 a value; 2 + 1 a value for texts and identifiers',
  },
  notIn: {
    form: '[expression, [value, value, …]]',
    types: 'as of `in`',
    about: 'The expression has none of the values. That holds where a text or an identifier is absent.',
    reads: 'compares values of one kind',
    example: { notIn: ['status', ['open', 'closed']] },
    nodes: 'as of `in`',
  },
  startsWith: {
    form: '[whole, start]',
    types: 'two texts, or two byte arrays; a constant of bytes is hexadecimal',
    about:
      'The first value starts with the second one, byte for byte. That does not hold where one is absent.',
    reads: 'tests text or bytes',
    example: { startsWith: ['url', { const: 'https://' }] },
    nodes: '3',
  },
  endsWith: {
    form: '[whole, end]',
    types: 'as of `startsWith`',
    about: 'The first value ends with the second one, byte for byte. That does not hold where one is absent.',
    reads: 'tests text or bytes',
    example: { endsWith: ['url', { const: '.dash' }] },
    nodes: '3',
  },
  contains: {
    form: '[list, value]',
    types: 'the path of a list, and a value of the type of its elements: integer, text or identifier',
    about: 'An element of the list equals the value. An absent list has no elements.',
    reads: 'looks in a list of integers, texts or identifiers',
    example: { contains: ['members', '$ownerId'] },
    nodes: '2 + the value',
  },
  present: {
    form: 'path',
    types: 'a property of any type',
    about: 'The document has the property. An object without members counts as absent.',
    reads: 'tests a property of the type',
    example: { present: 'title' },
    nodes: '1',
  },
  absent: {
    form: 'path',
    types: 'a property of any type',
    about: 'The document does not have the property. An object without members counts as absent.',
    reads: 'tests a property of the type',
    example: { absent: 'meta' },
    nodes: '1',
  },
  anyOf: {
    form: '[condition, condition, …]',
    types: 'at least 2 different conditions; none is an `anyOf`',
    about: 'At least one condition holds. Those behind the first that holds are not evaluated.',
    reads: 'lists conditions',
    example: { anyOf: [{ equal: ['fee', 0] }, { greaterThanOrEqual: [{ divide: ['price', 'fee'] }, 10] }] },
    nodes: '1 + its conditions',
  },
  allOf: {
    form: '[condition, condition, …]',
    types: 'at least 2 different conditions; none is an `allOf`',
    about: 'All conditions hold. Those behind the first that does not hold are not evaluated.',
    reads: 'lists conditions',
    example: { allOf: [{ present: 'title' }, { present: 'url' }] },
    nodes: '1 + its conditions',
  },
  not: {
    form: 'condition',
    types: 'a condition that is neither `not` nor `notIn`',
    about: 'The condition does not hold. A fault in it still breaks the rule.',
    reads: 'negates a condition',
    example: { not: { contains: ['tags', { const: 'used' }] } },
    nodes: '1 + its condition',
  },
  ifThen: {
    form: '[if, then]',
    types: 'two different conditions',
    about: 'If the first condition holds, the second one does. Otherwise the second one is not evaluated.',
    reads: 'lists conditions',
    example: { ifThen: [{ equal: ['status', { const: 'closed' }] }, { present: 'title' }] },
    nodes: '1 + its conditions',
  },
  ifThenElse: {
    form: '[if, then, else]',
    types: 'three different conditions',
    about: 'If the first condition holds, the second one does, otherwise the third one.',
    reads: 'lists conditions',
    example: { ifThenElse: [{ present: 'title' }, { present: 'url' }, { absent: 'url' }] },
    nodes: '1 + its conditions',
  },
} as const satisfies Record<string, OperatorInfo>;

/** Lists the operators of integer expressions: each is the one member of an object. Source: as of {@link CONDITIONS}. */
export const EXPRESSIONS = {
  ifAbsent: {
    form: '[path, integer or text]',
    types: 'an integer, true or false, or a text (in a comparison of texts), and a default of that type',
    about: 'The value of the property, or the default where the document does not have it.',
    reads: 'gives a property a default',
    example: { equal: [{ ifAbsent: ['quantity', 1] }, 1] },
    nodes: '1',
  },
  add: {
    form: '[a, b, …]',
    types: 'at least 2 integers',
    about: 'The sum.',
    reads: 'adds integers',
    example: { equal: [{ add: ['price', 'fee'] }, 100] },
    nodes: OPERANDS,
  },
  multiply: {
    form: '[a, b, …]',
    types: 'at least 2 integers',
    about: 'The product.',
    reads: 'multiplies integers',
    example: { lessThan: [{ multiply: ['price', 'quantity'] }, 1_000_000] },
    nodes: OPERANDS,
  },
  min: {
    form: '[a, b, …]',
    types: 'at least 2 integers',
    about: 'The smallest operand. All are evaluated.',
    reads: 'compares integers',
    example: { greaterThan: [{ min: ['price', 'deposit'] }, 10] },
    nodes: OPERANDS,
  },
  max: {
    form: '[a, b, …]',
    types: 'at least 2 integers',
    about: 'The largest operand. All are evaluated.',
    reads: 'compares integers',
    example: { lessThanOrEqual: ['fee', { max: [10, { divide: ['price', 10] }] }] },
    nodes: OPERANDS,
  },
  subtract: {
    form: '[a, b]',
    types: 'two integers',
    about: 'The difference a − b.',
    reads: 'subtracts integers',
    example: { lessThan: [{ subtract: ['price', 'fee'] }, 500] },
    nodes: OPERANDS,
  },
  divide: {
    form: '[a, b]',
    types: 'two integers; b is not the literal 0',
    about: 'The Euclidean quotient: −7 by 2 is −4. Division by 0 breaks the rule.',
    reads: 'divides integers',
    example: { lessThan: [{ divide: ['price', 'quantity'] }, 100] },
    nodes: OPERANDS,
  },
  modulo: {
    form: '[a, b]',
    types: 'two integers; b is not the literal 0',
    about: 'The Euclidean remainder, which is never negative: −7 modulo 2 is 1.',
    reads: 'divides integers',
    example: { equal: [{ modulo: ['quantity', 10] }, 0] },
    nodes: OPERANDS,
  },
  power: {
    form: '[a, b]',
    types: 'two integers; b is no negative literal',
    about: 'a to the power of b; 0 to the power of 0 is 1. A negative exponent breaks the rule.',
    reads: 'computes with integers',
    example: { lessThan: [{ power: ['quantity', 2] }, 'price'] },
    nodes: OPERANDS,
  },
  abs: {
    form: 'a',
    types: 'an integer',
    about: 'The absolute value.',
    reads: 'takes an integer',
    example: { lessThan: [{ abs: { subtract: ['price', 'deposit'] } }, 50] },
    nodes: OPERANDS,
  },
  length: {
    form: 'path',
    types: 'a text',
    about:
      'The number of characters (Unicode code points), as `maxLength` counts them; 0 where it is absent.',
    reads: 'counts characters of text',
    example: { greaterThan: [{ length: 'title' }, 3] },
    nodes: '1',
  },
  byteLength: {
    form: 'path',
    types: 'a text',
    about: 'The number of UTF-8 bytes, as `maxBytes` counts them; 0 where it is absent.',
    reads: 'counts bytes of text',
    example: { lessThan: [{ byteLength: 'title' }, 40] },
    nodes: '1',
  },
  count: {
    form: 'path',
    types: 'a list or a byte array; no identifier',
    about: 'The number of elements, or of bytes; 0 where it is absent.',
    reads: 'counts elements of a list, or bytes',
    example: { lessThanOrEqual: [{ count: 'tags' }, 'quantity'] },
    nodes: '1',
  },
  countPresent: {
    form: '[path, path, …]',
    types: 'at least 2 different properties of any type',
    about: 'The number of these properties that the document has.',
    reads: 'counts properties of the type',
    example: { in: [{ countPresent: ['title', 'url', 'meta'] }, [0, 3]] },
    nodes: '1 + 1 a path',
  },
  byteAt: {
    form: '[path, index]',
    types: 'a byte array, and an index from 0 to 65535, below its `maxItems`',
    about: 'A byte as an integer from 0 to 255; 0 where the document does not have it.',
    reads: 'reads a byte of a byte array',
    example: { in: [{ byteAt: ['data', 0] }, [76, 16]] },
    nodes: '1',
  },
  countOf: {
    form: '[type] or [type, {key: value, …}]',
    types: 'a document type of the contract, and the values of an index that counts',
    about: 'The number of documents of a type, after the write.',
    reads: 'counts documents of a type of the contract',
    example: { lessThanOrEqual: [{ countOf: ['pledge', { campaignId: '$id' }] }, 100] },
    nodes: '1 + 1 a key',
  },
  sumOf: {
    form: '[type, property] or [type, property, {key: value, …}]',
    types: 'a document type of the contract, its summed property, and the values of an index that sums',
    about: 'The sum of an integer property over documents of a type, after the write.',
    reads: 'sums documents of a type of the contract',
    example: { lessThanOrEqual: [{ sumOf: ['pledge', 'amount', { campaignId: '$id' }] }, 'deposit'] },
    nodes: '1 + 1 a key',
  },
} as const satisfies Record<string, OperatorInfo>;

/** Names a condition. */
export type ConditionName = keyof typeof CONDITIONS;

/** Names an operator of integer expressions. */
export type ExpressionName = keyof typeof EXPRESSIONS;

/** Returns whether a name is that of a condition. */
export const isConditionName = (name: string): name is ConditionName => Object.hasOwn(CONDITIONS, name);

/** Returns whether a name is that of an operator of integer expressions. */
export const isExpressionName = (name: string): name is ExpressionName => Object.hasOwn(EXPRESSIONS, name);

/** Names the member that makes text a constant: text alone is a path. */
export const CONSTANT = 'const';

/** Names the owner of a document in a path. */
export const OWNER = '$ownerId';

/** Starts the path of a value of the stored document, in conditions about a replace. */
export const STORED_PREFIX = '$old.';
