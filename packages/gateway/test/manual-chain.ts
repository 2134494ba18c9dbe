import { DevChain } from '@dapikit/chain';
import { onTestFinished } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { WebSocketClient } from './web-socket-client.js';

/** Returns a development chain that mines on request only. It is closed after the test. */
export function manualChain(): DevChain {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  return chain;
}

/** Starts a gateway of a chain, and returns a WebSocket client of it. Both are closed after the test. */
export async function connectedTo(chain: DevChain): Promise<WebSocketClient> {
  const { urls } = await gatewayForTest({}, { layer1: chain });
  return WebSocketClient.forTest(urls[0]!);
}
