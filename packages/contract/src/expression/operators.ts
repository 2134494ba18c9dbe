/** Describes an operator of the expression language: the parser, the documentation and the editor read this table. */
interface OperatorInfo {
  /** Its argument, as written. */
  readonly form: string;
  /** Describes the use of its argument, for messages: "compares integers". */
  readonly reads: string;
}

/**
 * Lists the conditions: each is the one member of an object.
 *
 * Source: `propertyConstraint` in `packages/rs-dpp/schema/meta_schemas/document/v3/document-meta.json`, and
 * `packages/rs-dpp/src/data_contract/document_type/property_constraints` in dashpay/platform.
 */
export const CONDITIONS = {
  equal: { form: '[left, right]', reads: 'compares values of one kind' },
  notEqual: { form: '[left, right]', reads: 'compares values of one kind' },
  lessThan: { form: '[left, right]', reads: 'compares integers' },
  lessThanOrEqual: { form: '[left, right]', reads: 'compares integers' },
  greaterThan: { form: '[left, right]', reads: 'compares integers' },
  greaterThanOrEqual: { form: '[left, right]', reads: 'compares integers' },
  in: { form: '[expression, [value, value, …]]', reads: 'compares values of one kind' },
  notIn: { form: '[expression, [value, value, …]]', reads: 'compares values of one kind' },
  startsWith: { form: '[whole, start]', reads: 'tests text or bytes' },
  endsWith: { form: '[whole, end]', reads: 'tests text or bytes' },
  contains: { form: '[list, value]', reads: 'looks in a list of integers, texts or identifiers' },
  present: { form: 'path', reads: 'tests a property of the type' },
  absent: { form: 'path', reads: 'tests a property of the type' },
  anyOf: { form: '[condition, condition, …]', reads: 'lists conditions' },
  allOf: { form: '[condition, condition, …]', reads: 'lists conditions' },
  not: { form: 'condition', reads: 'negates a condition' },
  ifThen: { form: '[if, then]', reads: 'lists conditions' },
  ifThenElse: { form: '[if, then, else]', reads: 'lists conditions' },
} as const satisfies Record<string, OperatorInfo>;

/** Lists the operators of integer expressions: each is the one member of an object. Source: as of {@link CONDITIONS}. */
export const EXPRESSIONS = {
  ifAbsent: { form: '[path, integer or text]', reads: 'gives a property a default' },
  add: { form: '[a, b, …]', reads: 'adds integers' },
  multiply: { form: '[a, b, …]', reads: 'multiplies integers' },
  min: { form: '[a, b, …]', reads: 'compares integers' },
  max: { form: '[a, b, …]', reads: 'compares integers' },
  subtract: { form: '[a, b]', reads: 'subtracts integers' },
  divide: { form: '[a, b]', reads: 'divides integers' },
  modulo: { form: '[a, b]', reads: 'divides integers' },
  power: { form: '[a, b]', reads: 'computes with integers' },
  abs: { form: 'a', reads: 'takes an integer' },
  length: { form: 'path', reads: 'counts characters of text' },
  byteLength: { form: 'path', reads: 'counts bytes of text' },
  count: { form: 'path', reads: 'counts elements of a list, or bytes' },
  countPresent: { form: '[path, path, …]', reads: 'counts properties of the type' },
  byteAt: { form: '[path, index]', reads: 'reads a byte of a byte array' },
  countOf: { form: '[type] or [type, {key: value, …}]', reads: 'counts documents of a type of the contract' },
  sumOf: {
    form: '[type, property] or [type, property, {key: value, …}]',
    reads: 'sums documents of a type of the contract',
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
