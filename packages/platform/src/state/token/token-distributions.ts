import { decode, encode, tokenDistributionRules, type TokenDistributionRules } from '@dapikit/protocol';
import { spaceKey } from '../keys/space-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { TOKEN_SPACES } from './token-keys.js';

/** Returns the key of the distributions that a token was registered with. @param tokenId 32 bytes */
const distributionsKey = (tokenId: Uint8Array): Uint8Array =>
  spaceKey(TOKEN_SPACES.tokenDistributions, tokenId);

/** Stores the rules with the distributions of a new token, where it has some: later changes of its contract do not change them. */
export function putTokenDistributions(
  view: WritableView,
  tokenId: Uint8Array,
  rules: TokenDistributionRules,
): void {
  if (rules.perpetualDistribution === undefined && rules.preProgrammedDistribution === undefined) return;
  view.put(distributionsKey(tokenId), encode(tokenDistributionRules, rules));
}

/** Returns the rules with the distributions that a token was registered with; nothing where it had none. @param tokenId 32 bytes */
export async function findTokenDistributions(
  view: StoreView,
  tokenId: Uint8Array,
): Promise<TokenDistributionRules | undefined> {
  const bytes = await view.get(distributionsKey(tokenId));
  return bytes && decode(tokenDistributionRules, bytes);
}
