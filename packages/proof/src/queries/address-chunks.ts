import { addressBalancesPath } from '../drive/drive-paths.js';
import type { ChunkDepths } from '../grove-proof/chunk-depths.js';
import { verifyBranch, type ChunkElement } from '../grove-proof/verify-chunk.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { balanceAndNonce, type AddressInfo } from './address-info.js';

/**
 * Limits the levels of the tree of addresses in one response, at protocol 12 and 13. Source: `DRIVE_ADDRESS_FUNDS_METHOD_VERSIONS_V2` in
 * `packages/rs-platform-version` of dashpay/platform.
 */
export const ADDRESS_CHUNK_DEPTHS: ChunkDepths = { min: 6, max: 9 };

/** Address of a chunk of the tree of addresses. */
export type ChunkedAddress = Required<AddressInfo> & Pick<ChunkElement, 'hash' | 'count' | 'isLeaf'>;

/** Addresses of the upper part of their tree. */
export interface AddressTrunk {
  /** In the order of addresses. Further ones are in branches: at the first leaf that a search for an address meets. */
  readonly addresses: readonly ChunkedAddress[];
  /** The number of addresses of the whole tree. */
  readonly count: bigint;
}

/**
 * Verifies the response of getAddressesTrunkState. Throws DecodeError, ProofError. Source:
 * `verify_address_funds_trunk_query` in `packages/rs-drive/src/verify/address_funds` of dashpay/platform.
 */
export const verifyAddressesTrunk = (response: ProvenResponse, options: TrustOptions): Proven<AddressTrunk> =>
  verifyResponse(response, options, (reader) => {
    const { elements, count } = reader.trunk(addressBalancesPath(), ADDRESS_CHUNK_DEPTHS.max);
    return { addresses: elements.map(chunkedAddress), count };
  });

/** Says which branch of the tree of addresses is requested. */
export interface AddressesBranchRequest {
  /** 6 to 9 levels. */
  readonly depth: number;
  /** The hash of the address at which the branch begins, of a verified trunk or branch. */
  readonly expectedHash: Uint8Array;
}

/**
 * Verifies the response of getAddressesBranchState, which nobody signs: its addresses are those of the state of the verified trunk.
 * Throws DecodeError, ProofError. Source: `verify_address_funds_branch_query` in `packages/rs-drive/src/verify/address_funds` of
 * dashpay/platform.
 */
export const verifyAddressesBranch = (
  merkProof: Uint8Array,
  { depth, expectedHash }: AddressesBranchRequest,
): readonly ChunkedAddress[] => verifyBranch(merkProof, depth, expectedHash).map(chunkedAddress);

const chunkedAddress = ({ key, element, hash, count, isLeaf }: ChunkElement): ChunkedAddress => ({
  address: key,
  info: balanceAndNonce(element),
  hash,
  count,
  isLeaf,
});
