import type { ProvenResponse } from '@dapikit/proof';
import type { ProvenState } from '../src/api/committed-state-api.js';

/** Returns the block of a state as a response names it. */
export function responseMetadata({ metadata }: Pick<ProvenState, 'metadata'>): ProvenResponse['metadata'] {
  const { height, coreHeight, epoch, time, protocolVersion, chainId } = metadata;
  return { height, coreChainLockedHeight: coreHeight, epoch, timeMs: BigInt(time), protocolVersion, chainId };
}
