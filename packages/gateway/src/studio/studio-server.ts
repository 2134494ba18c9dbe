import type { IncomingMessage } from 'node:http';
import { accessRefusal } from '../dev/dev-route.js';
import type { ReadinessCheck } from '../health/readiness.js';
import type { GatewaySettings } from '../settings.js';
import type { StudioServer } from './studio-routes.js';

/** What the page of one gateway is told: the chain, and whether whoever asks may use its controls and the platform. */
export function studioServer(
  readiness: Pick<ReadinessCheck, 'check'>,
  has: { readonly controls: boolean; readonly platform: boolean },
  { allowRemoteControls }: Pick<GatewaySettings, 'allowRemoteControls'>,
): (request: IncomingMessage) => Promise<StudioServer> {
  return async (request) => {
    const { node } = await readiness.check();
    const mayWrite = accessRefusal(request, allowRemoteControls) === undefined;
    return {
      network: node?.network,
      tip: node && { height: node.tip.height, hash: node.tip.hash },
      controls: has.controls && mayWrite,
      platform: has.platform && mayWrite,
    };
  };
}
