import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import type { RegisteredContract } from './contract-book.js';

/**
 * Returns whether an identity moderates a contract: its owner, or one of the appointed moderators beside the owner. Where a team is
 * elected, those of the time before the first election do, as no elections are held here.
 */
export function isModerator(
  { ownerId, description: { moderation } }: Pick<RegisteredContract, 'ownerId' | 'description'>,
  identityId: Uint8Array,
): boolean {
  if (moderation === undefined) return false;
  const { acting, identities } = moderation;
  if (acting !== 'contractOwner' && acting !== 'appointedModerators') return false;
  return compareBytes(identityId, ownerId) === 0 || identities.includes(identifierText(identityId));
}
