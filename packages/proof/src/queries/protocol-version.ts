import type { PathQuery } from '../path-query/path-query.js';
import { itemBytes, leb128Integer } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { rootPath } from '../drive/drive-paths.js';
import { VERSION_KEYS } from '../drive/tree-keys.js';
import { rangeQuery } from './query-forms.js';

/** Returns the query for how many masternodes want each protocol version. */
export const protocolVersionUpgradeStateQuery = (): PathQuery =>
  rangeQuery([...rootPath('versions'), VERSION_KEYS.counts]);

/** Says which votes on protocol versions are requested. */
export interface ProtocolVersionVotesRequest {
  /** The masternode with which the page begins. */
  readonly startProTxHash?: Uint8Array | undefined;
  readonly count: number;
}

/** Returns the query for the protocol versions that masternodes want. */
export const protocolVersionUpgradeVoteStatusQuery = ({
  startProTxHash,
  count,
}: ProtocolVersionVotesRequest): PathQuery =>
  rangeQuery([...rootPath('versions'), VERSION_KEYS.desired], {
    item: startProTxHash && { type: 'rangeFrom', start: startProTxHash },
    limit: count,
  });

/** Protocol version with the number of masternodes that want it. */
export interface ProtocolVersionCount {
  readonly protocolVersion: number;
  readonly votes: bigint;
}

/**
 * Verifies the response of getProtocolVersionUpgradeState. Throws DecodeError, ProofError. Source: `verify_upgrade_state` in
 * `packages/rs-drive/src/verify/system` of dashpay/platform.
 *
 * @example
 * import { verifyProtocolVersionUpgradeState } from '@dapikit/proof';
 * import { responseTo } from './recorded.js';
 *
 * const { response, quorumKey } = responseTo('GetProtocolVersionUpgradeStateRequest');
 * verifyProtocolVersionUpgradeState(response, { quorumKey }).value; // => [{ protocolVersion: 9, votes: 3n }]
 */
export const verifyProtocolVersionUpgradeState = (
  response: ProvenResponse,
  options: TrustOptions,
): Proven<readonly ProtocolVersionCount[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(protocolVersionUpgradeStateQuery()).map(({ key: version, element }) => ({
      protocolVersion: Number(leb128Integer(version)),
      votes: leb128Integer(itemBytes(element)),
    })),
  );

/** Protocol version that a masternode wants. */
export interface ProtocolVersionVote {
  readonly proTxHash: Uint8Array;
  readonly protocolVersion: number;
}

/**
 * Verifies the response of getProtocolVersionUpgradeVoteStatus. Throws DecodeError, ProofError. Source: `verify_upgrade_vote_status` in
 * `packages/rs-drive/src/verify/system` of dashpay/platform.
 */
export const verifyProtocolVersionUpgradeVoteStatus = (
  response: ProvenResponse,
  options: TrustOptions & ProtocolVersionVotesRequest,
): Proven<readonly ProtocolVersionVote[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(protocolVersionUpgradeVoteStatusQuery(options)).map(({ key: proTxHash, element }) => ({
      proTxHash,
      protocolVersion: Number(leb128Integer(itemBytes(element))),
    })),
  );
