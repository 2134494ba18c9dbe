/** The members that an entry of `documentSchemas` may have since the document meta-schema v1 closed it (protocol 12). */
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
  'documentsCountable',
  'rangeCountable',
  'documentsSummable',
  'rangeSummable',
  'documentsAverageable',
  'rangeAverageable',
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

/**
 * The members that a schema and an index may have, by version of the document meta-schema.
 *
 * Source: `packages/rs-dpp/schema/meta_schemas/document/v{0,1,2}/document-meta.json` in dashpay/platform.
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
} as const;

/** Options of a document type that are true or false, in every protocol version. */
export const BOOLEAN_OPTIONS = ['documentsKeepHistory', 'documentsMutable', 'canBeDeleted'] as const;

/** Options of a document type that are one of a few integers, and what each integer means. */
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

/** The options that protocol 13 adds. */
export { HISTORY_OPTIONS, INDEX_AGGREGATES };

/** Names that the platform gives to every document and that a schema may speak of. */
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
 * The nine times and heights that the platform fills in when `required` names them; it takes these out of the list before
 * it looks for repetitions.
 */
export const GENERATED_PROPERTIES: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES.slice(3));

/** The system properties that an index may be over; `$creatorId` comes on top where the protocol knows it. */
export const INDEXABLE_SYSTEM_PROPERTIES: ReadonlySet<string> = new Set([
  '$ownerId',
  ...SYSTEM_PROPERTIES.slice(3),
]);

/** What can be done with a document, and can cost tokens. */
export const ACTIONS = ['create', 'replace', 'delete', 'transfer', 'update_price', 'purchase'] as const;
