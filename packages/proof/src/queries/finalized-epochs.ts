import { EPOCH_KEYS, EPOCH_OFFSET, epochPath, rootPath } from '../drive/drive-paths.js';
import type { PathQuery } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';
import { integerOf, itemBytes } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';

/** Says which epochs are requested; with a start behind the end the latest one comes first. */
export interface FinalizedEpochsRequest {
  readonly start: number;
  readonly isStartIncluded: boolean;
  readonly end: number;
  readonly isEndIncluded: boolean;
}

/**
 * Returns the query for epochs that ended. Source: `finalized_epoch_infos_query` in `packages/rs-drive/src/drive/credit_pools/epochs` of
 * dashpay/platform, which takes the two ends for the lower and the upper one also where they are exchanged.
 * @throws {RangeError} for an epoch that does not include itself
 */
export function finalizedEpochsQuery(request: FinalizedEpochsRequest): PathQuery {
  const { start, end } = request;
  const isAscending = start <= end;
  return {
    path: rootPath('pools'),
    query: {
      items: [itemOf(request)],
      isLeftToRight: isAscending,
      defaultBranch: { path: [EPOCH_KEYS.finishedInfo] },
    },
  };
}

function itemOf({ start, isStartIncluded, end, isEndIncluded }: FinalizedEpochsRequest): QueryItem {
  const [first, last] = [Math.min(start, end), Math.max(start, end)].map(keyOf);
  if (first === undefined || last === undefined) throw new RangeError('expected two epochs, found fewer');
  if (start === end) {
    if (isStartIncluded && isEndIncluded) return { type: 'key', key: first };
    throw new RangeError(`expected epoch ${start} to be included twice, found a range without epochs`);
  }
  const ends = { start: first, end: last };
  if (isStartIncluded) return { type: isEndIncluded ? 'rangeInclusive' : 'range', ...ends };
  return { type: isEndIncluded ? 'rangeAfterToInclusive' : 'rangeAfterTo', ...ends };
}

const keyOf = (epoch: number): Uint8Array => epochPath(epoch).at(-1) ?? new Uint8Array();

/** Epoch that ended. */
export interface FinalizedEpoch {
  readonly epoch: number;
  /** The stored `FinalizedEpochInfo`, as the platform serialises it. */
  readonly info: Uint8Array;
}

/**
 * Verifies the response of getFinalizedEpochInfos: the epochs that ended and whose fees are paid. Throws DecodeError, ProofError. Source:
 * `verify_finalized_epoch_infos` in `packages/rs-drive/src/verify/system` of dashpay/platform.
 */
export const verifyFinalizedEpochs = (
  response: ProvenResponse,
  options: TrustOptions & FinalizedEpochsRequest,
): Proven<readonly FinalizedEpoch[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(finalizedEpochsQuery(options)).flatMap(({ path: [, epoch], element }) =>
      // The pools of fees lie in the same layer, with shorter keys.
      epoch === undefined
        ? []
        : [{ epoch: Number(integerOf(epoch, 2)) - EPOCH_OFFSET, info: itemBytes(element) }],
    ),
  );
