import { LIMITS } from '../protocol/limits.js';
import {
  BOOLEAN_OPTIONS,
  HISTORY_OPTIONS,
  INTEGER_OPTIONS,
  SYSTEM_PROPERTIES,
} from '../protocol/keywords.js';
import { PROTOCOLS } from '../protocol/protocol-versions.js';
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
import { PROPERTY_SNIPPETS, TYPE_SNIPPETS } from './snippets.js';
import { TEXT, FLAG, COUNT, NAMES, ref, isExtendedAt, nameAt, SIZE, PROPERTY_NAME } from './schema-parts.js';
import { indexSchema, contestSchema } from './index-schemas.js';
import { tokenCostSchema, costSchema } from './token-cost-schemas.js';

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
  const extended = isExtendedAt(protocolVersion);
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
    ...(isExtendedAt(protocolVersion) ? extendedTypeKeywords() : {}),
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
    ...(isExtendedAt(protocolVersion)
      ? { ...describeRuleDefinitions(extendedSchemas().definitions), condition: conditionSchema() }
      : {}),
  };
}
