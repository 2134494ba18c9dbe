import {
  BOOLEAN_OPTIONS,
  EXTENDED_INDEX_KEYWORDS,
  HISTORY_OPTIONS,
  INDEX_AGGREGATES,
} from '../protocol/keywords.js';

/** Names the role of a value in a contract; a `value` stays in the author's order. */
export type Role =
  | 'contract'
  | 'document-types'
  | 'document-type'
  | 'definitions'
  | 'properties'
  | 'property'
  | 'indices'
  | 'index'
  | 'value';

const AGGREGATES = [
  'documentsCountable',
  'rangeCountable',
  'documentsSummable',
  'rangeSummable',
  'documentsAverageable',
  'rangeAverageable',
];

/** Lists the known members in order; others follow in the author's order. */
const MEMBER_ORDER: { readonly [R in Role]?: readonly string[] } = {
  contract: [
    '$formatVersion',
    '$format_version',
    '$schema',
    'id',
    'ownerId',
    'version',
    'description',
    'keywords',
    'config',
    '$defs',
    'schemaDefs',
    'documents',
    'documentSchemas',
    'groups',
    'tokens',
  ],
  'document-type': [
    '$schema',
    '$comment',
    'description',
    'type',
    ...BOOLEAN_OPTIONS,
    ...HISTORY_OPTIONS,
    'transferable',
    'tradeMode',
    'creationRestrictionMode',
    'requiresIdentityEncryptionBoundedKey',
    'requiresIdentityDecryptionBoundedKey',
    'signatureSecurityLevelRequirement',
    ...AGGREGATES,
    'indexOnly',
    'ttl',
    'immutable',
    'retractedWhen',
    'moderatorAbilities',
    'ownerRefersTo',
    'creatorRefersTo',
    'tokenCost',
    'actionFees',
    '$defs',
    'indices',
    'entryPayload',
    'properties',
    'required',
    'dependentRequired',
    'transient',
    'propertyConstraints',
    'deleteConstraints',
    'minProperties',
    'maxProperties',
    'additionalProperties',
  ],
  property: [
    '$id',
    '$comment',
    'description',
    'type',
    'size',
    '$ref',
    'byteArray',
    'contentMediaType',
    'format',
    'pattern',
    'enum',
    'const',
    'minLength',
    'maxLength',
    'maxBytes',
    'minItems',
    'maxItems',
    'uniqueItems',
    'items',
    'contains',
    'multipleOf',
    'minimum',
    'exclusiveMinimum',
    'maximum',
    'exclusiveMaximum',
    'generatedFrom',
    'refersTo',
    'distinctFrom',
    'encryptedFor',
    'requiredSince',
    'position',
    'properties',
    'required',
    'dependentRequired',
    'minProperties',
    'maxProperties',
    'additionalProperties',
    'examples',
  ],
  index: [
    'name',
    'properties',
    'unique',
    'nullSearchable',
    'contested',
    ...INDEX_AGGREGATES,
    ...EXTENDED_INDEX_KEYWORDS,
  ],
};

const SCHEMA_MEMBERS = new Map<string, Role>([
  ['$defs', 'definitions'],
  ['properties', 'properties'],
]);

/** Maps a role to the roles of its members; a map with names of the author's choice has one role for all. */
const MEMBER_ROLES: { readonly [R in Role]?: Role | ReadonlyMap<string, Role> } = {
  contract: new Map<string, Role>([
    ['documents', 'document-types'],
    ['documentSchemas', 'document-types'],
    ['$defs', 'definitions'],
    ['schemaDefs', 'definitions'],
  ]),
  'document-types': 'document-type',
  'document-type': new Map<string, Role>([...SCHEMA_MEMBERS, ['indices', 'indices']]),
  definitions: 'property',
  properties: 'property',
  property: new Map<string, Role>([...SCHEMA_MEMBERS, ['contains', 'property'], ['items', 'property']]),
  indices: 'index',
};

const RANKS = new Map(
  Object.entries(MEMBER_ORDER).map(([role, names]) => [role, new Map(names.map((name, at) => [name, at]))]),
);

/** Returns the rank of a member among the others of its object: known ones first. */
export function getRank(role: Role, name: string): number {
  return RANKS.get(role)?.get(name) ?? Number.MAX_SAFE_INTEGER;
}

/** Returns the role of a member of an object, or of an element of an array. */
export function getRole(container: Role, name: string | number): Role {
  const roles = MEMBER_ROLES[container];
  if (roles === undefined || typeof roles === 'string') return roles ?? 'value';
  return roles.get(String(name)) ?? 'value';
}
