/**
 * Lists limits that are the same in all released protocol versions.
 *
 * Source: `packages/rs-dpp/schema/meta_schemas/document`, `packages/rs-dpp/src/data_contract` and
 * `packages/rs-platform-version/src/version/system_limits` in dashpay/platform; the specification, section 8.
 */
export const LIMITS = {
  /** Bytes of a signed state transition that registers a contract. */
  transitionBytes: 20_480,
  /** Bytes of any serialized data, including state transitions, in the specification. */
  specificationBytes: 16_384,
  /** Nested objects in the schema of a document type. */
  schemaDepth: 255,
  /** Levels of arrays and objects that this package checks. Not a limit of the network. */
  jsonDepth: 1024,
  properties: 100,
  definitions: 100,
  indices: 10,
  indexProperties: 10,
  indexNameLength: 32,
  indexPropertyNameLength: 256,
  contestedTextLength: 256,
  indexedTextLength: 63,
  indexedBytesLength: 255,
  aggregateNameLength: 64,
  fieldSize: 65_535,
  /** Bytes of one text or byte array in a document. */
  fieldValueBytes: 5_120,
  patternedTextLength: 50_000,
  tokenCostAmount: 281_474_976_710_655n,
  tokenPosition: 65_535n,
  documentTypeKeywords: 20,
  keywords: 50,
  keywordBytes: { min: 3, max: 50 },
  description: { min: 3, max: 100 },
  identifierBytes: 32,
  u32: 4_294_967_295n,
} as const;
