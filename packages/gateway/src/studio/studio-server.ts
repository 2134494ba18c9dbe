import type { IncomingMessage } from 'node:http';
import { accessRefusal } from '../dev/dev-route.js';
import type { ReadinessCheck } from '../health/readiness.js';
import type { GatewaySettings } from '../settings.js';
import type { StudioServer } from './studio-routes.js';

/** What the page of one gateway is told: the chain, and whether whoever asks may use its controls. */
export function studioServer(
  readiness: Pick<ReadinessCheck, 'check'>,
  hasControls: boolean,
  { allowRemoteControls }: Pick<GatewaySettings, 'allowRemoteControls'>,
): (request: IncomingMessage) => Promise<StudioServer> {
  return async (request) => {
    const { node } = await readiness.check();
    return {
      network: node?.network,
      tip: node && { height: node.tip.height, hash: node.tip.hash },
      controls: hasControls && accessRefusal(request, allowRemoteControls) === undefined,
    };
  };
}
