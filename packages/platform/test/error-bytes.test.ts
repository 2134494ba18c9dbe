import { consensusErrorCode, decodeConsensusError } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { errorBytes } from '../src/state/error-bytes/official-error.js';
import type { ConsensusErrorName } from '../src/base/errors/consensus-error.js';
import { listErrors } from '../src/base/errors/list-errors.js';

/** The errors without a serialised form, and why. */
const WITHOUT_FORM: Readonly<Partial<Record<ConsensusErrorName, string>>> = {
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
