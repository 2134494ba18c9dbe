import type { JsonNode } from '../source/json-node.js';
import { itemsOf, textOf } from '../source/json-node.js';
import { SHAPES, type KeywordShape } from './keyword-shape.js';

/** A value that JSON Schema, draft 2020-12, does not allow for its keyword. */
export interface DraftFault {
  readonly node: JsonNode;
  readonly expected: string;
}

type Inner = 'schema' | 'list' | 'map';

/** Keywords that hold schemas: one, a list of them, or some by name. */
const HOLDERS: ReadonlyMap<string, Inner> = new Map<string, Inner>([
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
  ['prefixItems', 'list'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['items', 'schema'],
  ['contains', 'schema'],
  ['additionalProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['not', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contentSchema', 'schema'],
]);

const SIMPLE_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const isType = (node: JsonNode): boolean => SIMPLE_TYPES.includes(textOf(node) ?? '');
const ANCHOR: KeywordShape = {
  expected: 'a plain name',
  fits: (node) => /^[A-Za-z_][-A-Za-z0-9._]*$/.test(textOf(node) ?? ''),
};

/** What the other keywords hold. */
const VALUES: Readonly<Record<string, KeywordShape>> = {
  $id: { expected: 'text without a fragment', fits: (node) => /^[^#]*#?$/.test(textOf(node) ?? '#x') },
  $schema: SHAPES.text,
  $ref: SHAPES.text,
  $anchor: ANCHOR,
  $dynamicAnchor: ANCHOR,
  $dynamicRef: SHAPES.text,
  $vocabulary: SHAPES.object,
  $comment: SHAPES.text,
  type: {
    expected: `one of ${SIMPLE_TYPES.join(', ')}, or a list of them`,
    fits: (node) =>
      isType(node) || (node.kind === 'array' && itemsOf(node).every(isType) && SHAPES.choices.fits(node)),
  },
  enum: SHAPES.array,
  multipleOf: SHAPES.aboveZero,
  maximum: SHAPES.number,
  exclusiveMaximum: SHAPES.number,
  minimum: SHAPES.number,
  exclusiveMinimum: SHAPES.number,
  maxLength: SHAPES.count,
  minLength: SHAPES.count,
  pattern: SHAPES.text,
  maxItems: SHAPES.count,
  minItems: SHAPES.count,
  uniqueItems: SHAPES.boolean,
  maxContains: SHAPES.count,
  minContains: SHAPES.count,
  maxProperties: SHAPES.count,
  minProperties: SHAPES.count,
  required: SHAPES.textSet,
  dependentRequired: SHAPES.textSetMap,
  title: SHAPES.text,
  description: SHAPES.text,
  deprecated: SHAPES.boolean,
  readOnly: SHAPES.boolean,
  writeOnly: SHAPES.boolean,
  examples: SHAPES.array,
  format: SHAPES.text,
  contentEncoding: SHAPES.text,
  contentMediaType: SHAPES.text,
};

/**
 * What is wrong with a schema in JSON Schema, draft 2020-12.
 *
 * @param ignored keywords at the top of the schema that other rules look at.
 */
export function draftFaults(schema: JsonNode | undefined, ignored: ReadonlySet<string>): DraftFault[] {
  if (schema === undefined || schema.kind === 'boolean') return [];
  if (schema.kind !== 'object')
    return ignored.size > 0 ? [] : [{ node: schema, expected: SHAPES.schema.expected }];
  const faults: DraftFault[] = [];
  for (const [name, node] of schema.members) {
    if (ignored.has(name)) continue;
    const inner = HOLDERS.get(name);
    const shape = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
    if (inner !== undefined) faults.push(...innerFaults(node, inner));
    else if (shape !== undefined && !shape.fits(node))
      faults.push({ node, expected: `${name} as ${shape.expected}` });
  }
  return faults;
}

function innerFaults(node: JsonNode, inner: Inner): DraftFault[] {
  const none: ReadonlySet<string> = new Set();
  if (inner === 'schema') return draftFaults(node, none);
  if (inner === 'list') {
    if (node.kind !== 'array' || node.items.length === 0)
      return [{ node, expected: 'an array of at least one schema' }];
    return node.items.flatMap((item) => draftFaults(item, none));
  }
  if (node.kind !== 'object') return [{ node, expected: 'an object of schemas' }];
  return [...node.members.values()].flatMap((item) => draftFaults(item, none));
}
