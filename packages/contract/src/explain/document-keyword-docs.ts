import { capitalize, describeUntil } from '../protocol/protocol-versions.js';
import { LIMITS } from '../protocol/limits.js';
import type { KeywordDocs } from './keyword-docs.js';

const HISTORY = 'is recorded publicly';

/** Documents the members of a document type. */
export const DOCUMENT_TYPE_KEYWORD_DOCS: KeywordDocs = {
  type: 'Documents are objects: exactly `"object"`.',
  properties: `Properties of a document by name: 1 to ${LIMITS.properties}.`,
  additionalProperties: 'Exactly `false`: a document has only the described properties.',
  required:
    'Properties that every document has. The platform fills in times and heights, such as `$createdAt`, that are named here.',
  indices: `Indices by which documents can be queried: 1 to ${LIMITS.indices}. None can be removed later.`,
  transient: 'Properties that are checked with a document and not stored.',
  documentsKeepHistory:
    'If true, earlier revisions of a document stay readable. Default: the option of the contract.',
  documentsMutable: 'If true, the owner can replace a document. Default: the option of the contract.',
  canBeDeleted: 'If true, the owner can delete a document. Default: the option of the contract.',
  transferable: 'Permission to transfer a document to another identity.',
  tradeMode: 'Permission to sell a document.',
  creationRestrictionMode: 'Identities that can create documents of this type.',
  requiresIdentityEncryptionBoundedKey:
    'Encryption keys that an identity binds to this document type. Default: the option of the contract.',
  requiresIdentityDecryptionBoundedKey:
    'Decryption keys that an identity binds to this document type. Default: the option of the contract.',
  signatureSecurityLevelRequirement: 'Minimum security level of the key that signs a change of a document.',
  tokenCost: 'Costs of actions with a document, in tokens.',
  documentsCountable: 'If true, the platform counts all documents of this type, with proof.',
  rangeCountable:
    'If true, the platform counts documents in ranges of their identifiers. The type is then countable.',
  documentsSummable: 'Integer property that the platform sums over all documents of this type.',
  rangeSummable:
    'If true, the platform sums over ranges of identifiers. Requires `documentsSummable` or `documentsAverageable`.',
  documentsAverageable:
    'Integer property that the platform counts and sums over all documents, to give an average.',
  rangeAverageable:
    'If true, the platform counts and sums over ranges of identifiers. Requires `documentsAverageable`.',
  keepsTransferHistory: `If true, each transfer of a document ${HISTORY}.`,
  keepsPurchaseHistory: `If true, each purchase of a document ${HISTORY}.`,
  keepsPricingHistory: `If true, each change of a price ${HISTORY}.`,
  description: 'Purpose of the document type. It counts towards the size of the contract.',
  $comment: 'Note for readers of the contract. It counts towards the size of the contract.',
  minProperties: 'Minimum number of properties of a document.',
  maxProperties: 'Maximum number of properties of a document.',
  dependentRequired: 'Properties that another property requires, by the name of that property.',
};

const OF_TEXT = 'Counts Unicode characters.';
const INTEGER_WIDTH = 'For an integer it also decides the stored width.';

/** Documents the members of a property. */
export const PROPERTY_KEYWORD_DOCS: KeywordDocs = {
  type: 'Type of the property. An array is always a byte array.',
  position: 'Position among the properties of the object: 0, 1, 2 and so on. It can never be changed.',
  description: 'Purpose of the property. It counts towards the size of the contract.',
  $comment: 'Note for readers of the contract. It counts towards the size of the contract.',
  examples: 'Example values. They count towards the size of the contract.',
  minimum: `Minimum value. ${INTEGER_WIDTH}`,
  maximum: `Maximum value. ${INTEGER_WIDTH}`,
  exclusiveMinimum: 'The value is above this one.',
  exclusiveMaximum: 'The value is below this one.',
  multipleOf: 'The value is a multiple of this number, which is above 0.',
  minLength: `Minimum length of text. ${OF_TEXT}`,
  maxLength: `Maximum length of text, at most ${LIMITS.fieldSize}; ${LIMITS.indexedTextLength} in an index, ${LIMITS.patternedTextLength} with \`pattern\` or \`format\`. ${OF_TEXT}`,
  pattern:
    'Regular expression that text must match somewhere: no look-around, no back-references. Requires `maxLength`.',
  format: 'Format of the text. Requires `maxLength`.',
  byteArray: 'Exactly `true`: the array contains bytes.',
  minItems: 'Minimum number of bytes of a byte array.',
  maxItems: `Maximum number of bytes of a byte array, at most ${LIMITS.fieldSize}; ${LIMITS.indexedBytesLength} in an index.`,
  contentMediaType:
    'Media type of the bytes. `application/x.dash.dpp.identifier` makes them an identifier, with `minItems` and `maxItems` 32.',
  uniqueItems: 'If true, all bytes are different.',
  contains: 'Schema that at least one byte matches.',
  properties: `Properties of an object by name: 1 to ${LIMITS.properties}, with positions of their own.`,
  additionalProperties: 'Exactly `false`: an object has only the described properties.',
  required: 'Properties that the object always has.',
  minProperties: 'Minimum number of properties of the object.',
  maxProperties: 'Maximum number of properties of the object.',
  dependentRequired: 'Properties that another property of the object requires, by the name of that property.',
  enum: 'Allowed values: at least one, all different.',
  const: 'The only allowed value.',
  $ref: 'Schema of the contract to use instead: `#/$defs/name`. A document type can reference each once; the specification disables it.',
  $id: 'Name of the schema; it starts with `#`.',
};

/** Documents the members of an index. */
export const INDEX_KEYWORD_DOCS: KeywordDocs = {
  name: `Name of the index, unique in the type: 1 to ${LIMITS.indexNameLength} characters.`,
  properties: `Properties in order, each as \`{"name": "asc"}\`: 1 to ${LIMITS.indexProperties}. Properties inside objects by dotted path; system properties such as \`$ownerId\` too.`,
  unique: 'If true, documents have different values.',
  nullSearchable: 'If true, the index contains documents that have none of its properties.',
  contested:
    'Lets identities compete for a value by a vote of the masternodes. It requires a unique index and immutable documents.',
  countable: 'Counts the documents of each value, with proof.',
  rangeCountable: 'If true, the platform counts documents in ranges of values. Requires `countable`.',
  summable: 'Integer property that the platform sums for each value.',
  rangeSummable: 'If true, the platform sums over ranges of values. Requires `summable`.',
  averageable: 'Integer property that the platform counts and sums for each value, to give an average.',
  rangeAverageable: 'If true, the platform counts and sums over ranges of values. Requires `averageable`.',
};

/** Documents the members of `contested`. */
export const CONTEST_KEYWORD_DOCS: KeywordDocs = {
  resolution: 'Resolution of a contest.',
  fieldMatches:
    'Conditions of a contest: a value that matches all of them is contested. Without it, all values are.',
  description: `Subject of the contest: 1 to ${LIMITS.contestedTextLength} characters.`,
};

/** Documents the members of an element of `fieldMatches`. */
export const MATCH_KEYWORD_DOCS: KeywordDocs = {
  field: 'Property of the index to match.',
  regexPattern: `Regular expression: 1 to ${LIMITS.contestedTextLength} characters, no look-around, no back-references.`,
};

const COST = 'in tokens, paid by the signer';

/** Documents the members of `tokenCost`. */
export const TOKEN_COST_KEYWORD_DOCS: KeywordDocs = {
  create: `Cost of creating a document ${COST}.`,
  replace: `Cost of replacing a document ${COST}.`,
  delete: `Cost of deleting a document ${COST}.`,
  transfer: `Cost of transferring a document ${COST}.`,
  update_price: `Cost of setting the price of a document ${COST}.`,
  purchase: `Cost of buying a document ${COST}, in addition to its price.`,
};

/** Documents the members of one cost. */
export const COST_KEYWORD_DOCS: KeywordDocs = {
  tokenPosition: 'Position of the token in its contract.',
  amount: `Amount in the smallest unit of the token: 1 to ${LIMITS.tokenCostAmount}.`,
  contractId: 'Contract of the token, as 32 bytes; absent for a token of this contract.',
  effect: 'Use of the paid tokens.',
  gasFeesPaidBy: `Payer of the platform fees. ${capitalize(describeUntil('ignoredSponsors'))} it is ignored: the signer pays.`,
};
