import type { JsonNode, ObjectNode } from '../source/json-node.js';
import { getItems, getText } from '../source/json-node.js';
import { checkPattern, checkPatternNode } from '../pattern/pattern-verdict.js';
import { FORMATS } from './formats.js';
import { KEYWORD_SHAPES, type KeywordShape } from './keyword-shape.js';

/** Describes a value that JSON Schema, draft 2020-12, does not allow for its keyword. */
export interface DraftError {
  readonly node: JsonNode;
  readonly expected: string;
  /** The shape of the keyword, if its value has another one. */
  readonly shape?: KeywordShape;
  /** The words that the value can be, if it must be one of them. */
  readonly words?: readonly string[];
}

/**
 * Names how a keyword with subschemas is read: a schema, a list of them, or some by name; "lenient" ones are read if
 * they look like schemas, an "object" if it is one, "mapOrNames" if a list of names can replace a schema. The
 * official engine does not read the others (definitions, contentSchema, …).
 */
type Inner = 'schema' | 'list' | 'map' | 'mapOrNames' | 'lenient' | 'object';

const SUBSCHEMA_KINDS: ReadonlyMap<string, Inner> = new Map<string, Inner>([
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

/**
 * Returns whether the engine reads a condition: if it has a consequence, and `if` also for `unevaluatedProperties`.
 */
const CONDITION: ReadonlySet<string> = new Set(['if', 'then', 'else']);
const isRead = (name: string, { members }: ObjectNode): boolean =>
  CONDITION.has(name) &&
  members.has('if') &&
  (members.has('then') || members.has('else') || members.has('unevaluatedProperties'));

const SIMPLE_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const isType = (node: JsonNode): boolean => SIMPLE_TYPES.includes(getText(node) ?? '');
const ANCHOR: KeywordShape = {
  expected: 'a plain name',
  fits: (node) => /^[A-Za-z_][-A-Za-z0-9._]*$/.test(getText(node) ?? ''),
};

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\\]*$/;
const REFERENCE: KeywordShape = {
  expected: 'a reference to a URI',
  fits: (node) => /^[^\s\\]*$/.test(getText(node) ?? ' '),
};

/** Lists the shapes of the other keywords. */
const VALUES: Readonly<Record<string, KeywordShape>> = {
  $id: { expected: 'text without a fragment', fits: (node) => /^[^#]*#?$/.test(getText(node) ?? '#x') },
  $schema: KEYWORD_SHAPES.text,
  $ref: KEYWORD_SHAPES.text,
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
  $comment: KEYWORD_SHAPES.text,
  type: {
    expected: `one of ${SIMPLE_TYPES.join(', ')}, or a list of them`,
    fits: (node) =>
      isType(node) ||
      (node.kind === 'array' && getItems(node).every(isType) && KEYWORD_SHAPES.choices.fits(node)),
  },
  enum: KEYWORD_SHAPES.array,
  multipleOf: KEYWORD_SHAPES.aboveZero,
  maximum: KEYWORD_SHAPES.number,
  exclusiveMaximum: KEYWORD_SHAPES.number,
  minimum: KEYWORD_SHAPES.number,
  exclusiveMinimum: KEYWORD_SHAPES.number,
  maxLength: KEYWORD_SHAPES.count,
  minLength: KEYWORD_SHAPES.count,
  pattern: KEYWORD_SHAPES.text,
  maxItems: KEYWORD_SHAPES.count,
  minItems: KEYWORD_SHAPES.count,
  uniqueItems: KEYWORD_SHAPES.boolean,
  maxContains: KEYWORD_SHAPES.whole,
  minContains: KEYWORD_SHAPES.whole,
  maxProperties: KEYWORD_SHAPES.count,
  minProperties: KEYWORD_SHAPES.count,
  required: KEYWORD_SHAPES.textSet,
  dependentRequired: KEYWORD_SHAPES.textSetMap,
  definitions: KEYWORD_SHAPES.object,
  title: KEYWORD_SHAPES.text,
  description: KEYWORD_SHAPES.text,
  deprecated: KEYWORD_SHAPES.boolean,
  readOnly: KEYWORD_SHAPES.boolean,
  writeOnly: KEYWORD_SHAPES.boolean,
  examples: KEYWORD_SHAPES.array,
  format: KEYWORD_SHAPES.text,
  contentEncoding: KEYWORD_SHAPES.text,
  contentMediaType: KEYWORD_SHAPES.text,
};

/** Lists the shapes without a meta-schema: the engine itself is laxer. */
const COMPILED_VALUES: Readonly<Record<string, KeywordShape>> = {
  ...VALUES,
  type: {
    expected: `one of ${SIMPLE_TYPES.join(', ')}, or a list of them`,
    fits: (node) => isType(node) || (node.kind === 'array' && node.items.every(isType)),
  },
  multipleOf: KEYWORD_SHAPES.number,
  uniqueItems: KEYWORD_SHAPES.anything,
  required: KEYWORD_SHAPES.textList,
};

/** Lists keywords without meaning to the engine: it checks them only by the meta-schema of JSON Schema. */
const ANNOTATIONS = new Set(
  (
    '$id $schema $anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef $vocabulary $comment title description deprecated readOnly ' +
    'writeOnly examples contentEncoding contentMediaType definitions'
  ).split(' '),
);

const isAnnotation = (name: string, { members }: ObjectNode): boolean =>
  ANNOTATIONS.has(name) || (/^(?:min|max)Contains$/.test(name) && !members.has('contains'));

/** Configures {@link findDraftErrors}. */
export interface DraftOptions {
  /** Keywords at the top of the schema that other rules check. */
  readonly ignored: ReadonlySet<string>;
  /** True if the meta-schema of JSON Schema applies; otherwise the schema is only compiled. */
  readonly hasMetaSchema: boolean;
}

const COMPILED: DraftOptions = { ignored: new Set(), hasMetaSchema: false };

/** Finds errors of a schema in JSON Schema, draft 2020-12, as the official engine reads it. */
export function findDraftErrors(
  schema: JsonNode | undefined,
  { ignored, hasMetaSchema }: DraftOptions = COMPILED,
): DraftError[] {
  if (schema === undefined || schema.kind === 'boolean') return [];
  if (schema.kind !== 'object')
    return ignored.size > 0 ? [] : [{ node: schema, expected: KEYWORD_SHAPES.schema.expected }];
  const values = hasMetaSchema ? VALUES : COMPILED_VALUES;
  const errors: DraftError[] = [];
  for (const [name, node] of schema.members) {
    if (ignored.has(name) || (!hasMetaSchema && isAnnotation(name, schema))) continue;
    const inner = isRead(name, schema) ? 'schema' : SUBSCHEMA_KINDS.get(name);
    const shape = Object.hasOwn(values, name) ? values[name] : undefined;
    if (inner !== undefined) errors.push(...findInnerErrors(node, inner, hasMetaSchema));
    else if (shape !== undefined && !shape.fits(node))
      errors.push({
        node,
        expected: `${shape.expected} for ${name}`,
        shape,
        ...(name === 'type' ? { words: SIMPLE_TYPES } : {}),
      });
    if (name === 'patternProperties') errors.push(...findNameErrors(node));
    if (name === 'pattern' || name === 'format') errors.push(...findCompileErrors(name, node));
  }
  return errors;
}

function findInnerErrors(node: JsonNode, inner: Inner, hasMetaSchema: boolean): DraftError[] {
  if (inner === 'schema') return findDraftErrors(node);
  if (inner === 'object') return node.kind === 'object' ? findDraftErrors(node) : [];
  if (inner === 'lenient') {
    const schemas = node.kind === 'array' ? node.items : [node];
    return node.kind === 'array' || node.kind === 'object'
      ? schemas.flatMap((item) => findDraftErrors(item))
      : [];
  }
  if (inner === 'list') {
    if (node.kind !== 'array' || (hasMetaSchema && node.items.length === 0))
      return [{ node, expected: 'an array of at least one schema' }];
    return node.items.flatMap((item) => findDraftErrors(item));
  }
  if (node.kind !== 'object') return [{ node, expected: 'an object of schemas' }];
  return [...node.members.values()].flatMap((item) =>
    inner === 'mapOrNames' && isNames(item) ? [] : findDraftErrors(item),
  );
}

const isNames = (node: JsonNode): boolean =>
  node.kind === 'array' && node.items.every((item) => item.kind === 'string');

/** Checks the names in `patternProperties`, which are patterns. */
function findNameErrors(node: JsonNode): DraftError[] {
  if (node.kind !== 'object') return [];
  return [...node.members].flatMap(([name, value]) => {
    const error = checkPattern(name).platform;
    return error === undefined
      ? []
      : [{ node: value, expected: `a name that is a valid pattern (${error})` }];
  });
}

function findCompileErrors(name: 'pattern' | 'format', node: JsonNode): DraftError[] {
  if (node.kind !== 'string') return [];
  if (name === 'format')
    return FORMATS.includes(node.value)
      ? []
      : [{ node, expected: `one of ${FORMATS.join(', ')}`, words: FORMATS }];
  const error = checkPatternNode(node).platform;
  return error === undefined ? [] : [{ node, expected: `a valid pattern (${error})` }];
}
