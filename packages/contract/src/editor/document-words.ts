import { LIMITS } from '../protocol/limits.js';
import type { KeywordWords } from './keyword-words.js';

const HISTORY = 'is recorded where anybody can look it up';

/** The members of a document type. */
export const DOCUMENT_TYPE_WORDS: KeywordWords = {
  type: 'Documents are objects: exactly `"object"`.',
  properties: `What a document holds: 1 to ${LIMITS.properties} properties, by name.`,
  additionalProperties: 'Exactly `false`: a document holds nothing that is not described.',
  required:
    'The properties that every document has. Times and heights such as `$createdAt` are filled in when they are named here.',
  indices: `What documents can be queried by: 1 to ${LIMITS.indices} indices. None can be removed later.`,
  transient: 'Properties that are checked with a document and then thrown away.',
  documentsKeepHistory:
    'Whether earlier revisions of a document stay readable. By default as the contract says.',
  documentsMutable: 'Whether a document may be replaced by its owner. By default as the contract says.',
  canBeDeleted: 'Whether a document may be deleted by its owner. By default as the contract says.',
  transferable: 'Whether a document may be given to another identity.',
  tradeMode: 'Whether a document may be sold.',
  creationRestrictionMode: 'Who may create documents of this type.',
  requiresIdentityEncryptionBoundedKey:
    'The keys to encrypt that an identity binds to this document type. By default as the contract says.',
  requiresIdentityDecryptionBoundedKey:
    'The keys to decrypt that an identity binds to this document type. By default as the contract says.',
  signatureSecurityLevelRequirement:
    'The security level, or a stronger one, of the key that signs a change of a document.',
  tokenCost: 'What an action with a document costs in tokens.',
  documentsCountable: 'Whether the platform counts all documents of this type, with proof.',
  rangeCountable:
    'Whether the platform counts documents in ranges of their identifiers. The type is countable then.',
  documentsSummable: 'The integer property that the platform sums over all documents of this type.',
  rangeSummable:
    'Whether the platform sums over ranges of identifiers. Needs `documentsSummable` or `documentsAverageable`.',
  documentsAverageable:
    'The integer property that the platform counts and sums over all documents, so that there is an average.',
  rangeAverageable:
    'Whether the platform counts and sums over ranges of identifiers. Needs `documentsAverageable`.',
  keepsTransferHistory: `Whether each transfer of a document ${HISTORY}.`,
  keepsPurchaseHistory: `Whether each purchase of a document ${HISTORY}.`,
  keepsPricingHistory: `Whether each change of a price ${HISTORY}.`,
  description: 'What the document type is for. It counts towards the size of the contract.',
  $comment: 'A note for those who read the contract. It counts towards the size of the contract.',
  minProperties: 'The least number of properties that a document has.',
  maxProperties: 'The most properties that a document has.',
  dependentRequired: 'Properties that must be there when another one is, by the name of that one.',
};

const OF_TEXT = 'Counts Unicode characters.';
const INTEGER_WIDTH = 'For an integer it also decides how wide it is stored.';

/** The members of a property. */
export const PROPERTY_WORDS: KeywordWords = {
  type: 'What the property holds. An array is always a byte array.',
  position: 'Its place among the properties of its object: 0, 1, 2 and so on. It can never be changed.',
  description: 'What the property is for. It counts towards the size of the contract.',
  $comment: 'A note for those who read the contract. It counts towards the size of the contract.',
  examples: 'Values to show. They count towards the size of the contract.',
  minimum: `The least value. ${INTEGER_WIDTH}`,
  maximum: `The largest value. ${INTEGER_WIDTH}`,
  exclusiveMinimum: 'The value is above this one.',
  exclusiveMaximum: 'The value is below this one.',
  multipleOf: 'The value is a multiple of this number, which is above 0.',
  minLength: `The least length of text. ${OF_TEXT}`,
  maxLength: `The largest length of text, at most ${LIMITS.fieldSize}; ${LIMITS.indexedTextLength} in an index, ${LIMITS.patternedTextLength} beside \`pattern\` or \`format\`. ${OF_TEXT}`,
  pattern:
    'A regular expression that text must match somewhere: no look-around, no back-references. Needs `maxLength`.',
  format: 'What kind of text it is. Needs `maxLength`.',
  byteArray: 'Exactly `true`: the array holds bytes.',
  minItems: 'The least number of bytes of a byte array.',
  maxItems: `The largest number of bytes of a byte array, at most ${LIMITS.fieldSize}; ${LIMITS.indexedBytesLength} in an index.`,
  contentMediaType:
    'What the bytes are. `application/x.dash.dpp.identifier` makes them an identifier, with `minItems` and `maxItems` 32.',
  uniqueItems: 'Whether all bytes differ from each other.',
  contains: 'A schema that at least one byte matches.',
  properties: `What an object holds: 1 to ${LIMITS.properties} properties, by name, with positions of their own.`,
  additionalProperties: 'Exactly `false`: an object holds nothing that is not described.',
  required: 'The properties that the object always has.',
  minProperties: 'The least number of properties that the object has.',
  maxProperties: 'The most properties that the object has.',
  dependentRequired:
    'Properties of the object that must be there when another one is, by the name of that one.',
  enum: 'The values that are allowed: at least one, all different.',
  const: 'The only value that is allowed.',
  $ref: 'A schema of the contract to use instead: `#/$defs/name`. Each may be referred to once in a document type; the specification disables it.',
  $id: 'A name for the schema that starts with `#`.',
};

/** The members of an index. */
export const INDEX_WORDS: KeywordWords = {
  name: `A name that no other index of the type has: 1 to ${LIMITS.indexNameLength} characters.`,
  properties: `The properties in order, each as \`{"name": "asc"}\`: 1 to ${LIMITS.indexProperties}. Those inside objects by dotted path, those of the system such as \`$ownerId\` too.`,
  unique: 'Whether no two documents may have the same values.',
  nullSearchable: 'Whether documents that have none of the properties are in the index.',
  contested:
    'Lets identities compete for a value by a vote of the masternodes. The index is unique then, and documents cannot be changed.',
  countable: 'Whether the platform counts the documents of each value, with proof.',
  rangeCountable: 'Whether the platform counts documents in ranges of values. Needs `countable`.',
  summable: 'The integer property that the platform sums for each value.',
  rangeSummable: 'Whether the platform sums over ranges of values. Needs `summable`.',
  averageable:
    'The integer property that the platform counts and sums for each value, so that there is an average.',
  rangeAverageable: 'Whether the platform counts and sums over ranges of values. Needs `averageable`.',
};

/** The members of `contested`. */
export const CONTEST_WORDS: KeywordWords = {
  resolution: 'How a contest is decided.',
  fieldMatches: 'Which values are contested: those that match all of these. Without it, all values.',
  description: `What the contest is about: 1 to ${LIMITS.contestedTextLength} characters.`,
};

/** The members of an element of `fieldMatches`. */
export const MATCH_WORDS: KeywordWords = {
  field: 'The property of the index that is looked at.',
  regexPattern: `A regular expression: 1 to ${LIMITS.contestedTextLength} characters, no look-around, no back-references.`,
};

const COST = 'in tokens, paid by whoever signs';

/** The members of `tokenCost`. */
export const TOKEN_COST_WORDS: KeywordWords = {
  create: `What creating a document costs ${COST}.`,
  replace: `What replacing a document costs ${COST}.`,
  delete: `What deleting a document costs ${COST}.`,
  transfer: `What transferring a document costs ${COST}.`,
  update_price: `What setting the price of a document costs ${COST}.`,
  purchase: `What buying a document costs ${COST}, besides its price.`,
};

/** The members of one cost. */
export const COST_WORDS: KeywordWords = {
  tokenPosition: 'The position of the token in its contract.',
  amount: `How much is paid, in the smallest unit of the token: 1 to ${LIMITS.tokenCostAmount}.`,
  contractId: 'The contract that has the token, as 32 bytes; absent for a token of this contract.',
  effect: 'What becomes of the tokens.',
  gasFeesPaidBy:
    'Who is to pay the fees of the platform. Up to protocol 13 it is not looked at: the signer pays.',
};
