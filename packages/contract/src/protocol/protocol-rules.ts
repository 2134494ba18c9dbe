import { META_SCHEMAS } from './keywords.js';

/** What one protocol version allows. Rules read these values and never ask for the version. */
export interface ProtocolRules {
  readonly version: number;
  /** The `$formatVersion` that a contract may have. */
  readonly contractFormats: readonly string[];
  /** The `$formatVersion` that a config may have to be decoded. */
  readonly configFormats: readonly string[];
  /** The lowest `$formatVersion` of a config that a new contract may bring. */
  readonly lowestConfigFormat: string;
  readonly documentTypeKeywords: ReadonlySet<string> | undefined;
  readonly indexKeywords: ReadonlySet<string>;
  /** Whether contracts have tokens, groups, keywords and a description. */
  readonly tokens: boolean;
  /** Whether the bounds of an integer decide how wide it is stored, and are therefore read. */
  readonly sizedIntegers: boolean;
  /** Whether an index may be over `$creatorId`. */
  readonly creatorId: boolean;
  /** Whether document types and indices can count, sum and average. */
  readonly aggregates: boolean;
  /** Whether the price and trade rules of a token may only refer to groups that exist. */
  readonly allTokenRulesReferToGroups: boolean;
  /** Arrays and objects that may enclose each other in a document, itself counted; without it, any number. */
  readonly documentDepth: number | undefined;
  readonly fees: 'FEE1' | 'FEE2';
}

type MetaSchema = (typeof META_SCHEMAS)[keyof typeof META_SCHEMAS];

const keywordsOf = (meta: MetaSchema) => ({
  documentTypeKeywords: meta.documentType,
  indexKeywords: meta.index,
});

const BEFORE_TOKENS = {
  contractFormats: ['0'],
  configFormats: ['0'],
  lowestConfigFormat: '0',
  ...keywordsOf(META_SCHEMAS[0]),
  tokens: false,
  sizedIntegers: false,
  creatorId: false,
  aggregates: false,
  allTokenRulesReferToGroups: false,
  documentDepth: undefined,
  fees: 'FEE1',
} as const;

const WITH_TOKENS = {
  ...BEFORE_TOKENS,
  contractFormats: ['0', '1'],
  configFormats: ['0', '1'],
  tokens: true,
  sizedIntegers: true,
  fees: 'FEE2',
} as const;

const WITH_CREATOR = { ...WITH_TOKENS, creatorId: true } as const;

const WITH_AGGREGATES = {
  ...WITH_CREATOR,
  ...keywordsOf(META_SCHEMAS[1]),
  lowestConfigFormat: '1',
  aggregates: true,
} as const;

const WITH_TRADE_HISTORY = {
  ...WITH_AGGREGATES,
  ...keywordsOf(META_SCHEMAS[2]),
  allTokenRulesReferToGroups: true,
  documentDepth: 256,
} as const;

/**
 * The protocol versions, by number.
 *
 * Source: `packages/rs-platform-version/src/version/v1.rs` to `v13.rs` in dashpay/platform.
 */
export const PROTOCOLS: ReadonlyMap<number, ProtocolRules> = new Map(
  [
    { version: 1, ...BEFORE_TOKENS },
    { version: 2, ...BEFORE_TOKENS },
    { version: 3, ...BEFORE_TOKENS },
    { version: 4, ...BEFORE_TOKENS },
    { version: 5, ...BEFORE_TOKENS },
    { version: 6, ...BEFORE_TOKENS },
    { version: 7, ...BEFORE_TOKENS },
    { version: 8, ...BEFORE_TOKENS },
    { version: 9, ...WITH_TOKENS },
    { version: 10, ...WITH_CREATOR },
    { version: 11, ...WITH_CREATOR },
    { version: 12, ...WITH_AGGREGATES },
    { version: 13, ...WITH_TRADE_HISTORY },
  ].map((rules) => [rules.version, rules]),
);

/** The protocol version by which a contract is judged when none is named: the newest. */
export const NEWEST_PROTOCOL = 13;
