import { DEFAULT_CONFIG, CONFIG_KEY_OPTIONS } from '../model/config.js';
import {
  DISTRIBUTION_FUNCTION_SHAPE,
  GROUP_SHAPE,
  CHANGE_RULES_SHAPE,
  ACTION_TAKER_SHAPE,
  EXTENDED_TOKEN_SHAPE,
  TOKEN_SHAPE,
} from '../model/token-shape.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { NEWEST_RELEASED_PROTOCOL, getProtocol } from '../protocol/protocol-versions.js';
import { IDENTIFIER_BYTES_SCHEMA } from './schema-parts.js';
import { createDocumentDefinitions } from './document-schemas.js';
import { listChoices, describeMembers, createCondition, type JsonSchema } from './keyword-schema.js';
import { IDENTIFIER_SCHEMA, ShapeSchemas } from './shape-schema.js';
import { CONTRACT_SNIPPETS } from './snippets.js';

/** Configures {@link contractJsonSchema}. */
export interface ContractJsonSchemaOptions {
  /** One of `PROTOCOL_VERSIONS`; the newest released one when absent. */
  readonly protocolVersion?: number;
}

const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const POSITIONS: JsonSchema = { pattern: '^\\+?\\d{1,40}$' };
const FIRST_MEMBERS = { $formatVersion: {}, documentSchemas: {}, documents: {} };

/** Matches a member that looks like a document type: in a bare map it can have the name of a member of a contract. */
const LIKE_A_TYPE: JsonSchema = {
  type: 'object',
  anyOf: [
    { required: ['type'], properties: { type: { type: 'string' } } },
    {
      required: ['properties'],
      properties: {
        properties: { type: 'object', required: ['type'], properties: { type: { type: 'object' } } },
      },
    },
  ],
};

const hasAnyOf = (names: readonly string[]): JsonSchema => ({
  type: 'object',
  anyOf: names.map((name) => ({ required: [name], properties: { [name]: { not: LIKE_A_TYPE } } })),
});

/**
 * Creates a JSON Schema, draft-07, for editors: completion and hover while writing a contract. It accepts the
 * official JSON of a contract, the form of the specification, and a bare map of document types, and distinguishes
 * them as `validateContract` does.
 *
 * It accepts every contract that the network accepts, except for numbers that no 64-bit float represents. The reverse
 * is not true: only `validateContract` checks rules about several places.
 *
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * import { contractJsonSchema } from '@dapikit/contract';
 *
 * contractJsonSchema({ protocolVersion: 13 }).$schema; // => 'http://json-schema.org/draft-07/schema#'
 */
export function contractJsonSchema({
  protocolVersion = NEWEST_RELEASED_PROTOCOL,
}: ContractJsonSchemaOptions = {}): JsonSchema {
  const protocol = getProtocol(protocolVersion);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Dash Platform data contract, protocol ${protocolVersion}`,
    type: 'object',
    defaultSnippets: CONTRACT_SNIPPETS,
    // An empty file gets the completions of all forms.
    properties: describeMembers('contract', FIRST_MEMBERS, protocolVersion),
    ...createCondition(
      hasAnyOf(['$formatVersion', '$format_version', 'documentSchemas', 'schemaDefs', 'ownerId']),
      ref('officialContract'),
      createCondition(
        hasAnyOf(['documents', '$defs', 'tokens']),
        ref('specifiedContract'),
        ref('documentTypes'),
      ),
    ),
    definitions: {
      officialContract: officialContract(protocol),
      specifiedContract: specifiedContract(protocol),
      ...createDocumentDefinitions(protocolVersion),
      definitions: { type: ['object', 'null'], additionalProperties: ref('definition') },
      ...(protocol.tokens ? tokenDefinitions(protocolVersion) : {}),
    },
  };
}

function tokenDefinitions(protocolVersion: number): Record<string, JsonSchema> {
  const named = new Map([
    [getProtocol(protocolVersion).extendedLanguage ? EXTENDED_TOKEN_SHAPE : TOKEN_SHAPE, 'token'],
    [ACTION_TAKER_SHAPE, 'actionTaker'],
    [CHANGE_RULES_SHAPE, 'changeRules'],
    [DISTRIBUTION_FUNCTION_SHAPE, 'distributionFunction'],
  ]);
  return {
    ...new ShapeSchemas('token', protocolVersion, named).definitions,
    ...new ShapeSchemas('group', protocolVersion, new Map([[GROUP_SHAPE, 'group']])).definitions,
  };
}

/** Lists the members that only contracts with tokens have. */
const WITH_TOKENS: Readonly<Record<string, JsonSchema>> = {
  tokens: { type: 'object', propertyNames: POSITIONS, additionalProperties: ref('token') },
  groups: { type: 'object', propertyNames: POSITIONS, additionalProperties: ref('group') },
  keywords: {
    type: 'array',
    maxItems: LIMITS.keywords,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: LIMITS.keywordBytes.max },
  },
  description: { type: ['string', 'null'], maxLength: LIMITS.description.max },
};

/** Lists the members that both forms have. */
const SHARED: Readonly<Record<string, JsonSchema>> = {
  $schema: {},
  id: { anyOf: [IDENTIFIER_SCHEMA, IDENTIFIER_BYTES_SCHEMA] },
  ownerId: { anyOf: [IDENTIFIER_SCHEMA, IDENTIFIER_BYTES_SCHEMA] },
  version: { type: 'integer', minimum: 0, maximum: Number(LIMITS.u32) },
  ...WITH_TOKENS,
};

const GENERATED = Object.fromEntries(
  [
    'createdAt',
    'updatedAt',
    'createdAtBlockHeight',
    'updatedAtBlockHeight',
    'createdAtEpoch',
    'updatedAtEpoch',
  ].map((name) => [name, {}]),
);

function officialContract(protocol: ProtocolRules): JsonSchema {
  const tag = { enum: protocol.contractFormats };
  const members = {
    $formatVersion: tag,
    $format_version: {},
    ...SHARED,
    config: { ...configSchema(protocol), anyOf: EITHER_TAG },
    schemaDefs: ref('definitions'),
    documentSchemas: ref('documentTypes'),
    ...GENERATED,
  };
  const all = describeMembers('contract', members, protocol.version);
  // Format "0" does not read them, whatever their values.
  const readSince1 = Object.fromEntries(Object.entries(all).filter(([name]) => name in WITH_TOKENS));
  const words = Object.entries(readSince1).map(([name, schema]) => [name, pickDocs(schema)]);
  return {
    type: 'object',
    properties: { ...all, ...Object.fromEntries(words) },
    required: ['documentSchemas'],
    anyOf: EITHER_TAG,
    allOf: [limitOldTag(tag)],
    ...createCondition(IS_FORMAT_0, {}, { properties: readSince1 }),
  };
}

const IS_FORMAT_0: JsonSchema = {
  anyOf: ['$formatVersion', '$format_version'].map((name) => ({
    required: [name],
    properties: { [name]: { const: '0' } },
  })),
};

/** Limits `$format_version` where it is the only format tag: beside `$formatVersion` it is not read. */
const limitOldTag = (tag: JsonSchema): JsonSchema =>
  createCondition({ required: ['$formatVersion'] }, {}, { properties: { $format_version: tag } });

const EITHER_TAG = [{ required: ['$formatVersion'] }, { required: ['$format_version'] }];

function pickDocs({ description, markdownDescription }: JsonSchema): JsonSchema {
  return { description, markdownDescription };
}

function specifiedContract(protocol: ProtocolRules): JsonSchema {
  const members = {
    ...SHARED,
    $id: {},
    config: configSchema(protocol),
    $defs: ref('definitions'),
    documents: ref('documentTypes'),
    ...GENERATED,
  };
  return {
    type: 'object',
    properties: {
      ...configMembers(protocol),
      ...describeMembers('contract', members, protocol.version),
    },
    anyOf: [{ required: ['documents'] }, ...(protocol.tokens ? [{ required: ['tokens'] }] : [])],
  };
}

function configSchema(protocol: ProtocolRules): JsonSchema {
  const tag = { enum: protocol.configFormats.filter((format) => format >= protocol.lowestConfigFormat) };
  return {
    type: 'object',
    properties: {
      ...describeMembers('config', { $formatVersion: tag, $format_version: {} }, protocol.version),
      ...configMembers(protocol),
    },
    allOf: [limitOldTag(tag)],
  };
}

function configMembers(protocol: ProtocolRules): Record<string, JsonSchema> {
  const keys = CONFIG_KEY_OPTIONS.map((name) => [
    name,
    { anyOf: [{ enum: listChoices('config', name) }, { type: 'null' }] },
  ]);
  const flags = Object.keys(DEFAULT_CONFIG).map((name) => [name, { type: 'boolean' }]);
  const members = {
    ...Object.fromEntries(flags),
    ...Object.fromEntries(keys),
    sizedIntegerTypes: protocol.lowestConfigFormat === '0' ? {} : { type: 'boolean' },
    moderation: { type: ['object', 'null'] },
  };
  return describeMembers('config', members, protocol.version);
}
