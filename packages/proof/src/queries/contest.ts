import {
  enumOf,
  identifier,
  listOf,
  NOTHING,
  struct,
  u16,
  u32,
  u64,
  u8,
  versioned,
  type ValueOf,
} from '@dapikit/protocol/codec';
import type { Path } from '../element/reference-path.js';
import { contestedIndexPath, type ContestedIndex } from '../drive/contest-paths.js';

const UTF_8 = new TextEncoder();

/** Value of a contested index: a text, or the bytes of the key under which Drive stores another value. */
export type IndexValue = string | Uint8Array;

/** Names a poll: its index and a value for each property. */
export interface ContestedPoll extends ContestedIndex {
  readonly indexValues: readonly IndexValue[];
}

/** Returns the key of an index value. An empty text is a zero byte, as the empty key means null. */
export function indexValueKey(value: IndexValue): Uint8Array {
  if (typeof value !== 'string') return value;
  return value === '' ? Uint8Array.of(0x00) : UTF_8.encode(value);
}

/** Returns the path of the layer with the contenders of a poll. */
export const contendersPath = (poll: ContestedPoll): Path => [
  ...contestedIndexPath(poll),
  ...poll.indexValues.map(indexValueKey),
];

const SOURCE =
  'packages/rs-dpp/src/voting/vote_info_storage/contested_document_vote_poll_stored_info/v0/mod.rs';

const blockInfo = struct(
  { name: 'BlockInfo', summary: 'Names a block.', source: 'packages/rs-dpp/src/block/block_info/mod.rs' },
  { timeMs: u64, height: u64, coreHeight: u32, epoch: u16 },
);

const chosen = struct(
  { name: 'TowardsIdentity', summary: 'Names a contender.', source: SOURCE },
  { identityId: identifier },
);

const voteChoice = enumOf(
  { name: 'ResourceVoteChoice', tag: 'type' },
  { towardsIdentity: chosen, abstain: NOTHING, lock: NOTHING },
);

const voter = struct(
  { name: 'Voter', summary: 'Is a masternode with the strength of its vote.', source: SOURCE },
  { proTxHash: identifier, strength: u8 },
);

const finishedChoice = struct(
  {
    name: 'FinalizedResourceVoteChoicesWithVoterInfo',
    summary: 'Has the voters of a choice.',
    source: SOURCE,
  },
  { choice: voteChoice, voters: listOf(voter) },
);

const finishedVote = struct(
  {
    name: 'ContestedDocumentVotePollStoredInfoVoteEventV0',
    summary: 'Is a vote that ended.',
    source: SOURCE,
  },
  {
    choices: listOf(finishedChoice),
    startBlock: blockInfo,
    finalizationBlock: blockInfo,
    winner: enumOf(
      { name: 'ContestedDocumentVotePollWinnerInfo', tag: 'type' },
      { noWinner: NOTHING, wonByIdentity: chosen, locked: NOTHING },
    ),
  },
);

/** Defines the stored state of a poll: the votes that ended and its status. */
export const pollInfo = versioned('ContestedDocumentVotePollStoredInfo', [
  struct(
    {
      name: 'ContestedDocumentVotePollStoredInfoV0',
      summary: 'Is the history and the status of a poll.',
      source: SOURCE,
    },
    {
      finishedVotes: listOf(finishedVote),
      status: enumOf(
        { name: 'ContestedDocumentVotePollStatus', tag: 'type' },
        { notStarted: NOTHING, awarded: chosen, locked: NOTHING, started: blockInfo },
      ),
      lockedCount: u16,
    },
  ),
]);

export type PollInfo = ValueOf<typeof pollInfo>;
