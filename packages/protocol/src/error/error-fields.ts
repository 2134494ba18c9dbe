import { identifier } from '../codec/bytes.js';
import { enumOf, namesOf, NOTHING, versioned } from '../codec/enum-of.js';
import { u16, u32, u64, u8 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { tupleOf } from '../codec/tuple-of.js';
import { resourceVoteChoice } from '../vote/vote.js';

const FOLDER = 'packages/rs-dpp/src';

/** Lists who may create documents. */
export const creationRestrictionMode = namesOf('CreationRestrictionMode', [
  'noRestrictions',
  'ownerOnly',
  'noCreationAllowed',
]);

const form = (
  name: string,
  summary: string,
  file: string,
): { name: string; summary: string; source: string } => ({
  name,
  summary,
  source: `${FOLDER}/${file}`,
});

const nonceForm = form(
  'MergeIdentityNonceResult',
  'Says what is wrong with a nonce.',
  'identity/identity_nonce.rs',
);

/** Lists the defects of a nonce. */
export const mergeIdentityNonceResult = enumOf(
  { name: 'MergeIdentityNonceResult', tag: 'type' },
  {
    invalidNonce: NOTHING,
    nonceTooFarInFuture: NOTHING,
    nonceTooFarInPast: NOTHING,
    nonceAlreadyPresentAtTip: NOTHING,
    nonceAlreadyPresentInPast: struct(nonceForm, { nonce: u64 }),
    mergeIdentityNonceSuccess: struct(nonceForm, { nonce: u64 }),
  },
);

const contextForm = form(
  'TokenConfigurationIdentityContext',
  'Says what an identity is for in a token.',
  'errors/consensus/state/identity/identity_for_token_configuration_not_found_error.rs',
);

/** Lists the roles of an identity in the configuration of a token. */
export const tokenConfigurationIdentityContext = enumOf(
  { name: 'TokenConfigurationIdentityContext', tag: 'type' },
  {
    changeControlRule: struct(contextForm, { rule: text }),
    defaultMintingRecipient: NOTHING,
    perpetualDistributionRecipient: NOTHING,
    preProgrammedDistributionRecipient: NOTHING,
  },
);

const momentForm = form(
  'RewardDistributionMoment',
  'Is a moment of a distribution.',
  'data_contract/associated_token/token_perpetual_distribution/reward_distribution_moment/mod.rs',
);

/** Describes a moment of a perpetual distribution: a block, a time in milliseconds, or an epoch. */
export const rewardDistributionMoment = enumOf(
  { name: 'RewardDistributionMoment', tag: 'type' },
  {
    blockBasedMoment: struct(momentForm, { height: u64 }),
    timeBasedMoment: struct(momentForm, { timeMs: u64 }),
    epochBasedMoment: struct(momentForm, { epoch: u16 }),
  },
);

const blockInfo = struct(form('BlockInfo', 'Is a block of the platform.', 'block/block_info/mod.rs'), {
  timeMs: u64,
  height: u64,
  coreHeight: u32,
  epoch: u16,
});

const INFO_FOLDER = 'voting/vote_info_storage';
const statusForm = form(
  'ContestedDocumentVotePollStatus',
  'Says where a poll stands.',
  `${INFO_FOLDER}/contested_document_vote_poll_stored_info/mod.rs`,
);

/** Lists the statuses of a poll. */
export const contestedDocumentVotePollStatus = enumOf(
  { name: 'ContestedDocumentVotePollStatus', tag: 'type' },
  {
    notStarted: NOTHING,
    awarded: struct(statusForm, { identity: identifier }),
    locked: NOTHING,
    started: struct(statusForm, { block: blockInfo }),
  },
);

const winner = enumOf(
  { name: 'ContestedDocumentVotePollWinnerInfo', tag: 'type' },
  {
    noWinner: NOTHING,
    wonByIdentity: struct(
      form(
        'WonByIdentity',
        'Names the winner of a poll.',
        `${INFO_FOLDER}/contested_document_vote_poll_winner_info/mod.rs`,
      ),
      { identity: identifier },
    ),
    locked: NOTHING,
  },
);

const choices = struct(
  form(
    'FinalizedResourceVoteChoicesWithVoterInfo',
    'Has who voted for a choice, and with which strength.',
    'voting/contender_structs/mod.rs',
  ),
  { resourceVoteChoice, voters: listOf(tupleOf(identifier, u8)) },
);

/** Describes the stored state of a poll: its ended rounds and its status. */
export const contestedDocumentVotePollStoredInfo = versioned('ContestedDocumentVotePollStoredInfo', [
  struct(
    form(
      'ContestedDocumentVotePollStoredInfoV0',
      'Has the rounds of a poll.',
      `${INFO_FOLDER}/contested_document_vote_poll_stored_info/v0/mod.rs`,
    ),
    {
      finalizedEvents: listOf(
        struct(
          form(
            'ContestedDocumentVotePollStoredInfoVoteEventV0',
            'Is an ended round of a poll.',
            `${INFO_FOLDER}/contested_document_vote_poll_stored_info/v0/mod.rs`,
          ),
          {
            resourceVoteChoices: listOf(choices),
            startBlock: blockInfo,
            finalizationBlock: blockInfo,
            winner,
          },
        ),
      ),
      votePollStatus: contestedDocumentVotePollStatus,
      lockedCount: u16,
    },
  ),
]);
