import type { IncomingMessage } from 'node:http';
import type { ReadinessCheck } from '../health/readiness.js';
import type { StudioServer } from './studio-routes.js';

/** Whether whoever sends a request may use what a gateway has. */
export type MayUse = (request: IncomingMessage) => boolean;

/** What the page of one gateway is told: the chain, and whether whoever asks may use its controls and the platform. */
export function studioServer(
  readiness: Pick<ReadinessCheck, 'check'>,
  may: { readonly controls: MayUse; readonly platform: MayUse },
): (request: IncomingMessage) => Promise<StudioServer> {
  return async (request) => {
    const { node } = await readiness.check();
    return {
      network: node?.network,
      tip: node && { height: node.tip.height, hash: node.tip.hash },
      controls: may.controls(request),
      platform: may.platform(request),
    };
  };
}
