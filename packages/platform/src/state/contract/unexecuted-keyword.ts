import { member, membersOf } from './contract-parts.js';

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
