import { BOOLEAN_OPTIONS, HISTORY_OPTIONS, INDEX_AGGREGATES } from '../protocol/keywords.js';

/** What a value is for in a contract; `value` is what the formatter leaves in the author's order. */
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

/** The order of the members that are known; what is not named here comes after them, in the author's order. */
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
    'tokenCost',
    '$defs',
    'indices',
    'properties',
    'required',
    'dependentRequired',
    'transient',
    'minProperties',
    'maxProperties',
    'additionalProperties',
  ],
  property: [
    '$id',
    '$comment',
    'description',
    'type',
    '$ref',
    'byteArray',
    'contentMediaType',
    'format',
    'pattern',
    'enum',
    'const',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'multipleOf',
    'minimum',
    'exclusiveMinimum',
    'maximum',
    'exclusiveMaximum',
    'position',
    'properties',
    'required',
    'dependentRequired',
    'minProperties',
    'maxProperties',
    'additionalProperties',
    'examples',
  ],
  index: ['name', 'properties', 'unique', 'nullSearchable', 'contested', ...INDEX_AGGREGATES],
};

const SCHEMA_MEMBERS = new Map<string, Role>([
  ['$defs', 'definitions'],
  ['properties', 'properties'],
]);

/** The role of what a member holds; a map whose names the author chooses has one role for all of them. */
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
  property: new Map<string, Role>([...SCHEMA_MEMBERS, ['contains', 'property']]),
  indices: 'index',
};

const RANKS = new Map(
  Object.entries(MEMBER_ORDER).map(([role, names]) => [role, new Map(names.map((name, at) => [name, at]))]),
);

/** Where a member stands among the others of its object: known ones first. */
export function rankOf(role: Role, name: string): number {
  return RANKS.get(role)?.get(name) ?? Number.MAX_SAFE_INTEGER;
}

/** What a member of an object, or an element of an array, is for. */
export function roleOf(holder: Role, name: string | number): Role {
  const roles = MEMBER_ROLES[holder];
  if (roles === undefined || typeof roles === 'string') return roles ?? 'value';
  return roles.get(String(name)) ?? 'value';
}
