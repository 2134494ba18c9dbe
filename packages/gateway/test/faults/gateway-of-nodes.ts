import { CoreNode, type CoreNodeOptions } from '@dapikit/chain/core-node';
import { CorePool, type CorePoolLimits, type PoolHealth } from '@dapikit/chain/core-pool';
import { cachedLayer1 } from '../../src/cache/cached-layer1.js';
import { DEFAULT_CACHE_SETTINGS } from '../../src/settings/settings.js';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';

/** A gateway in front of nodes as `dapikit serve` makes it: a pool, and a memory in front of it. */
export interface GatewayOfNodes extends GatewayUnderTest {
  readonly health: () => PoolHealth;
  /** Calls that are at the nodes, or wait for them. */
  readonly callsAtNodes: () => number;
}

/** @param now the clock of the answers from memory, in milliseconds */
export async function startGatewayOfNodes(
  nodes: readonly CoreNodeOptions[],
  limits: Partial<CorePoolLimits> = {},
  now?: () => number,
): Promise<GatewayOfNodes> {
  const cores = nodes.map((options) => new CoreNode(options));
  const pool = new CorePool({ nodes: cores.map((node, index) => ({ name: `n${index}`, node })), limits });
  const layer1 = cachedLayer1(pool, DEFAULT_CACHE_SETTINGS, now);
  const gateway = await startGatewayUnderTest({}, { layer1 });
  return {
    ...gateway,
    health: () => pool.health(),
    callsAtNodes: () =>
      cores
        .map((core) => core.health())
        .reduce((sum, { callsInFlight, callsQueued }) => sum + callsInFlight + callsQueued, 0),
    stop: async () => {
      await gateway.stop();
      layer1.close();
      await pool.close();
    },
  };
}
