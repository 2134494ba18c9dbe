import type { NetworkOptions, OpenNetwork } from './open-network.js';

/** Opens a network without a node. Its modules are loaded then: X11 and BLS take some hundred milliseconds, and few gateways need them. */
export async function openNetworkOfPeers(options: NetworkOptions): Promise<OpenNetwork> {
  const { openNetwork } = await import('./open-network.js');
  return openNetwork(options);
}
