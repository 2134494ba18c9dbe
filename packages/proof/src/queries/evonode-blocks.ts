import { EPOCH_KEYS, epochPath } from '../drive/drive-paths.js';
import type { Path } from '../element/reference-path.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemInteger } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { keysQuery, pageItem, rangeQuery, type PageStart } from './query-forms.js';

/** Says of which evonodes the blocks are requested: of some, or of a page of all. */
export type EvonodeBlocksRequest = { readonly epoch: number } & (
  | { readonly proTxHashes: readonly Uint8Array[] }
  | { readonly start?: PageStart | undefined; readonly limit?: number | undefined }
);

const pathOf = (epoch: number): Path => [...epochPath(epoch), EPOCH_KEYS.proposers];

/** Returns the query for how many blocks evonodes proposed in an epoch. Source: `packages/rs-drive/src/query/proposer_block_count_query.rs` of dashpay/platform. */
export const evonodeBlocksQuery = (request: EvonodeBlocksRequest): PathQuery =>
  'proTxHashes' in request
    ? keysQuery(pathOf(request.epoch), request.proTxHashes)
    : rangeQuery(pathOf(request.epoch), { item: pageItem(request.start), limit: request.limit });

/** Number of blocks of an epoch that an evonode proposed. */
export interface EvonodeBlocks {
  readonly proTxHash: Uint8Array;
  readonly blocks: bigint;
}

/**
 * Verifies the responses of getEvonodesProposedEpochBlocksByIds and getEvonodesProposedEpochBlocksByRange: the evonodes that proposed a
 * block. Throws DecodeError, ProofError. Source: `verify_epoch_proposers` in `packages/rs-drive/src/verify/system` of dashpay/platform.
 */
export const verifyEvonodeBlocks = (
  response: ProvenResponse,
  options: TrustOptions & EvonodeBlocksRequest,
): Proven<readonly EvonodeBlocks[]> =>
  verifyResponse(response, options, (reader) =>
    reader
      .elements(evonodeBlocksQuery(options))
      .map(({ key: proTxHash, element }) => ({ proTxHash, blocks: itemInteger(element, 8) })),
  );
