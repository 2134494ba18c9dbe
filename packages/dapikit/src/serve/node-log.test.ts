import type { MemberHealth } from '@dapikit/chain/core-pool';
import { beforeEach, expect, it } from 'vitest';
import { recordedLog, type RecordedLog } from '../../../gateway/test/recorded-log.js';
import { NodeLog } from './node-log.js';

const HEALTH: MemberHealth = {
  name: 'first',
  state: 'healthy',
  breaker: 'closed',
  quarantine: undefined,
  nextTryIn: undefined,
  failure: undefined,
  software: '/Dash Core:23.1.2/',
  network: 'regtest',
  latency: undefined,
  tip: { hash: '00'.repeat(32), height: 100 },
  lag: 0,
  chainLock: undefined,
  lastProbeAge: undefined,
  callsInFlight: 0,
};

let now: number;
let health: MemberHealth;
let recorded: RecordedLog;
let nodeLog: NodeLog;
beforeEach(() => {
  now = 0;
  health = HEALTH;
  recorded = recordedLog();
  nodeLog = new NodeLog(
    recorded.log,
    () => [health],
    () => now,
  );
});

it('NodeLog logs once that a node is healthy, with version, network and height', () => {
  health = { ...HEALTH, state: 'unseen', software: undefined, network: undefined, tip: undefined };
  nodeLog.report();
  health = HEALTH;
  for (let times = 0; times < 100; times += 1) nodeLog.report();
  expect(recorded.lines).toEqual([
    expect.objectContaining({
      level: 30,
      node: 'first',
      version: 'Dash Core:23.1.2',
      network: 'regtest',
      height: 100,
      msg: 'node healthy',
    }),
  ]);
});

it('NodeLog logs once why a node is unhealthy, each change, and the duration', () => {
  const tried = (reason: 'unreachable' | 'unauthorized'): void => {
    nodeLog.onBreaker({ node: 'first', from: 'open', to: 'half-open', reason });
    nodeLog.onBreaker({ node: 'first', from: 'half-open', to: 'open', reason });
    nodeLog.report();
  };
  const rejected = { reason: 'unreachable', summary: 'connection refused', message: 'ECONNREFUSED' } as const;
  health = { ...HEALTH, state: 'failing', failure: rejected };
  nodeLog.onBreaker({ node: 'first', from: 'closed', to: 'open', reason: 'unreachable' });
  for (; now < 3_600_000; now += 15_000) tried('unreachable');
  const unauthorized = {
    reason: 'unauthorized',
    summary: 'unauthorized (HTTP 401)',
    message: 'getblockcount: HTTP status 401',
  } as const;
  health = { ...HEALTH, state: 'failing', failure: unauthorized };
  tried('unauthorized');
  tried('unauthorized');
  now += 60_000;
  health = HEALTH;
  nodeLog.onBreaker({ node: 'first', from: 'half-open', to: 'closed', reason: undefined });
  nodeLog.report();
  expect(recorded.lines).toMatchObject([
    {
      level: 40,
      node: 'first',
      failure: 'connection refused',
      reason: 'unreachable',
      cause: 'ECONNREFUSED',
      msg: 'node unhealthy',
    },
    {
      level: 40,
      node: 'first',
      failure: 'unauthorized (HTTP 401)',
      reason: 'unauthorized',
      cause: 'getblockcount: HTTP status 401',
      msg: 'node still unhealthy for another reason',
    },
    {
      level: 40,
      node: 'first',
      version: 'Dash Core:23.1.2',
      network: 'regtest',
      height: 100,
      unhealthySeconds: 3_660,
      msg: 'node recovered',
    },
  ]);
});

it('NodeLog logs once that a node lags and that it caught up', () => {
  nodeLog.report();
  health = { ...HEALTH, state: 'lagging', lag: 7 };
  for (let times = 0; times < 100; times += 1) nodeLog.report();
  health = { ...HEALTH, state: 'failing' };
  nodeLog.report();
  health = { ...HEALTH, state: 'lagging', lag: 9 };
  nodeLog.report();
  health = HEALTH;
  nodeLog.report();
  expect(recorded.lines.slice(1)).toMatchObject([
    { msg: 'node lagging', node: 'first', height: 100, blocksBehind: 7 },
    { msg: 'node caught up', node: 'first', height: 100, version: 'Dash Core:23.1.2' },
  ]);
});

it('NodeLog logs that a node syncs and that it caught up', () => {
  health = { ...HEALTH, state: 'syncing', lag: 0 };
  nodeLog.report();
  health = HEALTH;
  nodeLog.report();
  expect(recorded.lines.map(({ msg }) => msg)).toEqual(['node syncing', 'node caught up']);
});

it('NodeLog logs a node again after it was removed and added', () => {
  const all = [HEALTH];
  nodeLog = new NodeLog(recorded.log, () => all);
  nodeLog.report();
  all.pop();
  nodeLog.report();
  all.push(HEALTH);
  nodeLog.report();
  expect(recorded.lines.map(({ msg }) => msg)).toEqual(['node healthy', 'node healthy']);
});

it('NodeLog logs a quarantined transaction with its node', () => {
  nodeLog.onTransactionQuarantine({ node: 'first', txid: 'ab'.repeat(32) });
  expect(recorded.lines).toMatchObject([
    {
      level: 50,
      node: 'first',
      txid: 'ab'.repeat(32),
      msg: 'transaction quarantined: the node disconnected during the call',
    },
  ]);
});
