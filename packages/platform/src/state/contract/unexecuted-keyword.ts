import { member, membersOf } from './contract-parts.js';

/** Keywords of an index of protocol 14 whose effects on the state the local platform does not have. */
const INDEX_KEYWORDS = ['preallocated', 'outlivesDelete', 'summableOffCountIndex'];

/**
 * Returns a keyword of a document type that is checked at registration, and that the local platform does not execute: documents would be stored, found or charged in
 * another way than on the network. `undefined` where the type has none.
 * @param text the official JSON of an accepted contract
 */
export function findUnexecuted(text: string, documentType: string): string | undefined {
  const contract: unknown = JSON.parse(text);
  if (waitsForTeam(contract, documentType)) return 'moderatedDocumentTypes';
  const type = member(member(contract, 'documentSchemas'), documentType);
  const indices = Object.values(membersOf({ ...Object(member(type, 'indices')) }));
  for (const index of indices) {
    const keyword = INDEX_KEYWORDS.find((one) => (member(index, one) ?? false) !== false);
    if (keyword !== undefined) return keyword;
    if (isBandTooLarge(member(index, 'integerRange'))) return 'integerRange';
  }
  return undefined;
}

/** Returns whether a band has numbers beyond 2^53 - 1, which JavaScript numbers do not tell apart. */
const isBandTooLarge = (band: unknown): boolean =>
  ['range', 'step', 'phase'].some((name) => {
    const value = member(band, name);
    return typeof value === 'number' && !Number.isSafeInteger(value);
  });

/** Returns whether documents of a type wait for a first team of moderators, which is not elected here. */
function waitsForTeam(contract: unknown, documentType: string): boolean {
  const moderators = member(member(member(contract, 'config'), 'moderation'), 'moderators');
  return (
    member(moderators, '$type') === 'elected' &&
    member(member(moderators, 'interim'), '$type') === 'notYetUsable' &&
    member(member(moderators, 'moderatedDocumentTypes'), documentType) !== undefined
  );
}

/** Names a member of a token of format 1 that is not as in format 0. */
export type TokenExtension = 'transferable' | 'oncePerIdentityDistribution';

/**
 * Returns the members of tokens that are not as in format 0, by the position of the token: those that cannot be transferred, or are given out once
 * to each identity.
 * @param text the official JSON of an accepted contract
 */
export function listTokenExtensions(text: string): ReadonlyMap<number, readonly TokenExtension[]> {
  const tokens = Object.entries(membersOf(member(JSON.parse(text), 'tokens')));
  return new Map(
    tokens.map(([position, token]) => {
      const found: TokenExtension[] = [];
      if (isFormat1(token) && member(token, 'transferable') === false) found.push('transferable');
      const rules = member(token, 'distributionRules');
      if (isFormat1(rules) && member(rules, 'oncePerIdentityDistribution') !== undefined)
        found.push('oncePerIdentityDistribution');
      return [Number(position), found];
    }),
  );
}

const isFormat1 = (value: unknown): boolean => member(value, '$formatVersion') === '1';
