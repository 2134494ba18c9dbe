import { excerpt } from '../source/excerpt.js';
import { getMember, getText, type JsonNode } from '../source/json-node.js';
import { countCharacters } from '../text/count-characters.js';
import { describeSchema } from './describe-schema.js';
import type { MetaSchema, MetaSchemaObject, Scalar } from './meta-schema.js';
import { type Cause, type Result, explainCause, NO_NAMES, fail, forKey } from './meta-findings.js';

const patterns = new Map<string, RegExp>();

/** Compiles a pattern of a meta-schema once. */
export function compile(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

/** Returns whether a node has a type of JSON Schema. */
export const hasType = (node: JsonNode, type: string): boolean =>
  type === 'integer' ? node.kind === 'number' && node.integer !== undefined : node.kind === type;

const isScalar = (node: JsonNode, value: Scalar): boolean => {
  if (node.kind === 'number')
    return (
      typeof value === 'number' &&
      (node.integer ?? node.value) === (node.integer === undefined ? value : BigInt(value))
    );
  return (node.kind === 'string' || node.kind === 'boolean') && node.value === value;
};

/** Reports a value that fulfils what it must not: at the member that is there, if a list names it. */
export function reject(schema: MetaSchema, node: JsonNode, cause: Cause): Result {
  const { required = [], anyOf = [] } = typeof schema === 'boolean' ? {} : schema;
  const names = [
    ...required,
    ...anyOf.flatMap((each) => (typeof each === 'boolean' ? [] : (each.required ?? []))),
  ];
  const present = names.flatMap((name) => getMember(node, name) ?? []);
  const errors = present.map((member) => ({
    node: member,
    message: `${String(member.key)} is not allowed here${explainCause(cause)}`,
    isAtName: true,
    keyword: cause.keyword,
  }));
  if (errors.length > 0) return { errors: new Set(errors), evaluated: NO_NAMES };
  return fail(node, cause, `${excerpt(node)}${forKey(node)} is not allowed here${explainCause(cause)}`);
}

/** Says what is wrong with a value by itself: its type, its bounds, its size. */
export function findOwnError(schema: MetaSchemaObject, node: JsonNode): string | undefined {
  const expected = (): string => `expected ${describeSchema(schema)}${forKey(node)}, found ${excerpt(node)}`;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => hasType(node, type))) return expected();
  if (schema.const !== undefined && !isScalar(node, schema.const)) return expected();
  if (schema.enum !== undefined && !schema.enum.some((value) => isScalar(node, value))) return expected();
  switch (node.kind) {
    case 'number':
      return fitsBounds(schema, node.integer ?? node.value) ? undefined : expected();
    case 'string': {
      const isLong = isOutside(countCharacters(node.value), schema.minLength, schema.maxLength);
      const isOther = schema.pattern !== undefined && !compile(schema.pattern).test(getText(node) ?? '');
      return isLong || isOther ? expected() : undefined;
    }
    case 'array':
      return isOutside(node.items.length, schema.minItems, schema.maxItems)
        ? countError(schema, node.items.length, node)
        : undefined;
    case 'object': {
      const { size } = node.members;
      if (!isOutside(size, schema.minProperties, schema.maxProperties)) return undefined;
      const { minProperties: min = 0, maxProperties: max } = schema;
      const bounds =
        max === undefined ? `at least ${min}` : min === max ? `exactly ${min}` : `${min} to ${max}`;
      return `expected an object of ${bounds} member${bounds.endsWith(' 1') ? '' : 's'}${forKey(node)}, found ${size}`;
    }
    default:
      return undefined;
  }
}

function countError({ minItems = 0, maxItems }: MetaSchemaObject, count: number, node: JsonNode): string {
  const bounds =
    maxItems === undefined
      ? `at least ${minItems}`
      : minItems === maxItems
        ? `${minItems}`
        : `${minItems} to ${maxItems}`;
  return `expected ${bounds} element${bounds.endsWith(' 1') || bounds === '1' ? '' : 's'}${forKey(node)}, found ${count}`;
}

const isOutside = (count: number, min = 0, max = Number.POSITIVE_INFINITY): boolean =>
  count < min || count > max;

/** Compares with bounds, which are numbers: one above 2^53 is the nearest that is one. */
function fitsBounds(
  { minimum, maximum, exclusiveMinimum }: MetaSchemaObject,
  value: bigint | number,
): boolean {
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || Number(value) <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum)
  );
}
