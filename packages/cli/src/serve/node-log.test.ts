import type { MemberHealth } from '@dapikit/chain/core-node';
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
  latency: undefined,
  tip: { hash: '00'.repeat(32), height: 100 },
  lag: 0,
  chainLock: undefined,
  lastLookAge: undefined,
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

it('says once why a node is out, when that changes, and for how long it was', () => {
  const tried = (reason: 'unreachable' | 'unauthorized'): void => {
    nodeLog.onBreaker({ node: 'first', from: 'open', to: 'half-open', reason });
    nodeLog.onBreaker({ node: 'first', from: 'half-open', to: 'open', reason });
  };
  health = { ...HEALTH, failure: { reason: 'unreachable', message: 'ECONNREFUSED' } };
  nodeLog.onBreaker({ node: 'first', from: 'closed', to: 'open', reason: 'unreachable' });
  for (; now < 3_600_000; now += 15_000) tried('unreachable');
  health = { ...HEALTH, failure: { reason: 'unauthorized', message: 'HTTP status 401' } };
  tried('unauthorized');
  tried('unauthorized');
  now += 60_000;
  nodeLog.onBreaker({ node: 'first', from: 'half-open', to: 'closed', reason: undefined });
  expect(recorded.lines).toMatchObject([
    { level: 40, node: 'first', reason: 'unreachable', cause: 'ECONNREFUSED', msg: 'node taken out' },
    {
      level: 40,
      node: 'first',
      reason: 'unauthorized',
      cause: 'HTTP status 401',
      msg: 'node still out, for another reason',
    },
    { level: 40, node: 'first', outForSeconds: 3_660, msg: 'node taken back' },
  ]);
});

it('says once that a node is behind, and when it is no more', () => {
  nodeLog.look();
  health = { ...HEALTH, state: 'lagging', lag: 7 };
  for (let times = 0; times < 100; times += 1) nodeLog.look();
  health = { ...HEALTH, state: 'failing' };
  nodeLog.look();
  health = { ...HEALTH, state: 'lagging', lag: 9 };
  nodeLog.look();
  health = HEALTH;
  nodeLog.look();
  expect(recorded.lines).toMatchObject([
    { msg: 'node is behind the others', node: 'first', height: 100, blocksBehind: 7 },
    { msg: 'node in step again', node: 'first', height: 100 },
  ]);
});
