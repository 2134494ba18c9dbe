import type { ContractShape } from '../model/contract-model.js';
import type { Config } from '../model/config.js';
import type { IntegerStorage } from '../model/integer-storage.js';

/**
 * Names how a value is stored: integers by width, `number` as a 64-bit float, byte arrays as `bytes` or `identifier`,
 * arrays of other elements as `list`.
 */
export type StorageType =
  | IntegerStorage
  | 'f64'
  | 'string'
  | 'bytes'
  | 'identifier'
  | 'boolean'
  | 'object'
  | 'list'
  | 'unknown';

/** Describes a contract with defaults filled in and references resolved, as plain JSON data. */
export interface ContractDescription {
  readonly shape: ContractShape;
  readonly protocolVersion: number;
  /** Base58; absent if the contract does not have it. */
  readonly id?: string;
  /** Base58; absent if the contract does not have it. */
  readonly ownerId?: string;
  readonly version?: number;
  readonly config: Config;
  /** Moderation of the contract; absent where it has none. */
  readonly moderation?: ModerationDescription;
  /** Document types in the order of the contract. */
  readonly documentTypes: readonly DocumentTypeDescription[];
}

/** Describes who moderates a contract, and by which lists. */
export interface ModerationDescription {
  /** Lists that the contract keeps: `banlist`, `suspensions`, `warnings`. */
  readonly lists: readonly string[];
  /** Kind of the moderators: `contractOwner`, `appointedModerators` or `elected`. */
  readonly moderators: string;
  /** Kind of those who act while no team is elected: as `moderators`, or `notYetUsable` or `noModeration`. */
  readonly acting: string;
  /** Appointed moderators among them, in base58. */
  readonly identities: readonly string[];
  /** Seconds after the registration when an election opens; absent where no team is elected, or without delay. */
  readonly electionDelay?: number;
  /** True if the elected team cannot moderate the owner. */
  readonly ownerProtected: boolean;
  /** Document types that an elected team moderates. */
  readonly electedTypes: readonly string[];
}

/** Describes a document type with the defaults of its options. */
export interface DocumentTypeDescription {
  readonly name: string;
  readonly documentsMutable: boolean;
  readonly canBeDeleted: boolean;
  readonly documentsKeepHistory: boolean;
  /** Events that are recorded in history documents (protocol 13). */
  readonly keepsTransferHistory: boolean;
  readonly keepsPurchaseHistory: boolean;
  readonly keepsPricingHistory: boolean;
  /** 0 never, 1 always. */
  readonly transferable: number;
  /** 0 not tradable, 1 at the price that the owner sets. */
  readonly tradeMode: number;
  /** Creators: 0 anyone, 1 the owner of the contract, 2 nobody. */
  readonly creationRestrictionMode: number;
  /** Weakest key that can sign: 1 critical, 2 high, 3 medium. */
  readonly signatureSecurityLevelRequirement: number;
  /** 0 one key that cannot be replaced, 1 several, 2 several with a reference to the latest. */
  readonly requiresIdentityEncryptionBoundedKey?: number;
  readonly requiresIdentityDecryptionBoundedKey?: number;
  /** Costs by action; an action without an entry is free. */
  readonly tokenCost: Readonly<Partial<Record<TokenCostAction, TokenCostDescription>>>;
  /** True if documents have `$revision`: they can be changed, transferred or sold. */
  readonly requiresRevision: boolean;
  /**
   * True if documents have `$creatorId` (protocol 10): they can be transferred or sold, and neither the contract nor
   * its config is of format 0. Source: `should_use_creator_id` in `packages/rs-dpp` of dashpay/platform.
   */
  readonly hasCreatorId: boolean;
  /** Times and heights that the platform records: those that `required` names, such as `$createdAt`. */
  readonly recordedTimes: readonly string[];
  /** Properties by `position`. */
  readonly properties: readonly PropertyDescription[];
  /** Indices by name: the order in which the platform looks for one that serves a query. */
  readonly indices: readonly IndexDescription[];
  /** Indices that count the entries of another one, by name; absent where there are none. No documents are found by them. */
  readonly counters?: readonly IndexDescription[];
  /** Aggregates over all documents of the type. */
  readonly aggregates: AggregatesDescription;
  /** Seconds after their creation when documents expire; absent where they do not. */
  readonly ttl?: number;
  /** Properties that every entry has beside its key, where entries are the documents; absent where documents are stored. */
  readonly entryPayload?: readonly string[];
  /** Fees of actions in credits; absent where there are none. */
  readonly actionFees?: ActionFeesDescription;
  /** Abilities of moderators; absent where they have none. */
  readonly moderatorAbilities?: ModeratorAbilitiesDescription;
  /** Properties of indices that documents do not store; absent where there are none. */
  readonly derived?: readonly DerivedDescription[];
  /** Rules of documents and of their deletion, and what freezes their properties; absent where there are none. */
  readonly rules?: readonly RuleDescription[];
}

/** Describes what actions cost in credits, beside the fee of the network. */
export interface ActionFeesDescription {
  /** Amounts follow the fee multiplier of the network, or are charged as they are. */
  readonly pricing: 'feeMultiplier' | 'fixed';
  /** By action; an action without an entry is free. */
  readonly actions: Readonly<Partial<Record<TokenCostAction, ActionFeeDescription>>>;
}

/** Describes the parts of a fee, as decimal text. */
export interface ActionFeeDescription {
  readonly owner: string;
  readonly moderators: string;
}

/** Describes what moderators do with documents of a type. */
export interface ModeratorAbilitiesDescription {
  /** Deletion by moderators; absent where they cannot delete. */
  readonly removal?: RemovalDescription;
  /** Properties that moderators change, by name. */
  readonly changeFields: readonly string[];
}

/** Describes how moderators delete documents. */
export interface RemovalDescription {
  /** Seconds after its last change in which a document can be deleted; absent where it always can. */
  readonly within?: number;
  /** True if a record of the deletion remains. */
  readonly keepsRecord: boolean;
  /** True if the owner gets the storage back. */
  readonly refundsOwner: boolean;
  /** Paths and names of the system that the record keeps beside id and owner. */
  readonly keptFields: readonly string[];
  /** True if documents leave the state in no other way, so that references go on to the record. */
  readonly isOnlyWay: boolean;
}

/** Describes a rule of a document type. */
export interface RuleDescription {
  readonly keyword: 'propertyConstraints' | 'deleteConstraints' | 'immutable' | 'retractedWhen';
  /** Name of the rule, or the immutable property; absent for `retractedWhen`. */
  readonly name?: string;
  /** The rule or condition as a sentence; absent for a property that is always immutable. */
  readonly sentence?: string;
}

/** Names an action that can cost tokens. */
export type TokenCostAction = 'create' | 'replace' | 'delete' | 'transfer' | 'update_price' | 'purchase';

/** Describes the cost of an action. */
export interface TokenCostDescription {
  /** Contract of the token in base58; this contract when absent. */
  readonly contractId?: string;
  readonly tokenPosition: number;
  /** In the smallest unit of the token. */
  readonly amount: number;
  /** 0 to the owner of the contract, 1 burnt. */
  readonly effect: number;
  /** 0 the owner of the document, 1 the owner of the contract, 2 the latter if possible. */
  readonly gasFeesPaidBy: number;
  /** True if a transition may leave the payment out; absent where it may not. */
  readonly optional?: true;
}

/** Describes a property and the properties inside it. */
export interface PropertyDescription {
  readonly name: string;
  /** Names from the type down, joined by dots. */
  readonly path: string;
  readonly type: StorageType;
  readonly required: boolean;
  /** True if the property is checked and not stored. */
  readonly transient: boolean;
  /** Length of a byte array of fixed length. */
  readonly byteLength?: number;
  /** Elements of a list; absent for other types. */
  readonly items?: ElementDescription;
  /** First version of the contract in which documents must have the property; absent where all versions require it, or none. */
  readonly requiredSince?: number;
  /** Properties of an object in the order of the contract, which is the stored order. */
  readonly properties: readonly PropertyDescription[];
}

/** Describes how each element of a list is stored. */
export interface ElementDescription {
  readonly type: StorageType;
  /** Length of byte arrays of fixed length. */
  readonly byteLength?: number;
}

/** Describes an index. */
export interface IndexDescription {
  readonly name: string;
  /** Dotted paths and system properties, in order. */
  readonly properties: readonly string[];
  readonly unique: boolean;
  /** True if the index contains documents that have none of its properties. */
  readonly nullSearchable: boolean;
  readonly contested?: ContestDescription;
  /** Components of the key of an entry, with which `properties` end; absent where documents are stored beside their entries. */
  readonly terminal?: readonly string[];
  /** Properties without which a document has no entry; absent where every document has one. */
  readonly skipIfAbsent?: readonly string[];
  /** Windows that take the place of the values of the first property; absent where values are stored as they are. */
  readonly bucket?: BucketDescription;
  /** Rankings of the groups of the index; absent where it has none. */
  readonly rankings?: readonly RankingDescription[];
  /** True if entries stay after a delete, until their window goes; absent where they do not. */
  readonly outlivesDelete?: true;
  /** Documents with which the groups of the index are made, which stay without entries; absent where groups come and go with entries. */
  readonly preallocated?: readonly PreallocationDescription[];
  /** The index whose entries are counted in the groups; absent where an index has entries of its own. */
  readonly countsEntriesOf?: string;
  readonly aggregates: AggregatesDescription;
}

/** Describes the windows of an index: one begins every `step`, at `phase` from 0 on, and is `range` long. */
export interface BucketDescription {
  /** `timeRange` in seconds, `integerRange` in the unit of the property. */
  readonly kind: 'timeRange' | 'integerRange';
  /** The property that is divided. */
  readonly on: string;
  readonly range: number;
  readonly step: number;
  readonly phase: number;
  /** Seconds after the start of a window when its entries go; absent where they stay. */
  readonly ttl?: number;
}

/** Describes how a document of another type makes a group of an index. */
export interface PreallocationDescription {
  readonly documentType: string;
  /** The value of each property of the group. */
  readonly values: readonly PreallocatedValue[];
}

/** Describes the value of a property of a group. */
export interface PreallocatedValue {
  /** Path or name of the system in the document. */
  readonly field: string;
  /** Bytes that the property can have; absent where all values of the field fit. */
  readonly maxBytes?: number;
}

/** Describes a ranking of the groups of an index. */
export interface RankingDescription {
  readonly by: 'count' | 'sum' | 'average';
  /** The property whose values are the groups. */
  readonly level: string;
}

/** Describes a property of indices that is read in the document to which a reference leads. */
export interface DerivedDescription {
  /** Name in indices: `postId.$ownerId`. */
  readonly path: string;
  /** The own property that refers. */
  readonly reference: string;
  readonly documentType: string;
  /** Path or name of the system in the referenced document. */
  readonly field: string;
  readonly type: StorageType;
}

/** Describes when masternodes vote on who gets a value. */
export interface ContestDescription {
  /** 0: masternodes vote. */
  readonly resolution: number;
  /** A document is contested if all match. Of two with the same field the later one counts. */
  readonly fieldMatches: readonly { readonly field: string; readonly regexPattern: string }[];
  readonly description?: string;
}

/** Describes what a type or an index counts and sums; an average does both. */
export interface AggregatesDescription {
  readonly countable: 'notCountable' | 'countable' | 'countableAllowingOffset';
  /** Name of the summed property. */
  readonly summable?: string;
  readonly rangeCountable: boolean;
  readonly rangeSummable: boolean;
}
