const AGGREGATE_OPTIONS = [
  'documentsCountable',
  'rangeCountable',
  'documentsSummable',
  'rangeSummable',
  'documentsAverageable',
  'rangeAverageable',
] as const;

/** Lists the members of an entry of `documentSchemas` since document meta-schema v1 closed it. */
const CLOSED_DOCUMENT_TYPE = [
  'type',
  '$schema',
  '$defs',
  'indices',
  'signatureSecurityLevelRequirement',
  'documentsKeepHistory',
  'documentsMutable',
  'canBeDeleted',
  'transferable',
  'tradeMode',
  'creationRestrictionMode',
  'requiresIdentityEncryptionBoundedKey',
  'requiresIdentityDecryptionBoundedKey',
  ...AGGREGATE_OPTIONS,
  'tokenCost',
  'properties',
  'transient',
  'additionalProperties',
  'required',
  '$comment',
  'description',
  'minProperties',
  'maxProperties',
  'dependentRequired',
] as const;

const HISTORY_OPTIONS = ['keepsTransferHistory', 'keepsPurchaseHistory', 'keepsPricingHistory'] as const;

const INDEX = ['name', 'properties', 'unique', 'nullSearchable', 'contested'] as const;

const INDEX_AGGREGATES = [
  'countable',
  'rangeCountable',
  'summable',
  'rangeSummable',
  'averageable',
  'rangeAverageable',
] as const;

/** Lists the keywords of a document type that document meta-schema v3 adds. */
export const EXTENDED_TYPE_KEYWORDS = [
  'immutable',
  'retractedWhen',
  'moderatorAbilities',
  'ttl',
  'indexOnly',
  'entryPayload',
  'actionFees',
  'ownerRefersTo',
  'creatorRefersTo',
  'propertyConstraints',
  'deleteConstraints',
] as const;

/** Lists the keywords of a property that document meta-schema v3 adds. */
export const EXTENDED_PROPERTY_KEYWORDS = [
  'items',
  'refersTo',
  'requiredSince',
  'distinctFrom',
  'encryptedFor',
  'generatedFrom',
  'maxBytes',
] as const;

/** Lists the keywords of an index that document meta-schema v3 adds. */
export const EXTENDED_INDEX_KEYWORDS = [
  'rankedCountable',
  'rankedSummable',
  'rankedAverageable',
  'timeRange',
  'integerRange',
  'terminal',
  'preallocated',
  'skipIfAbsent',
  'outlivesDelete',
  'summableOffCountIndex',
] as const;

/**
 * Lists the members of a schema and of an index by version of the document meta-schema.
 *
 * Source: `packages/rs-dpp/schema/meta_schemas/document/v{0,1,2,3}/document-meta.json` in dashpay/platform.
 */
export const META_SCHEMAS = {
  0: { documentType: undefined, index: new Set<string>(INDEX) },
  1: {
    documentType: new Set<string>(CLOSED_DOCUMENT_TYPE),
    index: new Set<string>([...INDEX, ...INDEX_AGGREGATES]),
  },
  2: {
    documentType: new Set<string>([...CLOSED_DOCUMENT_TYPE, ...HISTORY_OPTIONS]),
    index: new Set<string>([...INDEX, ...INDEX_AGGREGATES]),
  },
  3: {
    documentType: new Set<string>([...CLOSED_DOCUMENT_TYPE, ...HISTORY_OPTIONS, ...EXTENDED_TYPE_KEYWORDS]),
    index: new Set<string>([...INDEX, ...INDEX_AGGREGATES, ...EXTENDED_INDEX_KEYWORDS]),
  },
} as const;

/** Lists the options of a document type that are true or false, in every protocol version. */
export const BOOLEAN_OPTIONS = ['documentsKeepHistory', 'documentsMutable', 'canBeDeleted'] as const;

/** Maps the integer options of a document type to the meanings of their values. */
export const INTEGER_OPTIONS = {
  transferable: ['never', 'always'],
  tradeMode: ['not tradable', 'direct purchase'],
  creationRestrictionMode: ['anyone', 'the owner of the contract only', 'nobody'],
  requiresIdentityEncryptionBoundedKey: [
    'one key that cannot be replaced',
    'several keys',
    'several keys, documents refer to the latest',
  ],
  requiresIdentityDecryptionBoundedKey: [
    'one key that cannot be replaced',
    'several keys',
    'several keys, documents refer to the latest',
  ],
  signatureSecurityLevelRequirement: [undefined, 'critical', 'high', 'medium'],
} as const satisfies Record<string, readonly (string | undefined)[]>;

/** Lists the aggregates of a document type, its options that record trades, and the aggregates of an index. */
export { AGGREGATE_OPTIONS, HISTORY_OPTIONS, INDEX_AGGREGATES };

/** Lists the system properties that a schema can name. */
export const SYSTEM_PROPERTIES = [
  '$id',
  '$ownerId',
  '$revision',
  '$createdAt',
  '$updatedAt',
  '$transferredAt',
  '$createdAtBlockHeight',
  '$updatedAtBlockHeight',
  '$transferredAtBlockHeight',
  '$createdAtCoreBlockHeight',
  '$updatedAtCoreBlockHeight',
  '$transferredAtCoreBlockHeight',
] as const;

/**
 * Lists the nine times and heights that the platform fills in if `required` names them; it removes them from the list
 * before it looks for repetitions.
 */
export const GENERATED_PROPERTIES: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES.slice(3));

/** Lists the system properties that an index can contain; `$creatorId` is another one in protocols that have it. */
export const INDEXABLE_SYSTEM_PROPERTIES: ReadonlySet<string> = new Set([
  '$ownerId',
  ...SYSTEM_PROPERTIES.slice(3),
]);

/** Lists the actions with a document that can cost tokens. */
export const ACTIONS = ['create', 'replace', 'delete', 'transfer', 'update_price', 'purchase'] as const;
