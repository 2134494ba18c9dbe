import { NodeUnavailableError, type Layer1, type NodeStatus } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { recordedLayer1 } from '../../../test/recorded-layer1.js';
import type { NodeReport } from '../../base/observe/metrics.js';
import { ReadinessCheck } from './readiness.js';

const NOW = 1_767_225_600_000;
const SETTINGS = { readyMaxTipAge: 90 * 60_000, readyMaxBlocksBehind: 3 };
const STATUS: NodeStatus = {
  software: '/Dash Core:23.1.2/',
  network: 'main',
  tip: { hash: 'ab'.repeat(32), height: 2_000_000 },
  headersHeight: 2_000_000,
  isInitialBlockDownload: false,
  difficulty: 1,
  medianTime: NOW / 1000 - 900,
  peers: 8,
  masternodeSync: undefined,
  chainLock: undefined,
};

function node(status: () => Promise<NodeStatus>): Layer1 {
  return { ...recordedLayer1(), status };
}

async function reasonsOf(status: Partial<NodeStatus>, settings = SETTINGS): Promise<string[]> {
  const check = new ReadinessCheck(
    node(async () => ({ ...STATUS, ...status })),
    settings,
    () => NOW,
  );
  const { isReady, reasons } = await check.check();
  expect(isReady).toBe(reasons.length === 0);
  return reasons.map(({ code }) => code);
}

describe('ReadinessCheck', () => {
  it('reports ready while the chain advances', async () => {
    expect(await reasonsOf({})).toEqual([]);
  });

  it.each<[string, Partial<NodeStatus>, string[]]>([
    ['the initial block download runs', { isInitialBlockDownload: true }, ['initial-block-download']],
    ['three blocks are missing', { headersHeight: 2_000_003 }, []],
    ['four blocks are missing', { headersHeight: 2_000_004 }, ['blocks-behind']],
    ['the last block is 90 minutes old', { medianTime: NOW / 1000 - 5_400 }, []],
    ['the last block is older', { medianTime: NOW / 1000 - 5_401 }, ['tip-too-old']],
    [
      'the network is regtest, which mines on demand',
      { network: 'regtest', medianTime: 0, isInitialBlockDownload: true },
      [],
    ],
    [
      'all of it',
      { headersHeight: 3_000_000, medianTime: 0, isInitialBlockDownload: true },
      ['initial-block-download', 'blocks-behind', 'tip-too-old'],
    ],
  ])('reports whether the gateway is ready when %s', async (_, status, codes) => {
    expect(await reasonsOf(status)).toEqual(codes);
  });

  it('ignores the age of the tip when readyMaxTipAge is 0', async () => {
    expect(await reasonsOf({ medianTime: 0 }, { ...SETTINGS, readyMaxTipAge: 0 })).toEqual([]);
  });

  it('reports an unreachable node without its address', async () => {
    const check = new ReadinessCheck(
      node(async () => {
        throw new NodeUnavailableError('connect ECONNREFUSED 10.0.0.1:9998', 'unreachable');
      }),
      SETTINGS,
      () => NOW,
    );
    expect(await check.check()).toEqual({
      isReady: false,
      reasons: [{ code: 'node-unavailable', message: 'no node answers: unreachable' }],
      node: undefined,
      tipAge: undefined,
      nodes: [],
    });
  });

  it.each([
    [['unauthorized (HTTP 401)'], 'no node answers: unauthorized (HTTP 401)'],
    [
      ['connection refused', undefined, 'connection refused'],
      'no node answers: 2 connection refused, 1 unseen',
    ],
  ])('names the failures when no node responds: %j', async (failures, message) => {
    const nodes = failures.map((failure, at): NodeReport => ({
      name: `10.0.0.${at}:9998`,
      publicName: `node ${at + 1}`,
      state: failure === undefined ? 'unseen' : 'failing',
      failure,
      height: undefined,
      blocksBehind: undefined,
      isUp: false,
      isHealthy: false,
      callsInFlight: 0,
      callsQueued: 0,
      isNotifying: false,
    }));
    const check = new ReadinessCheck(
      node(async () => {
        throw new NodeUnavailableError('no node available', 'unreachable');
      }),
      SETTINGS,
      () => NOW,
      undefined,
      () => nodes,
    );
    expect(await check.check()).toMatchObject({ reasons: [{ code: 'node-unavailable', message }], nodes });
  });

  it('reports a node that does not respond in time', async () => {
    const check = new ReadinessCheck(
      { ...recordedLayer1(), status: (options) => abortedBy(options?.signal) },
      SETTINGS,
      () => NOW,
    );
    const { reasons } = await check.check();
    expect(reasons).toEqual([
      { code: 'node-unavailable', message: 'no node returned its status within 2000 ms' },
    ]);
  });

  it('reports that the gateway is draining', async () => {
    const check = new ReadinessCheck(
      node(async () => STATUS),
      SETTINGS,
      () => NOW,
    );
    check.drain();
    const { isReady, reasons } = await check.check();
    expect([isReady, reasons[0]?.code]).toEqual([false, 'draining']);
  });
});

it('the readiness check queries the node once per second, whatever the number of checks', async () => {
  let asked = 0;
  let now = NOW;
  const status = async () => {
    asked += 1;
    return STATUS;
  };
  const check = new ReadinessCheck(node(status), SETTINGS, () => now);
  await Promise.all(Array.from({ length: 50 }, () => check.check()));
  now += 999;
  await check.check();
  expect(asked).toBe(1);
  now += 1;
  await check.check();
  expect(asked).toBe(2);
});

function abortedBy(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new NodeUnavailableError('cancelled', 'cancelled')));
  });
}
