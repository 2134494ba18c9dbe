import type { NetworkDefect, NetworkTrap } from './network-defects.js';

/** Names a place with keywords that came, or will come, with a protocol version. */
export type KeywordOwner = 'document-type' | 'property' | 'index' | 'token-cost';

/** Lists what one protocol version allows in contracts. */
interface ContractSwitches {
  /** `$formatVersion` values of a contract. */
  readonly contractFormats: readonly string[];
  /** `$formatVersion` values of a config that can be decoded. */
  readonly configFormats: readonly string[];
  /** Lowest `$formatVersion` of the config of a new contract. */
  readonly lowestConfigFormat: string;
  /** True if document types have no other keywords than those of `documentTypeKeywords`. */
  readonly closedDocumentTypes: boolean;
  /** Undefined where document types can have other keywords. */
  readonly documentTypeKeywords: ReadonlySet<string> | undefined;
  readonly indexKeywords: ReadonlySet<string>;
  /** Keywords that the version adds. Those of an unreleased version may change. */
  readonly newKeywords: Readonly<Partial<Record<KeywordOwner, readonly string[]>>>;
  /** True if contracts have tokens, groups, keywords and a description. */
  readonly tokens: boolean;
  /** True if the bounds of an integer decide how wide it is stored, and are therefore read. */
  readonly sizedIntegers: boolean;
  /** True if an index can contain `$creatorId`. */
  readonly creatorId: boolean;
  /** True if document types and indices can count, sum and average. */
  readonly aggregates: boolean;
  /** True if the price and trade rules of a token can only refer to existing groups. */
  readonly allTokenRulesReferToGroups: boolean;
  /** True if arrays have other elements than bytes. */
  readonly typedArrays: boolean;
  /** True if `identifier` and `bytes` are types, written out before a schema is read. */
  readonly shorthands: boolean;
  /** True if document types have rules: `propertyConstraints`, `deleteConstraints`, conditions of `immutable` and `retractedWhen`. */
  readonly constraints: boolean;
  /**
   * True if contracts have references, immutable properties, expiry, moderation, action fees, buckets, rankings and entries without
   * documents, by document meta-schema v3.
   */
  readonly extendedLanguage: boolean;
  /** True if `canBeDeleted` has the value `onlyWhenConsumed`. */
  readonly consumedDocuments: boolean;
  /** True if a contested index can be resolved without lock votes (`resolution` 1). */
  readonly contestsWithoutLock: boolean;
  /** Maximum nesting of arrays and objects in a document, including itself; unlimited when undefined. */
  readonly documentDepth: number | undefined;
  /** Schedule of registration fees. */
  readonly fees: 'FEE1' | 'FEE2' | 'FEE3';
  /** Names of contracts that the network accepts though nobody can use them. */
  readonly traps: readonly NetworkTrap[];
}

/** Lists what one protocol version changes in state transitions and their ids. */
interface TransitionSwitches {
  /** True if platform addresses hold credits and pay for transitions. Source: `active_version_range` of state transitions. */
  readonly addressTransitions: boolean;
  /** True if shielded pools have transitions. Source: `active_version_range` of state transitions. */
  readonly shieldedTransitions: boolean;
  /** True if the id of a group action covers the whole new setting and all prices. Source: `calculate_action_id`. */
  readonly wholeGroupActionIds: boolean;
  /**
   * Credits of a rejection before the document of a transition is found to be what it should. The nonce stays as it was then:
   * the same transition can be sent again, and be paid again. Nothing where it costs what others cost, and uses the nonce.
   * Source: the tests of `batch` in `packages/rs-drive-abci`.
   */
  readonly unresolvedFee: bigint | undefined;
  /** Limit of the withdrawals of a day: a fixed amount, or a part of all credits. */
  readonly withdrawalLimit: 'flat' | 'relative';
  /** True if a key that another identity has is rejected with 40207, an error of the state, and not with 10501, a basic one. */
  readonly namesUsedKeysInState: boolean;
  /** True if DPNS names can be priced, sold and transferred. A transferred name refers to its new owner. */
  readonly tradesNames: boolean;
  /** True if transfers, purchases and prices are recorded where a document type says so. */
  readonly recordsTrades: boolean;
  /**
   * True if a document conflicts with itself where a transition sets a property of a unique index to its present value.
   * Source: `packages/rs-drive/src/drive/document/index_uniqueness`, versions 0 and 1.
   */
  readonly documentsConflictWithThemselves: boolean;
  /** True if it is not published how the id of a document follows from its create. Source: `generate_document_id`. */
  readonly unpublishedDocumentIds: boolean;
  /**
   * True if recent changes of balances have what rejected transitions cost.
   * Source: `process_validation_result` in `packages/rs-platform-version`.
   */
  readonly recordsPenalties: boolean;
}

/** Lists what one protocol version changes in the state, and in proofs of it. */
interface StateSwitches {
  /** Costs and bounds of contests; undefined where the local platform has no such version. */
  readonly contests: 'flat' | 'rising' | undefined;
  /** Versions of the contracts that a network comes with. Source: `system_data_contract_versions`. */
  readonly systemContracts: Readonly<Partial<Record<SystemContractName, number>>>;
  /** Version of the trees before the first block where Drive has them in GroveDB. Source: `create_initial_state_structure`. */
  readonly initialStructure: 3 | undefined;
  /** True if the trees of the state are not published byte for byte, so that it cannot be proved. */
  readonly unpublishedTrees: boolean;
  /** Version of the binary form of stored documents. Source: `document_serialization_version`. */
  readonly documentFormat: 2 | 3;
  /** Version of proofs. Source: `GROVE_V3` in Drive version 7. */
  readonly proofVersion: 0 | 1;
  /** Defects of the network that the local platform reproduces. */
  readonly defects: readonly NetworkDefect[];
}

/** Names the sources of the rules of an unreleased version. */
export interface ProtocolPreview {
  /** Pre-release of Dash Platform. */
  readonly release: string;
  /** Day of the pre-release: YYYY-MM-DD. */
  readonly date: string;
  /** Commit of dashpay/platform from which the document meta-schema comes. */
  readonly revision: string;
}

/** Lists the contracts that a network can come with. */
export const SYSTEM_CONTRACTS = [
  'dpns',
  'dashpay',
  'withdrawals',
  'masternodeRewards',
  'walletUtilities',
  'tokenHistory',
  'keywordSearch',
  'documentHistory',
] as const;

/** Names a contract that a network can come with. */
export type SystemContractName = (typeof SYSTEM_CONTRACTS)[number];

/**
 * Names every switch of a protocol version, in all packages. Code reads these values, and never the version number.
 *
 * Source: `packages/rs-platform-version/src/version` in dashpay/platform, and for each switch what its comment names.
 */
export interface ProtocolRules extends ContractSwitches, TransitionSwitches, StateSwitches {
  readonly version: number;
  /** Release of Dash Platform that brings the version; undefined where no source names it. */
  readonly release: string | undefined;
  /** True if a public network runs the version, or ran it. */
  readonly isReleased: boolean;
  /** Revision by which contracts are judged while no public network runs the version; undefined for other versions. */
  readonly preview: ProtocolPreview | undefined;
  /** True if the local platform runs the version. */
  readonly localPlatform: boolean;
}

/** Names a switch that is on or off. */
export type ProtocolFeature = {
  [Name in keyof ProtocolRules]: ProtocolRules[Name] extends boolean ? Name : never;
}[keyof ProtocolRules];
