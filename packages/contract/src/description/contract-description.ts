import type { ContractShape } from '../model/contract-frame.js';
import type { Config } from '../model/config.js';
import type { IntegerStorage } from '../model/integer-storage.js';

/** How a value is stored: integers by their width, `number` as a 64-bit float, byte arrays as `bytes` or `identifier`. */
export type StorageType =
  | IntegerStorage
  | 'f64'
  | 'string'
  | 'bytes'
  | 'identifier'
  | 'boolean'
  | 'object'
  | 'unknown';

/** A contract with everything resolved: defaults filled in, references followed. Plain data that JSON can hold. */
export interface ContractDescription {
  readonly shape: ContractShape;
  readonly protocolVersion: number;
  /** Base58; only where the contract says it. */
  readonly id?: string;
  /** Base58; only where the contract says it. */
  readonly ownerId?: string;
  readonly version?: number;
  readonly config: Config;
  /** In the order of the contract. */
  readonly documentTypes: readonly DocumentTypeDescription[];
}

/** A document type, its options with their defaults. */
export interface DocumentTypeDescription {
  readonly name: string;
  readonly documentsMutable: boolean;
  readonly canBeDeleted: boolean;
  readonly documentsKeepHistory: boolean;
  /** Which events are recorded beside the documents (protocol 13). */
  readonly keepsTransferHistory: boolean;
  readonly keepsPurchaseHistory: boolean;
  readonly keepsPricingHistory: boolean;
  /** 0 never, 1 always. */
  readonly transferable: number;
  /** 0 not at all, 1 at the price that the owner sets. */
  readonly tradeMode: number;
  /** Who may create: 0 anyone, 1 the owner of the contract, 2 nobody. */
  readonly creationRestrictionMode: number;
  /** The weakest key that may sign: 1 critical, 2 high, 3 medium. */
  readonly signatureSecurityLevelRequirement: number;
  /** 0 one key that cannot be replaced, 1 several, 2 several with a reference to the latest. */
  readonly requiresIdentityEncryptionBoundedKey?: number;
  readonly requiresIdentityDecryptionBoundedKey?: number;
  /** What actions cost, by the name of the action; an action that is not there costs nothing. */
  readonly tokenCost: Readonly<Partial<Record<TokenCostAction, TokenCostDescription>>>;
  /** Whether documents have `$revision`: they can be changed, transferred or sold. */
  readonly requiresRevision: boolean;
  /**
   * Whether documents have `$creatorId` (protocol 10): they can be transferred or sold, and neither the contract nor its config
   * is of format 0. Source: `should_use_creator_id` in `packages/rs-dpp` of dashpay/platform.
   */
  readonly hasCreatorId: boolean;
  /** The times and heights that are recorded: those that `required` names, such as `$createdAt`. */
  readonly recordedTimes: readonly string[];
  /** By `position`. */
  readonly properties: readonly PropertyDescription[];
  /** By name, which is the order in which the platform looks for one that serves a query. */
  readonly indices: readonly IndexDescription[];
  /** What is kept of all documents of the type. */
  readonly totals: TotalsDescription;
}

export type TokenCostAction = 'create' | 'replace' | 'delete' | 'transfer' | 'update_price' | 'purchase';

/** What an action costs. */
export interface TokenCostDescription {
  /** The contract of the token in base58; this one when absent. */
  readonly contractId?: string;
  readonly tokenPosition: number;
  /** In the smallest unit of the token. */
  readonly amount: number;
  /** 0 to the owner of the contract, 1 burnt. */
  readonly effect: number;
  /** 0 the owner of the document, 1 the owner of the contract, 2 the latter if possible. */
  readonly gasFeesPaidBy: number;
}

/** A property, and those of an object inside it. */
export interface PropertyDescription {
  readonly name: string;
  /** Names from the type down, joined by dots. */
  readonly path: string;
  readonly type: StorageType;
  readonly required: boolean;
  /** Checked and then not stored. */
  readonly transient: boolean;
  /** How many bytes a byte array has, when it has always as many. */
  readonly byteLength?: number;
  /** The properties of an object, in the order in which they are stored: as the contract lists them. */
  readonly properties: readonly PropertyDescription[];
}

/** An index. */
export interface IndexDescription {
  readonly name: string;
  /** Dotted paths and names of the system, in order. */
  readonly properties: readonly string[];
  readonly unique: boolean;
  /** Whether a document that has none of the properties is in the index. */
  readonly nullSearchable: boolean;
  readonly contested?: ContestDescription;
  readonly totals: TotalsDescription;
}

/** When masternodes vote on who gets a value. */
export interface ContestDescription {
  /** 0 masternode vote. */
  readonly resolution: number;
  /** A document is contested when every one matches; of two with the same field the later counts. */
  readonly fieldMatches: readonly { readonly field: string; readonly regexPattern: string }[];
  readonly description?: string;
}

/** What a type or an index counts and sums; an average is both. */
export interface TotalsDescription {
  readonly countable: 'notCountable' | 'countable' | 'countableAllowingOffset';
  /** The property that is summed. */
  readonly summable?: string;
  readonly rangeCountable: boolean;
  readonly rangeSummable: boolean;
}
