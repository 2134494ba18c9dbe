import { consumeNonce } from '../identity/nonce-store.js';
import { existingIdentity } from '../identity/identity-store.js';
import { keyHash } from '../identity/public-key.js';
import { signingKey, VOTING_KEYS } from '../identity/signing-key.js';
import type { WritableView } from '../store/store.js';
import type { ContestRules } from './contest-rules.js';
import { castVote, type VoteRequest } from './contest-store.js';

/** A vote as a masternode sends it. */
export interface MasternodeVoteRequest extends Omit<VoteRequest, 'votingAddress'> {
  /** The key of the voter identity that signed. */
  readonly keyId: number;
  /** Of the voter identity. */
  readonly nonce: bigint;
}

/**
 * Counts the vote of a masternode: the voter identity and its key, then its nonce, then the vote.
 *
 * Source: `masternode_vote` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {PlatformError} when the network refuses it, always unpaid: nothing has changed, the nonce neither.
 */
export async function masternodeVote(
  view: WritableView,
  request: MasternodeVoteRequest,
  rules: ContestRules,
): Promise<void> {
  const { keyId, nonce, ...vote } = request;
  const identity = await existingIdentity(view, vote.voterIdentityId);
  const key = signingKey(identity, keyId, VOTING_KEYS);
  await consumeNonce(view, { identityId: identity.id }, nonce);
  await castVote(view, { ...vote, votingAddress: keyHash(key) }, rules);
}
