/**
 * Limits that are the same in protocol versions 1 to 13.
 *
 * Source: `packages/rs-dpp/schema/meta_schemas/document`, `packages/rs-dpp/src/data_contract` and
 * `packages/rs-platform-version/src/version/system_limits` in dashpay/platform; the specification, section 8.
 */
export const LIMITS = {
  /** Bytes of a signed state transition that registers a contract. */
  transitionBytes: 20_480,
  /** Bytes of any serialized data, state transitions included, in the specification. */
  specificationBytes: 16_384,
  /** Objects that enclose each other in the schema of a document type. */
  schemaDepth: 255,
  /** Arrays and objects that may enclose each other before this package stops looking. No network limit. */
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
  keywordBytes: { least: 3, most: 50 },
  description: { least: 3, most: 100 },
  identifierBytes: 32,
  u32: 4_294_967_295n,
  i64: { least: -9_223_372_036_854_775_808n, most: 9_223_372_036_854_775_807n },
} as const;
