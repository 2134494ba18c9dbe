import type { KeywordOwner, ProtocolRules } from './protocol-rules.js';
import { KNOWN_PROTOCOLS } from './protocol-table.js';

const sinceOf = (owner: KeywordOwner): ReadonlyMap<string, number> =>
  new Map(
    KNOWN_PROTOCOLS.flatMap(({ version, newKeywords }) =>
      (newKeywords[owner] ?? []).map((name): [string, number] => [name, version]),
    ),
  );

/** Maps keywords to the protocol version that adds them. */
const KEYWORDS_SINCE: Readonly<Record<KeywordOwner, ReadonlyMap<string, number>>> = {
  'document-type': sinceOf('document-type'),
  property: sinceOf('property'),
  index: sinceOf('index'),
  'token-cost': sinceOf('token-cost'),
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
