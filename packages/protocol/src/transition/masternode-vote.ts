import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { vote } from '../vote/vote.js';
import { IDENTITY_SIGNATURE } from './transition-fields.js';

/** Votes as a masternode. Votes are free. */
export const masternodeVote = versioned('MasternodeVoteTransition', [
  struct(
    {
      name: 'MasternodeVoteTransitionV0',
      summary: 'Votes as a masternode. Votes are free.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/identity/masternode_vote_transition/v0/mod.rs',
    },
    {
      proTxHash: identifier,
      voterIdentityId: identifier,
      vote,
      nonce: u64,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
