import { capitalize, describeSince, describeUntil } from '../protocol/protocol-versions.js';
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
  immutable:
    'Properties that a replace cannot change: names, or `{"property": name, "when": condition}` while the condition holds. The type is mutable.',
  retractedWhen:
    'Condition under which a banned or suspended owner may still replace a document, to retract it. It needs a contract with bans or suspensions.',
  moderatorAbilities:
    'Abilities of the moderators of the contract with documents of this type: `delete` with its options, and `changeFields`.',
  ttl: 'Seconds that a document lives after `$createdAt`: 3600 to 31536000. It is removed after a block then.',
  indexOnly: 'If true, nothing but the entries of the indices is stored: an entry is the document.',
  entryPayload: 'Required properties of a type with `indexOnly` that its entries carry: 1 to 16 names.',
  actionFees:
    'Credits that actions with a document cost in addition, for the owner of the contract and its moderators, by action.',
  ownerRefersTo:
    'Reference of the owner of a document: to an identity, or to a document that `findBy` finds.',
  creatorRefersTo:
    'Reference of the creator of a document: to an identity, or to a document that `findBy` finds. Documents can change owner.',
  propertyConstraints:
    'Rules that each document of the type keeps when it is written: a condition by name, 1 to 16.',
  deleteConstraints: 'Rules that hold when the owner deletes a document: a condition by name, 1 to 16.',
};

const OF_TEXT = 'Counts Unicode characters.';
const INTEGER_WIDTH = 'For an integer it also decides the stored width.';

/** Documents the members of a property. */
export const PROPERTY_KEYWORD_DOCS: KeywordDocs = {
  type: `Type of the property. An array is a byte array; ${describeSince('typedArrays')} also a list of \`items\`, and "identifier" and "bytes" are short forms.`,
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
  size: 'Number of bytes of the type "bytes": 1 to 5120.',
  items:
    'Schema of the elements of a list: integers, numbers, texts, booleans, byte arrays or identifiers. Requires `maxItems`, at most 1024.',
  refersTo:
    'Object to which the value refers: an identity, a contract, a token, a key or a document, whose existence the network checks.',
  requiredSince: 'Version of the contract with which the property became required.',
  distinctFrom: 'Another identifier of the document, or `$ownerId`, from which the value differs.',
  encryptedFor: 'Recipient, keys and scheme of encrypted bytes; the network checks their length.',
  generatedFrom: 'Function of sys.stringTransformations and the text from which the value is generated.',
  maxBytes: 'Maximum length of text in bytes of UTF-8: 1 to 65535.',
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
  rankedCountable:
    'Ranks the groups of the last property by their number of documents, or those of the levels in `{"at": …}`. Requires `rangeCountable`.',
  rankedSummable: 'Ranks the groups of the last property by their sum. Requires `rangeSummable`.',
  rankedAverageable: 'Ranks the groups of the last property by their average. Requires both range flags.',
  timeRange:
    'Windows of time by which the index divides `$createdAt`, `$updatedAt` or `$transferredAt`: `on`, `range`, `step`, `phase` and `ttl` in seconds.',
  integerRange: 'Bands by which the index divides an integer property: `on`, `range`, `step` and `phase`.',
  terminal: 'Key of an entry in an index of a type with `indexOnly`: a name or several. Default: `$ownerId`.',
  preallocated:
    'If true, the trees of the index are made with the referenced document, at its cost. For types with `indexOnly`.',
  skipIfAbsent: 'True, or names: a document without one of the listed optional properties has no entry.',
  outlivesDelete: 'If true, entries stay after a delete until their window goes. For types with `indexOnly`.',
  summableOffCountIndex: 'Index whose entries this one counts by group. For types with `indexOnly`.',
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
  optional: 'If true, who sends no payment information pays no token.',
  gasFeesPaidBy: `Payer of the platform fees. ${capitalize(describeUntil('ignoredSponsors'))} it is ignored: the signer pays.`,
};
