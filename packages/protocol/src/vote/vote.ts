import type { ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { enumOf, NOTHING, versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { votePoll } from './vote-poll.js';

/** Describes the choice of a masternode. */
export const resourceVoteChoice = enumOf(
  { name: 'ResourceVoteChoice', tag: 'type' },
  {
    towardsIdentity: struct(
      {
        name: 'TowardsIdentity',
        summary: 'Votes for a contender.',
        source: 'packages/rs-dpp/src/voting/vote_choices/resource_vote_choice/mod.rs',
      },
      { identity: identifier },
    ),
    abstain: NOTHING,
    lock: NOTHING,
  },
);

/** Describes the vote of a masternode: there is one kind. */
export const vote = enumOf(
  { name: 'Vote', tag: 'type' },
  {
    resourceVote: versioned('ResourceVote', [
      struct(
        {
          name: 'ResourceVoteV0',
          summary: 'Votes in a poll.',
          source: 'packages/rs-dpp/src/voting/votes/resource_vote/v0/mod.rs',
        },
        { votePoll, resourceVoteChoice },
      ),
    ]),
  },
);

export type Vote = ValueOf<typeof vote>;
