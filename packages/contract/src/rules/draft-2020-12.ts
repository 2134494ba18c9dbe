import type { JsonNode, ObjectNode } from '../source/json-node.js';
import { itemsOf, textOf } from '../source/json-node.js';
import { judgePattern } from '../pattern/pattern-verdict.js';
import { FORMATS } from './formats.js';
import { SHAPES, type KeywordShape } from './keyword-shape.js';

/** A value that JSON Schema, draft 2020-12, does not allow for its keyword. */
export interface DraftFault {
  readonly node: JsonNode;
  readonly expected: string;
}

/**
 * How a keyword that holds schemas is read: a schema, a list of them, or some by name; "lenient" ones are read when they
 * look like schemas, an "object" when it is one, "mapOrNames" where a list of names may stand for a schema. The official engine does not read the others (definitions, contentSchema, …).
 */
type Inner = 'schema' | 'list' | 'map' | 'mapOrNames' | 'lenient' | 'object';

const HOLDERS: ReadonlyMap<string, Inner> = new Map<string, Inner>([
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
  ['dependencies', 'mapOrNames'],
  ['prefixItems', 'list'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['items', 'lenient'],
  ['propertyNames', 'object'],
  ['contains', 'schema'],
  ['additionalProperties', 'schema'],
  ['not', 'schema'],
  ['unevaluatedProperties', 'schema'],
]);

/** The engine reads a condition when something follows from it, and `if` also for what it leaves unevaluated. */
const CONDITION: ReadonlySet<string> = new Set(['if', 'then', 'else']);
const isRead = (name: string, { members }: ObjectNode): boolean =>
  CONDITION.has(name) &&
  members.has('if') &&
  (members.has('then') || members.has('else') || members.has('unevaluatedProperties'));

const SIMPLE_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const isType = (node: JsonNode): boolean => SIMPLE_TYPES.includes(textOf(node) ?? '');
const ANCHOR: KeywordShape = {
  expected: 'a plain name',
  fits: (node) => /^[A-Za-z_][-A-Za-z0-9._]*$/.test(textOf(node) ?? ''),
};

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\\]*$/;
const REFERENCE: KeywordShape = {
  expected: 'a reference to a URI',
  fits: (node) => /^[^\s\\]*$/.test(textOf(node) ?? ' '),
};

/** What the other keywords hold. */
const VALUES: Readonly<Record<string, KeywordShape>> = {
  $id: { expected: 'text without a fragment', fits: (node) => /^[^#]*#?$/.test(textOf(node) ?? '#x') },
  $schema: SHAPES.text,
  $ref: SHAPES.text,
  $anchor: ANCHOR,
  $dynamicAnchor: ANCHOR,
  $dynamicRef: REFERENCE,
  $recursiveAnchor: ANCHOR,
  $recursiveRef: REFERENCE,
  $vocabulary: {
    expected: 'an object of true or false by URI',
    fits: (node) =>
      node.kind === 'object' &&
      [...node.members].every(([name, value]) => URI.test(name) && value.kind === 'boolean'),
  },
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
  maxContains: SHAPES.whole,
  minContains: SHAPES.whole,
  maxProperties: SHAPES.count,
  minProperties: SHAPES.count,
  required: SHAPES.textSet,
  dependentRequired: SHAPES.textSetMap,
  definitions: SHAPES.object,
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

/** What they hold where no meta-schema is applied: the engine itself is laxer. */
const COMPILED_VALUES: Readonly<Record<string, KeywordShape>> = {
  ...VALUES,
  type: {
    expected: `one of ${SIMPLE_TYPES.join(', ')}, or a list of them`,
    fits: (node) => isType(node) || (node.kind === 'array' && node.items.every(isType)),
  },
  multipleOf: SHAPES.number,
  uniqueItems: SHAPES.anything,
  required: SHAPES.textList,
};

/** Keywords that say nothing to the engine: it reads them only where the meta-schema of JSON Schema is applied. */
const ANNOTATIONS = new Set(
  (
    '$id $schema $anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef $vocabulary $comment title description deprecated readOnly ' +
    'writeOnly examples contentEncoding contentMediaType definitions'
  ).split(' '),
);

const isAnnotation = (name: string, { members }: ObjectNode): boolean =>
  ANNOTATIONS.has(name) || (/^(?:min|max)Contains$/.test(name) && !members.has('contains'));

/** How {@link draftFaults} looks at a schema. */
export interface DraftReading {
  /** Keywords at the top of the schema that other rules look at. */
  readonly ignored: ReadonlySet<string>;
  /** Whether the meta-schema of JSON Schema is applied, or the schema is only compiled. */
  readonly hasMetaSchema: boolean;
}

const COMPILED: DraftReading = { ignored: new Set(), hasMetaSchema: false };

/** What is wrong with a schema in JSON Schema, draft 2020-12, as the official engine reads it. */
export function draftFaults(
  schema: JsonNode | undefined,
  { ignored, hasMetaSchema }: DraftReading = COMPILED,
): DraftFault[] {
  if (schema === undefined || schema.kind === 'boolean') return [];
  if (schema.kind !== 'object')
    return ignored.size > 0 ? [] : [{ node: schema, expected: SHAPES.schema.expected }];
  const values = hasMetaSchema ? VALUES : COMPILED_VALUES;
  const faults: DraftFault[] = [];
  for (const [name, node] of schema.members) {
    if (ignored.has(name) || (!hasMetaSchema && isAnnotation(name, schema))) continue;
    const inner = isRead(name, schema) ? 'schema' : HOLDERS.get(name);
    const shape = Object.hasOwn(values, name) ? values[name] : undefined;
    if (inner !== undefined) faults.push(...innerFaults(node, inner, hasMetaSchema));
    else if (shape !== undefined && !shape.fits(node))
      faults.push({ node, expected: `${name} as ${shape.expected}` });
    if (name === 'patternProperties') faults.push(...nameFaults(node));
    if (name === 'pattern' || name === 'format') faults.push(...compileFaults(name, node));
  }
  return faults;
}

function innerFaults(node: JsonNode, inner: Inner, hasMetaSchema: boolean): DraftFault[] {
  if (inner === 'schema') return draftFaults(node);
  if (inner === 'object') return node.kind === 'object' ? draftFaults(node) : [];
  if (inner === 'lenient') {
    const schemas = node.kind === 'array' ? node.items : [node];
    return node.kind === 'array' || node.kind === 'object'
      ? schemas.flatMap((item) => draftFaults(item))
      : [];
  }
  if (inner === 'list') {
    if (node.kind !== 'array' || (hasMetaSchema && node.items.length === 0))
      return [{ node, expected: 'an array of at least one schema' }];
    return node.items.flatMap((item) => draftFaults(item));
  }
  if (node.kind !== 'object') return [{ node, expected: 'an object of schemas' }];
  return [...node.members.values()].flatMap((item) =>
    inner === 'mapOrNames' && isNames(item) ? [] : draftFaults(item),
  );
}

const isNames = (node: JsonNode): boolean =>
  node.kind === 'array' && node.items.every((item) => item.kind === 'string');

/** The names in `patternProperties` are patterns. */
function nameFaults(node: JsonNode): DraftFault[] {
  if (node.kind !== 'object') return [];
  return [...node.members].flatMap(([name, value]) => {
    const fault = judgePattern(name).platform;
    return fault === undefined
      ? []
      : [{ node: value, expected: `a name that is a pattern that the platform takes (${fault})` }];
  });
}

function compileFaults(name: 'pattern' | 'format', node: JsonNode): DraftFault[] {
  if (node.kind !== 'string') return [];
  if (name === 'format')
    return FORMATS.includes(node.value) ? [] : [{ node, expected: `one of ${FORMATS.join(', ')}` }];
  const fault = judgePattern(node.value).platform;
  return fault === undefined ? [] : [{ node, expected: `a pattern that the platform takes (${fault})` }];
}
