import {
  AGGREGATE_OPTIONS,
  EXTENDED_INDEX_KEYWORDS,
  EXTENDED_PROPERTY_KEYWORDS,
  EXTENDED_TYPE_KEYWORDS,
  HISTORY_OPTIONS,
  INDEX_AGGREGATES,
  META_SCHEMAS,
} from './keywords.js';
import { NETWORK_DEFECTS, NETWORK_TRAPS, UNCORRECTED_DEFECTS } from './network-defects.js';
import type { ProtocolRules } from './protocol-rules.js';

type MetaSchema = (typeof META_SCHEMAS)[keyof typeof META_SCHEMAS];

const keywordsOf = (meta: MetaSchema) => ({
  closedDocumentTypes: meta.documentType !== undefined,
  documentTypeKeywords: meta.documentType,
  indexKeywords: meta.index,
});

/** Switches of a version. Each version repeats those of the one before, but for its new keywords, and names its changes. */
type Switches = Omit<ProtocolRules, 'version' | 'release' | 'isReleased' | 'preview' | 'newKeywords'>;

const FROM_1: Switches = {
  localPlatform: false,
  contractFormats: ['0'],
  configFormats: ['0'],
  lowestConfigFormat: '0',
  ...keywordsOf(META_SCHEMAS[0]),
  tokens: false,
  sizedIntegers: false,
  creatorId: false,
  aggregates: false,
  allTokenRulesReferToGroups: false,
  typedArrays: false,
  shorthands: false,
  constraints: false,
  extendedLanguage: false,
  consumedDocuments: false,
  contestsWithoutLock: false,
  documentDepth: undefined,
  fees: 'FEE1',
  traps: NETWORK_TRAPS,
  addressTransitions: false,
  shieldedTransitions: false,
  wholeGroupActionIds: false,
  unresolvedFee: 36_200n,
  withdrawalLimit: 'flat',
  namesUsedKeysInState: false,
  tradesNames: false,
  recordsTrades: false,
  documentsConflictWithThemselves: false,
  recordsPenalties: false,
  unpublishedDocumentIds: false,
  contests: undefined,
  systemContracts: { dpns: 1, dashpay: 1, withdrawals: 1, masternodeRewards: 1 },
  initialStructure: undefined,
  unpublishedTrees: false,
  documentFormat: 2,
  proofVersion: 0,
  defects: NETWORK_DEFECTS,
};

const FROM_6: Switches = { ...FROM_1, systemContracts: { ...FROM_1.systemContracts, walletUtilities: 1 } };

const FROM_9: Switches = {
  ...FROM_6,
  localPlatform: true,
  contractFormats: ['0', '1'],
  configFormats: ['0', '1'],
  tokens: true,
  sizedIntegers: true,
  fees: 'FEE2',
  contests: 'flat',
  systemContracts: { ...FROM_6.systemContracts, tokenHistory: 1, keywordSearch: 1 },
};

const FROM_10: Switches = { ...FROM_9, creatorId: true, documentsConflictWithThemselves: true };

const FROM_11: Switches = { ...FROM_10, addressTransitions: true, namesUsedKeysInState: true };

const FROM_12: Switches = {
  ...FROM_11,
  ...keywordsOf(META_SCHEMAS[1]),
  lowestConfigFormat: '1',
  aggregates: true,
  shieldedTransitions: true,
  wholeGroupActionIds: true,
  unresolvedFee: undefined,
  initialStructure: 3,
  proofVersion: 1,
};

const FROM_13: Switches = {
  ...FROM_12,
  ...keywordsOf(META_SCHEMAS[2]),
  allTokenRulesReferToGroups: true,
  documentDepth: 256,
  tradesNames: true,
  recordsTrades: true,
  recordsPenalties: true,
  systemContracts: { ...FROM_12.systemContracts, dpns: 2, documentHistory: 1 },
};

/** Known changes of a version that no public network runs: its other switches are still those of 13. */
const FROM_14: Switches = {
  ...FROM_13,
  ...keywordsOf(META_SCHEMAS[3]),
  typedArrays: true,
  shorthands: true,
  constraints: true,
  extendedLanguage: true,
  fees: 'FEE3',
  consumedDocuments: true,
  unpublishedDocumentIds: true,
  unpublishedTrees: true,
  documentFormat: 3,
  contestsWithoutLock: true,
  configFormats: ['0', '1', '2'],
  contests: 'rising',
  withdrawalLimit: 'relative',
  systemContracts: { ...FROM_13.systemContracts, tokenHistory: 2 },
  traps: [],
  defects: UNCORRECTED_DEFECTS,
};

const KEYWORDS_12 = { 'document-type': AGGREGATE_OPTIONS, index: INDEX_AGGREGATES };

const KEYWORDS_14: ProtocolRules['newKeywords'] = {
  'document-type': EXTENDED_TYPE_KEYWORDS,
  property: EXTENDED_PROPERTY_KEYWORDS,
  index: EXTENDED_INDEX_KEYWORDS,
  'token-cost': ['optional'],
};

const released = { release: undefined, isReleased: true, preview: undefined, newKeywords: {} };
const unreleased = { release: undefined, isReleased: false, preview: undefined, newKeywords: {} };
const PREVIEW_14 = { release: '5.0.0-beta.4', date: '2026-10-09', revision: '4aa7cdc' };

/**
 * Lists the protocol versions from the oldest to the newest of the development line: one row a version.
 *
 * Source: `packages/rs-platform-version/src/version/v1.rs` to `v13.rs` in dashpay/platform. The unreleased versions come from the
 * development line, and may change; keywords from `packages/rs-dpp/schema/meta_schemas/document/v{1,2,3,4}` and
 * `book/src/contract-keywords`.
 */
export const KNOWN_PROTOCOLS: readonly [ProtocolRules, ...ProtocolRules[]] = [
  { version: 1, ...released, ...FROM_1 },
  { version: 2, ...released, ...FROM_1 },
  { version: 3, ...released, ...FROM_1 },
  { version: 4, ...released, ...FROM_1 },
  { version: 5, ...released, ...FROM_1 },
  { version: 6, ...released, ...FROM_6 },
  { version: 7, ...released, ...FROM_6 },
  { version: 8, ...released, ...FROM_6 },
  { version: 9, ...released, ...FROM_9 },
  { version: 10, ...released, ...FROM_10 },
  { version: 11, ...released, ...FROM_11 },
  { version: 12, ...released, ...FROM_12, release: '3.1', newKeywords: KEYWORDS_12 },
  { version: 13, ...released, ...FROM_13, release: '4.1', newKeywords: { 'document-type': HISTORY_OPTIONS } },
  {
    version: 14,
    ...unreleased,
    ...FROM_14,
    release: '5.0',
    preview: PREVIEW_14,
    newKeywords: KEYWORDS_14,
  },
  { version: 15, ...unreleased, ...FROM_14, newKeywords: { 'document-type': ['canBeErased'] } },
  { version: 16, ...unreleased, ...FROM_14 },
  { version: 17, ...unreleased, ...FROM_14 },
];
