import { contestedDocumentResourceVotePoll, encode, votePoll } from '@dapikit/protocol';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { wireValue, type PollValue } from './wire-value.js';

/** Identifies the values on which masternodes vote. */
export interface Poll {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
  readonly indexName: string;
  /** In the order of the index; nothing where a document has no value. */
  readonly indexValues: readonly PollValue[];
}

/** Returns the id of a poll, which is also that of the credits put into it. Source: as {@link pollBytes}. */
export const pollId = (poll: Poll): Uint8Array => doubleHash(pollBytes(poll));

/**
 * Returns the bytes of a poll that its id is the hash of.
 *
 * Source: `packages/rs-dpp/src/voting/vote_polls/contested_document_resource_vote_poll` in dashpay/platform.
 */
export const pollBytes = (poll: Poll): Uint8Array =>
  encode(contestedDocumentResourceVotePoll, wirePoll(poll));

/** Returns a poll as responses of the network have it: with the kind of poll before it. */
export const votePollBytes = (poll: Poll): Uint8Array =>
  encode(votePoll, { type: 'contestedDocumentResourceVotePoll', ...wirePoll(poll) });

/** Returns a poll as the network's structures and errors have it. */
export const wirePoll = ({ contractId, documentType, indexName, indexValues }: Poll) => ({
  contractId,
  documentTypeName: documentType,
  indexName,
  indexValues: indexValues.map(wireValue),
});
