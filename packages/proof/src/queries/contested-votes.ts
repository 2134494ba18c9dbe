import { struct, u16 } from '@dapikit/protocol/codec';
import { referencePath, resolveReference, type Path } from '../element/reference-path.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemContent, sumItemAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { contendersPath, type ContestedPoll } from './contest.js';
import { CONTENDER_KEYS, votersPath } from '../drive/contest-paths.js';
import { keysQuery, pageItem, rangeQuery, type PageStart } from './query-forms.js';

/** Says which page of a list is requested. */
interface Page {
  /** The key where the page begins. */
  readonly start?: PageStart | undefined;
  readonly limit?: number | undefined;
  /** Default: true. */
  readonly isAscending?: boolean | undefined;
}

/** Says which voters are requested. */
export interface ContestedVotersRequest extends ContestedPoll, Page {
  readonly contestantId: Uint8Array;
}

/**
 * Returns the query for the masternodes that voted for a contender. Source: `construct_path_query` in
 * `packages/rs-drive/src/query/vote_poll_contestant_votes_query.rs` of dashpay/platform.
 */
export const contestedVotersQuery = (request: ContestedVotersRequest): PathQuery =>
  rangeQuery([...contendersPath(request), request.contestantId, CONTENDER_KEYS.votes], {
    item: pageItem(request.start, request.isAscending),
    isAscending: request.isAscending,
    limit: request.limit,
  });

/** Masternode that voted, with the strength of its vote. */
export interface ContestedVoter {
  readonly proTxHash: Uint8Array;
  readonly strength: bigint;
}

/**
 * Verifies the response of getContestedResourceVotersForIdentity. Throws DecodeError, ProofError. Source:
 * `verify_vote_poll_votes_proof` in `packages/rs-drive/src/verify/voting` of dashpay/platform.
 */
export const verifyContestedVoters = (
  response: ProvenResponse,
  options: TrustOptions & ContestedVotersRequest,
): Proven<readonly ContestedVoter[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(contestedVotersQuery(options)).map(({ key: proTxHash, element }) => ({
      proTxHash,
      strength: sumItemAmount(element),
    })),
  );

/** Says which votes of a masternode are requested. */
export interface MasternodeVotesRequest extends Page {
  /** The masternode, by its proTxHash: the protocol calls it an identity. */
  readonly identityId: Uint8Array;
}

/**
 * Returns the query for the votes of a masternode. Source: `construct_path_query` in
 * `packages/rs-drive/src/query/contested_resource_votes_given_by_identity_query.rs` of dashpay/platform.
 */
export const masternodeVotesQuery = (request: MasternodeVotesRequest): PathQuery =>
  rangeQuery([...votersPath(), request.identityId], {
    item: pageItem(request.start, request.isAscending),
    isAscending: request.isAscending,
    limit: request.limit,
  });

/** Returns the query for the vote of a masternode in one poll. Source: `verify_masternode_vote` in `packages/rs-drive/src/verify/voting` of dashpay/platform. */
export const masternodeVoteQuery = (proTxHash: Uint8Array, pollId: Uint8Array): PathQuery =>
  keysQuery([...votersPath(), proTxHash], [pollId]);

/** Defines the stored vote of a masternode: the path of the vote, and how often it was cast. */
export const storedVote = struct(
  {
    name: 'ContestedDocumentResourceVoteReferenceStorageForm',
    summary: 'Points at a vote.',
    source:
      'packages/rs-drive/src/drive/votes/storage_form/contested_document_resource_reference_storage_form/mod.rs',
  },
  { path: referencePath, identityVoteTimes: u16 },
);

/** Vote of a masternode. */
export interface MasternodeVote {
  readonly pollId: Uint8Array;
  /** The path of the vote in the state: contract, document type, index values and choice. */
  readonly path: Path;
  /** Number of votes of the masternode in the poll. */
  readonly times: number;
}

/**
 * Verifies the response of getContestedResourceIdentityVotes. Throws DecodeError, ProofError. Source:
 * `verify_identity_votes_given_proof` in `packages/rs-drive/src/verify/voting` of dashpay/platform.
 */
export const verifyMasternodeVotes = (
  response: ProvenResponse,
  options: TrustOptions & MasternodeVotesRequest,
): Proven<readonly MasternodeVote[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(masternodeVotesQuery(options)).map(({ path, key: pollId, element }) => {
      const vote = itemContent(storedVote, element);
      return { pollId, path: resolveReference(vote.path, path, pollId), times: vote.identityVoteTimes };
    }),
  );
