import { createClient } from '@connectrpc/connect';
import { DevChain } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { Core } from '../../src/grpc/generated/dapi_pb.js';
import { gatewayObserver } from '../../src/base/observe/gateway-observer.js';
import { Metrics } from '../../src/base/observe/metrics.js';
import { gatewayForTest } from '../gateway-under-test.js';
import { TRANSPORTS } from './grpc-clients.js';

const PREFIX = '/org.dash.platform.dapi.v0.Core';

async function observedGateway() {
  const metrics = new Metrics('test');
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const gateway = await gatewayForTest({}, { layer1: chain, observer: gatewayObserver(metrics) });
  return { gateway, metrics };
}

it.each(Object.entries(TRANSPORTS))(
  'metrics and log record the status of each call over %s',
  async (_, transport) => {
    const { gateway, metrics } = await observedGateway();
    const core = createClient(Core, transport(gateway.port));
    await core.getBestBlockHeight({});
    await expect(core.getBlock({})).rejects.toMatchObject({ code: 3 });
    const stream = core.subscribeToBlockHeadersWithChainLocks({
      fromBlock: { case: 'fromBlockHeight', value: 1 },
      count: 2,
    });
    for await (const message of stream) expect(message.responses.case).toBe('blockHeaders');
    const calls = [
      ['getBestBlockHeight', 0],
      ['getBlock', 3],
      ['subscribeToBlockHeadersWithChainLocks', 0],
    ] as const;
    for (const [method, status] of calls) {
      const line = `dapikit_grpc_calls_total{method="${PREFIX}/${method}",status="${status}"} 1`;
      await expect.poll(() => metrics.text()).toContain(line);
      expect(await metrics.text()).toContain(
        `dapikit_grpc_call_duration_seconds_count{method="${PREFIX}/${method}"} 1`,
      );
      const logged = gateway.logLines.find((entry) => entry['method'] === `${PREFIX}/${method}`);
      expect(logged).toMatchObject({ msg: 'gRPC call', status });
    }
  },
);

it('metrics record a call cancelled by its client as CANCELLED', async () => {
  const { gateway, metrics } = await observedGateway();
  const core = createClient(Core, TRANSPORTS['gRPC over h2c']!(gateway.port));
  const caller = new AbortController();
  const stream = core.subscribeToBlockHeadersWithChainLocks(
    { fromBlock: { case: 'fromBlockHeight', value: 1 } },
    { signal: caller.signal },
  );
  await expect(
    (async () => {
      for await (const message of stream) {
        expect(message.responses.case).toBe('blockHeaders');
        caller.abort();
      }
    })(),
  ).rejects.toMatchObject({ code: 1 });
  const method = `${PREFIX}/subscribeToBlockHeadersWithChainLocks`;
  await expect
    .poll(() => metrics.text())
    .toContain(`dapikit_grpc_calls_total{method="${method}",status="1"} 1`);
});
