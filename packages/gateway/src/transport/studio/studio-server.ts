import type { IncomingMessage } from 'node:http';
import type { ReadinessCheck } from '../../http-api/health/readiness.js';
import { ATTACK_SECONDS } from './attack-route.js';
import type { StudioServer } from './studio-routes.js';

/** Returns whether the sender of a request may use a part of the gateway. */
export type MayUse = (request: IncomingMessage) => boolean;

/** Returns the data of one gateway for its page: the chain, and whether the caller may use its controls and the platform, and attack contracts. @param about what is the same for all callers */
export function studioServer(
  readiness: Pick<ReadinessCheck, 'check'>,
  may: { readonly controls: MayUse; readonly platform: MayUse; readonly attack: MayUse },
  about: Pick<StudioServer, 'verifies' | 'program'>,
): (request: IncomingMessage) => Promise<StudioServer> {
  return async (request) => {
    const { node } = await readiness.check();
    return {
      network: node?.network,
      tip: node && { height: node.tip.height, hash: node.tip.hash },
      controls: may.controls(request),
      platform: may.platform(request),
      attackSeconds: may.attack(request) ? ATTACK_SECONDS : undefined,
      ...about,
    };
  };
}
