import { LIMITS } from '../protocol/limits.js';
import { listChoices, describeMembers, type JsonSchema } from './keyword-schema.js';
import { extendedSchemas } from './meta-draft-07.js';
import { INDEX_SNIPPETS } from './snippets.js';
import { isExtendedAt, FLAG, ref, PROPERTY_NAME } from './schema-parts.js';

/** Creates the schema of an index. */
export function indexSchema(protocolVersion: number): JsonSchema {
  const extended = isExtendedAt(protocolVersion);
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

/** Creates the schema of `contested`. */
export function contestSchema(protocolVersion: number): JsonSchema {
  const text: JsonSchema = { type: 'string', minLength: 1, maxLength: LIMITS.contestedTextLength };
  const match = {
    type: 'object',
    properties: describeMembers('match', { field: text, regexPattern: text }, protocolVersion),
    required: ['field', 'regexPattern'],
    additionalProperties: false,
  };
  const members: Readonly<Record<string, JsonSchema>> = {
    resolution: { enum: isExtendedAt(protocolVersion) ? [0, 1] : listChoices('contest', 'resolution') },
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
