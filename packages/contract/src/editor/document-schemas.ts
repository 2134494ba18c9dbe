import { LIMITS } from '../protocol/limits.js';
import {
  ACTIONS,
  BOOLEAN_OPTIONS,
  HISTORY_OPTIONS,
  INTEGER_OPTIONS,
  SYSTEM_PROPERTIES,
} from '../protocol/keywords.js';
import { getProtocol, PROTOCOLS } from '../protocol/protocol-versions.js';
import { FORMATS } from '../schema/formats.js';
import {
  DEFINITION_KEYWORDS,
  PROPERTY_KEYWORDS,
  KEYWORD_SHAPES,
  type KeywordShape,
} from '../schema/keyword-shape.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import { conditionSchema, describeRuleDefinitions } from './expression-schema.js';
import { listChoices, describeMembers, createCondition, type JsonSchema } from './keyword-schema.js';
import { extendedSchemas } from './meta-draft-07.js';
import { INDEX_SNIPPETS, PROPERTY_SNIPPETS, TYPE_SNIPPETS } from './snippets.js';

const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const TEXT: JsonSchema = { type: 'string' };
const FLAG: JsonSchema = { type: 'boolean' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const NAMES: JsonSchema = { type: 'array', items: TEXT, uniqueItems: true };
const PROPERTY_NAME: JsonSchema = { type: 'string', minLength: 1, maxLength: LIMITS.aggregateNameLength };
const OLD_NAME = { pattern: '^[A-Za-z0-9_-]{1,64}$' };
const NAME = { pattern: '^[A-Za-z0-9_]{1,64}$' };
const nameAt = (protocolVersion: number): JsonSchema => (isExtended(protocolVersion) ? NAME : OLD_NAME);

/** Returns whether a protocol version has the keywords of document meta-schema v3. */
const isExtended = (protocolVersion: number): boolean => getProtocol(protocolVersion).extendedLanguage;
/** Describes 32 bytes, as a list of integers. */
export const IDENTIFIER_BYTES_SCHEMA: JsonSchema = {
  type: 'array',
  minItems: 32,
  maxItems: 32,
  items: { type: 'integer', minimum: 0, maximum: 255 },
};
const IS = (type: string): JsonSchema => ({ properties: { type: { const: type } }, required: ['type'] });

/** Maps the shapes of keywords to JSON Schemas. */
const SCHEMA_OF: ReadonlyMap<KeywordShape, JsonSchema> = new Map<KeywordShape, JsonSchema>([
  [KEYWORD_SHAPES.anything, {}],
  [KEYWORD_SHAPES.text, TEXT],
  [KEYWORD_SHAPES.localId, { type: 'string', pattern: '^#' }],
  [KEYWORD_SHAPES.array, { type: 'array' }],
  [KEYWORD_SHAPES.object, { type: 'object' }],
  [KEYWORD_SHAPES.boolean, FLAG],
  [KEYWORD_SHAPES.false, { const: false }],
  [KEYWORD_SHAPES.number, { type: 'number' }],
  [KEYWORD_SHAPES.aboveZero, { type: 'number', exclusiveMinimum: 0 }],
  [KEYWORD_SHAPES.count, COUNT],
  [KEYWORD_SHAPES.textSet, NAMES],
  [KEYWORD_SHAPES.filledTextSetMap, { type: 'object', minProperties: 1, additionalProperties: NAMES }],
  [KEYWORD_SHAPES.choices, { type: 'array', minItems: 1, uniqueItems: true }],
  [KEYWORD_SHAPES.schema, { type: ['object', 'boolean'] }],
]);

const PROPERTIES = (names: JsonSchema, property: JsonSchema): JsonSchema => ({
  type: 'object',
  minProperties: 1,
  maxProperties: LIMITS.properties,
  propertyNames: names,
  additionalProperties: property,
});

/** Lists keywords of a property that are narrower than their shape. */
const PROPERTY_VALUES: Readonly<Record<string, JsonSchema>> = {
  $ref: TEXT,
  type: { enum: PROPERTY_TYPES },
  format: { enum: FORMATS },
  byteArray: { const: true },
  position: { type: 'integer', minimum: 0 },
  contentMediaType: { ...TEXT, examples: ['application/x.dash.dpp.identifier'] },
};

/** Lists keywords of a definition that are wider than those of a property: it need not be one. */
const DEFINITION_VALUES: Readonly<Record<string, JsonSchema>> = {
  type: {
    anyOf: [
      { enum: [...PROPERTY_TYPES, 'null'] },
      { type: 'array', minItems: 1, uniqueItems: true, items: { enum: [...PROPERTY_TYPES, 'null'] } },
    ],
  },
};

/** Lists the types of properties with their short forms. */
const SHORT_FORMS: Readonly<Record<string, JsonSchema>> = {
  type: { enum: [...PROPERTY_TYPES, 'identifier', 'bytes'] },
};
const SIZE: JsonSchema = { type: 'integer', minimum: 1, maximum: LIMITS.fieldValueBytes };
/** Describes the elements of a list: as the meta-schema does, or in a short form. */
const LIST_ITEMS: JsonSchema = {
  anyOf: [
    ref('documentArrayItem'),
    { type: 'object', properties: { type: { enum: ['identifier', 'bytes'] } }, required: ['type'] },
  ],
};

function propertySchema(
  protocolVersion: number,
  keywords: ReadonlyMap<string, KeywordShape>,
  inner: 'property' | 'definition',
): JsonSchema {
  const extended = isExtended(protocolVersion);
  const own: Readonly<Record<string, JsonSchema>> = {
    ...(inner === 'definition' ? DEFINITION_VALUES : {}),
    properties: PROPERTIES(nameAt(protocolVersion), ref(inner)),
    ...(extended ? SHORT_FORMS : {}),
  };
  const values: Record<string, JsonSchema> = {
    ...Object.fromEntries(
      Array.from(keywords, ([name, shape]) => [
        name,
        own[name] ?? PROPERTY_VALUES[name] ?? SCHEMA_OF.get(shape) ?? {},
      ]),
    ),
    ...(extended ? { ...extendedSchemas().property, items: LIST_ITEMS, size: SIZE } : {}),
  };
  return {
    type: 'object',
    properties: describeMembers('property', values, protocolVersion),
    additionalProperties: false,
    anyOf: [{ required: ['type'] }, { required: ['$ref'] }],
    dependencies: { pattern: ['maxLength'], format: ['maxLength'], byteArray: IS('array') },
    allOf: [
      createCondition(
        IS('array'),
        extended
          ? { anyOf: [{ required: ['byteArray'] }, { required: ['items', 'maxItems'] }] }
          : { required: ['byteArray'] },
      ),
      createCondition(IS('object'), {
        required: ['properties', 'additionalProperties'],
        properties: { properties: { additionalProperties: { required: ['position'] } } },
      }),
    ],
    defaultSnippets: PROPERTY_SNIPPETS,
  };
}

function indexSchema(protocolVersion: number): JsonSchema {
  const extended = isExtended(protocolVersion);
  const members: Readonly<Record<string, JsonSchema>> = {
    name: { type: 'string', minLength: 1, maxLength: LIMITS.indexNameLength },
    properties: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.indexProperties,
      items: {
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        propertyNames: { maxLength: LIMITS.indexPropertyNameLength },
        additionalProperties: { enum: ['asc'] },
      },
    },
    unique: FLAG,
    nullSearchable: FLAG,
    contested: ref('contest'),
    countable: { enum: listChoices('index', 'countable') },
    rangeCountable: FLAG,
    summable: PROPERTY_NAME,
    rangeSummable: FLAG,
    averageable: PROPERTY_NAME,
    rangeAverageable: FLAG,
    ...(extended ? extendedSchemas().index : {}),
  };
  return {
    type: 'object',
    properties: describeMembers('index', members, protocolVersion),
    required: extended ? ['name'] : ['name', 'properties'],
    additionalProperties: false,
    dependencies: {
      ...(extended ? {} : { rangeCountable: ['countable'], rangeSummable: ['summable'] }),
      rangeAverageable: ['averageable'],
    },
    defaultSnippets: INDEX_SNIPPETS,
  };
}

function contestSchema(protocolVersion: number): JsonSchema {
  const text: JsonSchema = { type: 'string', minLength: 1, maxLength: LIMITS.contestedTextLength };
  const match = {
    type: 'object',
    properties: describeMembers('match', { field: text, regexPattern: text }, protocolVersion),
    required: ['field', 'regexPattern'],
    additionalProperties: false,
  };
  const members: Readonly<Record<string, JsonSchema>> = {
    resolution: { enum: isExtended(protocolVersion) ? [0, 1] : listChoices('contest', 'resolution') },
    fieldMatches: { type: 'array', minItems: 1, items: match },
    description: text,
  };
  return {
    type: 'object',
    properties: describeMembers('contest', members, protocolVersion),
    required: ['resolution'],
    additionalProperties: false,
  };
}

function costSchema(protocolVersion: number): JsonSchema {
  const members: Readonly<Record<string, JsonSchema>> = {
    tokenPosition: { type: 'integer', minimum: 0, maximum: Number(LIMITS.tokenPosition) },
    amount: { type: 'integer', minimum: 1, maximum: Number(LIMITS.tokenCostAmount) },
    contractId: IDENTIFIER_BYTES_SCHEMA,
    effect: { enum: listChoices('cost', 'effect') },
    gasFeesPaidBy: { enum: listChoices('cost', 'gasFeesPaidBy') },
    optional: FLAG,
  };
  return {
    type: 'object',
    properties: describeMembers('cost', members, protocolVersion),
    required: ['tokenPosition', 'amount'],
    additionalProperties: false,
  };
}

function tokenCostSchema(protocolVersion: number): JsonSchema {
  const byAction = Object.fromEntries(ACTIONS.map((action) => [action, ref('cost')]));
  return {
    type: 'object',
    properties: describeMembers('token-cost', byAction, protocolVersion),
    additionalProperties: false,
  };
}

/** Describes a property with the name of a system property, which can be any schema. */
const SYSTEM_PROPERTY: JsonSchema = {
  description: 'The platform gives this to every document: there is seldom a reason to describe it.',
  type: 'object',
  required: ['position'],
};

/** Describes the keywords of document types that protocol 14 adds. */
function extendedTypeKeywords(): Readonly<Record<string, JsonSchema>> {
  const frozenWhile: JsonSchema = {
    type: 'object',
    properties: { property: TEXT, when: ref('condition') },
    required: ['property', 'when'],
    additionalProperties: false,
  };
  return {
    ...extendedSchemas().documentType,
    canBeDeleted: { enum: [true, false, 'onlyWhenConsumed'] },
    immutable: { ...extendedSchemas().documentType['immutable'], items: { anyOf: [TEXT, frozenWhile] } },
    retractedWhen: { allOf: [ref('condition')] },
  };
}

function documentTypeSchema(protocolVersion: number): JsonSchema {
  const flags = [
    ...BOOLEAN_OPTIONS,
    ...HISTORY_OPTIONS,
    'documentsCountable',
    'rangeCountable',
    'rangeSummable',
    'rangeAverageable',
  ];
  const members: Readonly<Record<string, JsonSchema>> = {
    type: { const: 'object' },
    properties: PROPERTIES(
      { anyOf: [nameAt(protocolVersion), { enum: SYSTEM_PROPERTIES }] },
      { allOf: [ref('property')], required: ['position'] },
    ),
    additionalProperties: { const: false },
    required: { type: 'array', items: { ...TEXT, examples: SYSTEM_PROPERTIES } },
    indices: { type: 'array', minItems: 1, maxItems: LIMITS.indices, items: ref('index') },
    transient: { type: 'array', items: TEXT },
    ...Object.fromEntries(flags.map((name) => [name, FLAG])),
    ...Object.fromEntries(
      Object.keys(INTEGER_OPTIONS).map((name) => [name, { enum: listChoices('document-type', name) }]),
    ),
    documentsSummable: PROPERTY_NAME,
    documentsAverageable: PROPERTY_NAME,
    tokenCost: ref('tokenCost'),
    description: TEXT,
    $comment: TEXT,
    minProperties: COUNT,
    maxProperties: COUNT,
    dependentRequired: { type: 'object', additionalProperties: NAMES },
    ...(isExtended(protocolVersion) ? extendedTypeKeywords() : {}),
  };
  const properties = describeMembers('document-type', members, protocolVersion);
  const isClosed = PROTOCOLS.get(protocolVersion)?.documentTypeKeywords !== undefined;
  return {
    type: 'object',
    properties: {
      ...properties,
      properties: {
        ...properties['properties'],
        properties: Object.fromEntries(SYSTEM_PROPERTIES.map((name) => [name, SYSTEM_PROPERTY])),
      },
      ...(isClosed ? {} : { $schema: false, $defs: false }),
    },
    required: ['type', 'properties', 'additionalProperties'],
    ...(isClosed ? { additionalProperties: false } : {}),
    defaultSnippets: TYPE_SNIPPETS,
  };
}

/** Creates the definitions of a document type and of its parts. */
export function createDocumentDefinitions(protocolVersion: number): Record<string, JsonSchema> {
  return {
    documentTypes: {
      type: 'object',
      propertyNames: nameAt(protocolVersion),
      additionalProperties: ref('documentType'),
    },
    documentType: documentTypeSchema(protocolVersion),
    property: propertySchema(protocolVersion, PROPERTY_KEYWORDS, 'property'),
    definition: propertySchema(protocolVersion, DEFINITION_KEYWORDS, 'definition'),
    index: indexSchema(protocolVersion),
    contest: contestSchema(protocolVersion),
    tokenCost: tokenCostSchema(protocolVersion),
    cost: costSchema(protocolVersion),
    ...(isExtended(protocolVersion)
      ? { ...describeRuleDefinitions(extendedSchemas().definitions), condition: conditionSchema() }
      : {}),
  };
}
