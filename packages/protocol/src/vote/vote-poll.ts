import { identifier } from '../codec/bytes.js';
import { enumOf } from '../codec/enum-of.js';
import { listOf } from '../codec/list-of.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { value } from '../value/value.js';

/** Describes the values of a contested index for which identities contend. */
export const contestedDocumentResourceVotePoll = struct(
  {
    name: 'ContestedDocumentResourceVotePoll',
    summary: 'Names the contested index and its values.',
    source: 'packages/rs-dpp/src/voting/vote_polls/contested_document_resource_vote_poll/mod.rs',
  },
  { contractId: identifier, documentTypeName: text, indexName: text, indexValues: listOf(value) },
);

/** Describes a poll of masternodes: there is one kind. */
export const votePoll = enumOf({ name: 'VotePoll', tag: 'type' }, { contestedDocumentResourceVotePoll });
