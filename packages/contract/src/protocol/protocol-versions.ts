import { InvalidOptionError } from '../diagnostic/contract-error.js';
import { META_SCHEMAS } from './keywords.js';

/** Lists what one protocol version allows. Rules read these values, and never the version number. */
export interface ProtocolRules {
  readonly version: number;
  /** `$formatVersion` values of a contract. */
  readonly contractFormats: readonly string[];
  /** `$formatVersion` values of a config that can be decoded. */
  readonly configFormats: readonly string[];
  /** Lowest `$formatVersion` of the config of a new contract. */
  readonly lowestConfigFormat: string;
  readonly documentTypeKeywords: ReadonlySet<string> | undefined;
  readonly indexKeywords: ReadonlySet<string>;
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
  /** Maximum nesting of arrays and objects in a document, including itself; unlimited when undefined. */
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
 * Maps the protocol versions to their rules.
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

/** Defines the newest protocol version that the network runs: the default of every option `protocolVersion`. */
export const NEWEST_RELEASED_PROTOCOL = 13;

/**
 * Defines the newest protocol version of the development line of Dash Platform: 14 is release 4.2, 15 is 4.3, 16 is
 * 4.4, 17 is 5.0. Keywords of the versions beyond {@link NEWEST_RELEASED_PROTOCOL} are recognised; no contract is
 * judged by them.
 */
export const NEWEST_KNOWN_PROTOCOL = 17;

/** Lists the protocol versions by which contracts are judged, ascending. */
export const PROTOCOL_VERSIONS: readonly number[] = [...PROTOCOLS.keys()];

/**
 * Returns the rules of a protocol version.
 *
 * @throws {InvalidOptionError} when the version is not one of {@link PROTOCOL_VERSIONS}.
 */
export function getProtocol(protocolVersion: number = NEWEST_RELEASED_PROTOCOL): ProtocolRules {
  const protocol = PROTOCOLS.get(protocolVersion);
  if (protocol === undefined)
    throw new InvalidOptionError(
      'protocolVersion',
      protocolVersion > NEWEST_RELEASED_PROTOCOL && protocolVersion <= NEWEST_KNOWN_PROTOCOL
        ? `an integer from 1 to ${NEWEST_RELEASED_PROTOCOL} (${protocolVersion} is unreleased)`
        : `an integer from 1 to ${NEWEST_RELEASED_PROTOCOL}`,
      protocolVersion,
    );
  return protocol;
}
