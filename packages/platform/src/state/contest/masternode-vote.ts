import { consumeNonce } from '../identity/nonce-store.js';
import { requireIdentity } from '../identity/identity-store.js';
import { keyHash, type PublicKey } from '../identity/public-key.js';
import { requireSigningKey, VOTING_KEYS } from '../identity/signing-key.js';
import type { WritableView } from '../../store/store.js';
import type { ContestRules } from './contest-rules.js';
import type { Block } from '../chain/block.js';
import { castVote, type VoteRequest } from './contest-store.js';
import { findBallot } from './find-contest.js';
import { pollId } from './poll-id.js';
import { recordTallies } from './tally-history.js';

/** Describes a vote as a masternode sends it. */
export interface MasternodeVoteRequest extends Omit<VoteRequest, 'votingAddress'> {
  /** The key of the voter identity that signed. */
  readonly keyId: number;
  /** Nonce of the voter identity. */
  readonly nonce: bigint;
  /** Checks the signature of signed bytes; unsigned controls have none. @throws {ConsensusError} 20002 */
  readonly checkSignature?: (key: PublicKey) => void;
}

/**
 * Counts the vote of a masternode: the voter identity, its key and the signature, then its nonce, then the vote.
 *
 * Source: `masternode_vote` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} when the network rejects it, always unpaid: nothing has changed, the nonce neither.
 */
export async function masternodeVote(
  view: WritableView,
  request: MasternodeVoteRequest,
  rules: ContestRules,
): Promise<void> {
  const { keyId, nonce, checkSignature, ...vote } = request;
  const identity = await requireIdentity(view, vote.voterIdentityId);
  const key = requireSigningKey(identity, keyId, VOTING_KEYS);
  checkSignature?.(key);
  await consumeNonce(view, { identityId: identity.id }, nonce);
  await castVote(view, { ...vote, votingAddress: keyHash(key) }, rules);
}

/** Counts the vote of a masternode in a block, and records the tallies that it changes. @throws {ConsensusError} unpaid */
export async function voteInBlock(
  view: WritableView,
  block: Block,
  request: MasternodeVoteRequest,
  rules: ContestRules,
): Promise<void> {
  const { poll, proTxHash, choice } = request;
  const id = pollId(poll);
  const before = await findBallot(view, proTxHash, id);
  await masternodeVote(view, request, rules);
  await recordTallies(view, id, block, [choice, ...(before === undefined ? [] : [before.choice])]);
}
