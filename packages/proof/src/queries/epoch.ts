import { compareBytes } from '@dapikit/protocol/codec';
import type { Element } from '../element/element.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { keyItems } from '../path-query/insert-item.js';
import type { PathQuery } from '../path-query/path-query.js';
import { integerOf, itemInteger } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { EPOCH_KEYS, EPOCH_OFFSET, rootPath } from '../drive/drive-paths.js';
import { integerKey, rangeQuery } from './query-forms.js';

/** The items of an epoch: key and width in bytes. Source: `packages/rs-drive/src/drive/credit_pools/epochs/epoch_key_constants.rs`. */
const FIELDS = {
  firstCoreBlockHeight: [EPOCH_KEYS.startCoreHeight, 4],
  firstBlockHeight: [EPOCH_KEYS.startHeight, 8],
  firstBlockTimeMs: [EPOCH_KEYS.startTime, 8],
  protocolVersion: [EPOCH_KEYS.protocolVersion, 4],
  feeMultiplierPermille: [EPOCH_KEYS.feeMultiplier, 8],
} as const;
const FIELD_COUNT = Object.keys(FIELDS).length;

/** Says which epochs are requested. */
export interface EpochsInfoRequest {
  /** The first epoch; without one, 0 or the current epoch, by the direction. */
  readonly startEpoch?: number | undefined;
  /** Limits the epochs. */
  readonly count: number;
  /** True if later epochs follow; else earlier ones. Default: true. */
  readonly isAscending?: boolean | undefined;
}

/**
 * Returns the query for epochs. Source: `verify_epoch_infos` in `packages/rs-drive/src/verify/system` of dashpay/platform.
 * @param currentEpoch is the epoch of the metadata
 */
export function epochsInfoQuery(
  { startEpoch, count, isAscending = true }: EpochsInfoRequest,
  currentEpoch: number,
): PathQuery {
  const first = integerKey((startEpoch ?? (isAscending ? 0 : currentEpoch)) + EPOCH_OFFSET, 2);
  return rangeQuery(rootPath('pools'), {
    item: isAscending ? { type: 'rangeFrom', start: first } : { type: 'rangeToInclusive', end: first },
    isAscending,
    limit: count * FIELD_COUNT,
    defaultBranch: { query: { items: keyItems(Object.values(FIELDS).map(([field]) => field)) } },
  });
}

/** Epoch that has begun. */
export interface EpochInfo {
  readonly epoch: number;
  readonly firstBlockHeight: bigint;
  readonly firstCoreBlockHeight: number;
  readonly firstBlockTimeMs: bigint;
  /** Factor of fees in thousandths. */
  readonly feeMultiplierPermille: bigint;
  readonly protocolVersion: number;
}

/**
 * Verifies the response of getEpochsInfo: epochs that have begun, in the direction of the request. Without a start epoch in a
 * descending request it relies on the epoch of the metadata, which nothing signs. Throws DecodeError, ProofError.
 */
export const verifyEpochsInfo = (
  response: ProvenResponse,
  options: TrustOptions & EpochsInfoRequest,
): Proven<readonly EpochInfo[]> =>
  verifyResponse(response, options, (reader) => {
    const epochs = new Map<number, Map<string, Element>>();
    for (const { path, key: field, element } of reader.elements(
      epochsInfoQuery(options, response.metadata.epoch),
    )) {
      const [, epochKey] = path;
      // The pools of fees lie in the same layer, with shorter keys.
      if (path.length !== 2 || epochKey === undefined) continue;
      const epoch = Number(integerOf(epochKey, 2)) - EPOCH_OFFSET;
      const fields = epochs.get(epoch) ?? new Map<string, Element>();
      epochs.set(epoch, fields.set(nameOf(field), element));
    }
    return [...epochs].map(([epoch, fields]) => {
      const read = (name: keyof typeof FIELDS): bigint => {
        const element = fields.get(name);
        if (element === undefined)
          throw new ProofError('unexpected-element', `epoch ${epoch} has no ${name}`);
        return itemInteger(element, FIELDS[name][1]);
      };
      return {
        epoch,
        firstBlockHeight: read('firstBlockHeight'),
        firstCoreBlockHeight: Number(read('firstCoreBlockHeight')),
        firstBlockTimeMs: read('firstBlockTimeMs'),
        feeMultiplierPermille: read('feeMultiplierPermille'),
        protocolVersion: Number(read('protocolVersion')),
      };
    });
  });

function nameOf(field: Uint8Array): string {
  const known = Object.entries(FIELDS).find(([, [stored]]) => compareBytes(stored, field) === 0);
  return known?.[0] ?? '';
}
