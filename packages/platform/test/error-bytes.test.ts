import { consensusErrorCode, decodeConsensusError } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { identifierText } from '../src/base/bytes/identifier.js';
import { voterIdentityId } from '../src/state/identity/identity-id.js';
import { errorBytes } from '../src/base/error-bytes/error-bytes.js';
import { ConsensusError, type ConsensusErrorName } from '../src/base/errors/consensus-error.js';
import { applyContestEvent } from '../src/state/contest/apply-event.js';
import { contestRules } from '../src/state/contest/contest-rules.js';
import { newContest } from '../src/state/contest/contest.js';
import { pollJson } from '../src/state/contest/poll-json.js';
import type { Poll } from '../src/state/contest/poll-id.js';
import { CONTRACT_GROUP_ERRORS } from '../src/base/errors/contract-group-errors.js';
import { MODERATION_ERRORS } from '../src/base/errors/moderation-errors.js';
import { WRITE_ERRORS } from '../src/base/errors/write-errors.js';
import { listErrors } from '../src/base/errors/list-errors.js';

/** The errors without a serialised form, and why. */
const WITHOUT_FORM: Readonly<Partial<Record<ConsensusErrorName, string>>> = {
  ...Object.fromEntries(
    Object.keys({ ...WRITE_ERRORS, ...MODERATION_ERRORS, ...CONTRACT_GROUP_ERRORS }).map((name) => [
      name,
      'no bytes of a preview are published',
    ]),
  ),
  ContractDeletionNotAllowedError: 'the network has no transition that deletes a contract',
  DocumentContestNotJoinableError: 'it contains the block that started the contest',
  DocumentContestIndexMismatchError: 'the network has it from protocol 14 on',
  DocumentContestNotRequiredError: 'the network has it from protocol 14 on',
  DocumentContestContendersLimitReachedError: 'the network has it from protocol 14 on',
  VoteChoiceNotAllowedForVotePollError: 'the network has it from protocol 14 on',
};

it.each(listErrors().filter(({ name }) => !(name in WITHOUT_FORM)))(
  'errorBytes encodes $name with code $code',
  ({ code, example }) => {
    const bytes = errorBytes(example)!;
    const { value, length } = decodeConsensusError(bytes);
    expect(consensusErrorCode(value)).toBe(code);
    expect(length).toBe(bytes.length);
  },
);

it.each(listErrors().filter(({ name }) => name in WITHOUT_FORM))(
  'errorBytes returns nothing for $name',
  ({ example }) => {
    expect(errorBytes(example)).toBeUndefined();
  },
);

it('errorBytes has the values of a poll with the types of their properties', () => {
  const id = new Uint8Array(32).fill(7);
  const poll: Poll = {
    contractId: id,
    documentType: 'seat',
    indexName: 'byHolder',
    indexValues: [
      { type: 'identifier', value: id },
      { type: 'bytes', value: Uint8Array.of(1, 2) },
      { type: 'u8', value: 3n },
      { type: 'string', value: 'a' },
      { type: 'null' },
    ],
  };
  const contest = newContest(identifierText(id), pollJson(poll));
  const vote = {
    kind: 'vote',
    poll,
    proTxHash: id,
    masternode: { kind: 'regular', votingAddress: 'ab'.repeat(20) },
    voterIdentityId: voterIdentityId(id, 'ab'.repeat(20)),
    votingAddress: 'ab'.repeat(20),
    choice: { kind: 'abstain' },
    previous: undefined,
  } as const;
  const error = thrownBy(() => applyContestEvent(contest, vote, contestRules('mainnet', 13)));
  const { value } = decodeConsensusError(errorBytes(error)!);
  expect(value).toMatchObject({
    name: 'VotePollNotFoundError',
    fields: {
      votePoll: {
        indexValues: [
          { type: 'identifier', value: id },
          { type: 'bytes', value: Uint8Array.of(1, 2) },
          { type: 'u8', value: 3 },
          { type: 'text', value: 'a' },
          { type: 'null', value: null },
        ],
      },
    },
  });
  expect(error.message).toContain(`for "${identifierText(id)}", "AQI=", 3, "a", null`);
});

function thrownBy(work: () => unknown): ConsensusError {
  try {
    work();
  } catch (error) {
    if (error instanceof ConsensusError) return error;
    throw error;
  }
  throw new TypeError('nothing was rejected');
}
