import { CONFIG_DEFAULTS, CONFIG_KEY_OPTIONS } from '../model/config.js';
import { FUNCTION, GROUP_SHAPE, RULES, TAKER, TOKEN_SHAPE } from '../model/token-shape.js';
import { LIMITS } from '../protocol/limits.js';
import { NEWEST_PROTOCOL, PROTOCOLS, type ProtocolRules } from '../protocol/protocol-rules.js';
import { BYTES, documentDefinitions } from './document-schemas.js';
import { choices, describedMembers, when, type JsonSchema } from './keyword-schema.js';
import { IDENTIFIER, ShapeSchemas } from './shape-schema.js';
import { CONTRACT_SNIPPETS } from './snippets.js';

/** What {@link contractJsonSchema} is to write. */
export interface ContractJsonSchemaOptions {
  /** 1 to 13; the newest when absent. */
  readonly protocolVersion?: number;
}

const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const POSITIONS: JsonSchema = { pattern: '^\\+?\\d{1,40}$' };
const FIRST_MEMBERS = { $formatVersion: {}, documentSchemas: {}, documents: {} };

/** A member that looks like a document type: in a bare map it may have the name of a member of a contract. */
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
 * A JSON Schema, draft-07, for editors: completion and hover while a contract is written. It takes the official JSON of a
 * contract, the form of the specification, and a bare map of document types, and tells them apart as `validateContract` does.
 *
 * Every contract that the network would accept fits, but for numbers that no 64-bit float holds. The reverse does not hold:
 * rules that look at two places are for `validateContract`.
 *
 * @throws {RangeError} when `protocolVersion` is not 1 to 13.
 */
export function contractJsonSchema({
  protocolVersion = NEWEST_PROTOCOL,
}: ContractJsonSchemaOptions = {}): JsonSchema {
  const protocol = PROTOCOLS.get(protocolVersion);
  if (protocol === undefined)
    throw new RangeError(
      `expected a protocol version from 1 to ${NEWEST_PROTOCOL}, found ${protocolVersion}`,
    );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Dash Platform data contract, protocol ${protocolVersion}`,
    type: 'object',
    defaultSnippets: CONTRACT_SNIPPETS,
    // An empty file is offered all forms.
    properties: describedMembers('contract', FIRST_MEMBERS, protocolVersion),
    ...when(
      hasAnyOf(['$formatVersion', '$format_version', 'documentSchemas', 'schemaDefs', 'ownerId']),
      ref('officialContract'),
      when(hasAnyOf(['documents', '$defs', 'tokens']), ref('specifiedContract'), ref('documentTypes')),
    ),
    definitions: {
      officialContract: officialContract(protocol),
      specifiedContract: specifiedContract(protocol),
      ...documentDefinitions(protocolVersion),
      definitions: { type: ['object', 'null'], additionalProperties: ref('definition') },
      ...(protocol.tokens ? tokenDefinitions(protocolVersion) : {}),
    },
  };
}

function tokenDefinitions(protocolVersion: number): Record<string, JsonSchema> {
  const named = new Map([
    [TOKEN_SHAPE, 'token'],
    [TAKER, 'actionTaker'],
    [RULES, 'changeRules'],
    [FUNCTION, 'distributionFunction'],
  ]);
  return {
    ...new ShapeSchemas('token', protocolVersion, named).definitions,
    ...new ShapeSchemas('group', protocolVersion, new Map([[GROUP_SHAPE, 'group']])).definitions,
  };
}

/** The members that only contracts with tokens have. */
const WITH_TOKENS: Readonly<Record<string, JsonSchema>> = {
  tokens: { type: 'object', propertyNames: POSITIONS, additionalProperties: ref('token') },
  groups: { type: 'object', propertyNames: POSITIONS, additionalProperties: ref('group') },
  keywords: {
    type: 'array',
    maxItems: LIMITS.keywords,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: LIMITS.keywordBytes.most },
  },
  description: { type: ['string', 'null'], maxLength: LIMITS.description.most },
};

/** The members that both forms have. */
const SHARED: Readonly<Record<string, JsonSchema>> = {
  $schema: {},
  id: { anyOf: [IDENTIFIER, BYTES] },
  ownerId: { anyOf: [IDENTIFIER, BYTES] },
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
    $format_version: tag,
    ...SHARED,
    config: { ...configSchema(protocol), anyOf: EITHER_TAG },
    schemaDefs: ref('definitions'),
    documentSchemas: ref('documentTypes'),
    ...GENERATED,
  };
  const all = describedMembers('contract', members, protocol.version);
  // Format "0" does not read them, whatever they are.
  const readSince1 = Object.fromEntries(Object.entries(all).filter(([name]) => name in WITH_TOKENS));
  const words = Object.entries(readSince1).map(([name, schema]) => [name, wordsOf(schema)]);
  return {
    type: 'object',
    properties: { ...all, ...Object.fromEntries(words) },
    required: ['id', 'ownerId', 'version', 'documentSchemas'],
    anyOf: EITHER_TAG,
    ...when(IS_FORMAT_0, {}, { properties: readSince1 }),
  };
}

const IS_FORMAT_0: JsonSchema = {
  anyOf: ['$formatVersion', '$format_version'].map((name) => ({
    required: [name],
    properties: { [name]: { const: '0' } },
  })),
};

const EITHER_TAG = [{ required: ['$formatVersion'] }, { required: ['$format_version'] }];

function wordsOf({ description, markdownDescription }: JsonSchema): JsonSchema {
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
      ...describedMembers('contract', members, protocol.version),
    },
    anyOf: [{ required: ['documents'] }, ...(protocol.tokens ? [{ required: ['tokens'] }] : [])],
  };
}

function configSchema(protocol: ProtocolRules): JsonSchema {
  const tag = { enum: protocol.configFormats.filter((format) => format >= protocol.lowestConfigFormat) };
  return {
    type: 'object',
    properties: {
      ...describedMembers('config', { $formatVersion: tag, $format_version: tag }, protocol.version),
      ...configMembers(protocol),
    },
  };
}

function configMembers(protocol: ProtocolRules): Record<string, JsonSchema> {
  const keys = CONFIG_KEY_OPTIONS.map((name) => [
    name,
    { anyOf: [{ enum: choices('config', name) }, { type: 'null' }] },
  ]);
  const flags = Object.keys(CONFIG_DEFAULTS).map((name) => [name, { type: 'boolean' }]);
  const members = {
    ...Object.fromEntries(flags),
    ...Object.fromEntries(keys),
    sizedIntegerTypes: protocol.lowestConfigFormat === '0' ? {} : { type: 'boolean' },
  };
  return describedMembers('config', members, protocol.version);
}
