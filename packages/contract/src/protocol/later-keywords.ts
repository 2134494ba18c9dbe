import { HISTORY_OPTIONS, INDEX_AGGREGATES, META_SCHEMAS } from './keywords.js';
import { NEWEST_RELEASED_PROTOCOL, type ProtocolRules } from './protocol-versions.js';

/** Names a place with keywords that came, or will come, with a protocol version. */
export type KeywordOwner = 'document-type' | 'property' | 'index' | 'token-cost';

const since = (version: number, ...names: readonly string[]): [string, number][] =>
  names.map((name) => [name, version]);

/**
 * Maps keywords to the protocol version that adds them. Those beyond the newest released version are read from the
 * development line, and may change.
 *
 * Source: `packages/rs-dpp/schema/meta_schemas/document/v{1,2,3,4}` and `book/src/contract-keywords` in dashpay/platform.
 */
const KEYWORDS_SINCE: Readonly<Record<KeywordOwner, ReadonlyMap<string, number>>> = {
  'document-type': new Map([
    ...since(
      12,
      ...[...META_SCHEMAS[1].documentType].filter((name) => /Countable|Summable|Averageable/.test(name)),
    ),
    ...since(13, ...HISTORY_OPTIONS),
    ...since(
      14,
      'immutable',
      'retractedWhen',
      'moderatorAbilities',
      'ttl',
      'ownerRefersTo',
      'creatorRefersTo',
    ),
    ...since(14, 'propertyConstraints', 'actionFees', 'indexOnly', 'entryPayload'),
    ...since(15, 'canBeErased'),
  ]),
  property: new Map(
    since(14, 'refersTo', 'requiredSince', 'distinctFrom', 'encryptedFor', 'generatedFrom', 'maxBytes'),
  ),
  index: new Map([
    ...since(12, ...INDEX_AGGREGATES),
    ...since(14, 'rankedCountable', 'rankedSummable', 'rankedAverageable', 'timeRange', 'integerRange'),
    ...since(14, 'terminal', 'preallocated', 'skipIfAbsent', 'outlivesDelete', 'summableOffCountIndex'),
  ]),
  'token-cost': new Map(since(14, 'optional')),
};

/** Returns the protocol version that adds a keyword; undefined if this or an earlier version has it, or none. */
export function findLaterVersion(
  owner: KeywordOwner,
  name: string,
  { version }: Pick<ProtocolRules, 'version'>,
): number | undefined {
  const first = KEYWORDS_SINCE[owner].get(name);
  return first !== undefined && first > version ? first : undefined;
}

/** Returns whether a keyword came after the first protocol version, or is still to come: it is no misspelling. */
export const isLaterKeyword = (name: string): boolean =>
  Object.values(KEYWORDS_SINCE).some((keywords) => keywords.has(name));

/** Describes a protocol version: "available from protocol 14 (unreleased)". */
export const describeLater = (version: number): string =>
  `available from protocol ${version}${version > NEWEST_RELEASED_PROTOCOL ? ' (unreleased)' : ''}`;
