// Has a process of its own: it counts the timers that are left, and those of a client of another file are among them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CorePool,
  type CorePoolLimits,
  type NodeJudge,
  type PoolObserver,
} from '../src/nodes/core-pool/index.js';
import { NodeRejectionError, type BlockEvent, type ChainLock } from '../src/layer1/layer1.js';
import { NodeUnavailableError } from '../src/layer1/node-unavailable-error.js';
import { BlockTree, ScriptedNode } from './scripted-node.js';
import { eventText } from './watched.js';
import { TransactionQuarantine } from '../src/nodes/core-pool/transaction-quarantine.js';
import { encodePayload } from '../src/primitives/payload/payload.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import { encodeTransaction } from '../src/primitives/transaction/transaction.js';
import { UnsafeTransactionError } from '../src/primitives/transaction/unsafe-transaction-error.js';

const RAW = Uint8Array.of(1);

let tree: BlockTree;
let nodes: ScriptedNode[];
let pool: CorePool;
let events: BlockEvent[];
let locks: ChainLock[];
let seen: string[];
let errors: unknown[];
let judge: NodeJudge | undefined;

const observer: PoolObserver = {
  onCall: ({ node, method, outcome, milliseconds, isUrgent }) => {
    if (!isUrgent) seen.push(`${node} ${method} ${outcome} ${milliseconds}`);
  },
  onHedge: ({ node, method }) => seen.push(`hedge ${method} ${node}`),
  onFailover: ({ method, from, to, reason }) => seen.push(`failover ${method} ${from} ${to} ${reason}`),
  onBreaker: ({ node, from, to, reason }) => seen.push(`${node} ${from} ${to} ${String(reason)}`),
  onQuarantine: ({ node, reason }) => seen.push(`${node} quarantine ${String(reason)}`),
  onTransactionQuarantine: ({ node, txid }) => seen.push(`${node} disconnected with ${txid}`),
};

beforeEach(() => {
  vi.useFakeTimers();
  tree = new BlockTree();
  [events, locks, seen, errors] = [[], [], [], []];
  judge = undefined;
});
afterEach(async () => {
  await pool.close();
  const timers = vi.getTimerCount();
  vi.useRealTimers();
  if (timers > 0) throw new Error(`${timers} timers are left`);
});

/** A pool of nodes at one block of height 200, that has been looked at. */
async function poolOf(count: number, limits: Partial<CorePoolLimits> = {}): Promise<void> {
  const first = new ScriptedNode(tree);
  const start = first.mine(200);
  nodes = [first, ...Array.from({ length: count - 1 }, () => new ScriptedNode(tree, start))];
  await open(limits);
}

async function open(limits: Partial<CorePoolLimits> = {}): Promise<void> {
  pool = new CorePool({
    nodes: nodes.map((node, index) => ({ name: `n${index}`, node })),
    limits,
    observer,
    judge: {
      isSigned: (chainLock) => judge?.isSigned(chainLock),
      isRejected: (node) => judge?.isRejected(node) === true,
    },
    onError: (error) => errors.push(error),
    now: () => Date.now(),
    random: () => 0,
  });
  pool.watchBlocks((event) => events.push(event));
  pool.watchChainLocks((lock) => locks.push(lock));
  await pass(1);
  seen.length = 0;
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** What a call comes to, and after how long. */
async function outcome(call: unknown): Promise<readonly [unknown, number]> {
  const begun = Date.now();
  const settled: (readonly [unknown, number])[] = [];
  const settle = (what: unknown): void => void settled.push([what, Date.now() - begun]);
  void Promise.resolve(call).then(settle, settle);
  await pass(0);
  for (let waited = 0; settled.length === 0 && waited < 20_000; waited += 10) await pass(10);
  const [first] = settled;
  if (!first) throw new Error('it hangs');
  return first;
}

const states = (): string[] => pool.health().nodes.map(({ state }) => state);
const hashAt = (height: number): string => tree.at(nodes[0]!.best, height)!;

describe('reads of CorePool', () => {
  it('are served from the followed chain without a node call where possible', async () => {
    await poolOf(2);
    expect(pool.tip()).toEqual({ hash: nodes[0]!.best, height: 200 });
    expect(pool.blockHash(200)).toBe(nodes[0]!.best);
    expect(pool.bestChainLock()).toBeUndefined();
    expect(await pool.blockHash(198)).toBe(hashAt(198));
    expect(pool.blockHash(199)).toBe(hashAt(199));
    expect(seen).toEqual([]);
    expect(await pool.blockHash(5)).toBe(hashAt(5));
    expect(seen).toEqual(['n0 blockHash answered 0']);
  });

  it.each([-1, 201, 2_000, 1.5, NaN])('reject the height %s', async (height) => {
    await poolOf(1);
    await expect(pool.blockHash(height)).rejects.toEqual(
      new NodeRejectionError(-8, 'Block height out of range'),
    );
  });

  it('probe before rejecting a height just above the tip, at a limited rate', async () => {
    await poolOf(2);
    await pass(1_000);
    nodes[0]!.calls.length = 0;
    for (let turn = 0; turn < 100; turn += 1)
      await expect(pool.blockHash(201)).rejects.toThrow('out of range');
    expect(nodes[0]!.calls).toEqual(['tip', 'bestChainLock']);
    await pass(200);
    const tip = nodes[1]!.mine(1, false);
    expect(await pool.blockHash(201)).toBe(tip);
    expect(events.map(eventText)).toEqual([`+201 ${tip}`]);
  });

  it('fail over to the next node at once', async () => {
    await poolOf(3);
    nodes[0]!.mode = 'connection-lost';
    expect(await outcome(pool.blockHash(5))).toEqual([hashAt(5), 0]);
    expect(seen).toEqual([
      'n0 blockHash connection-lost 0',
      'failover blockHash n0 n1 connection-lost',
      'n1 blockHash answered 0',
    ]);
  });

  it('are hedged to the next node when one is slow, and cancel the slow call', async () => {
    await poolOf(2, { maxHedgeDelay: 100 });
    nodes[0]!.mode = 'silent';
    expect(await outcome(pool.blockHash(5))).toEqual([hashAt(5), 100]);
    expect(seen).toEqual(['hedge blockHash n1', 'n1 blockHash answered 0', 'n0 blockHash cancelled 100']);
  });

  it('adapt the hedge delay to the observed latency', async () => {
    await poolOf(2, { minHedgeDelay: 20, maxHedgeDelay: 900 });
    nodes[0]!.delay = 30;
    for (let time = 0; time < 10; time += 1) await outcome(pool.blockHash(5));
    seen.length = 0;
    nodes[0]!.mode = 'silent';
    nodes[1]!.delay = 0;
    expect((await outcome(pool.blockHash(5)))[1]).toBe(30);
    expect(seen[0]).toBe('hedge blockHash n1');
  });

  it('respect the limit on hedges', async () => {
    await poolOf(3, { maxHedges: 0 });
    nodes[0]!.mode = 'silent';
    const [hash, time] = await outcome(pool.blockHash(5));
    expect([hash, time]).toEqual([hashAt(5), 5_000]);
    expect(seen.filter((line) => line.startsWith('hedge'))).toEqual([]);
  });

  it('end at their deadline', async () => {
    await poolOf(3, { maxHedges: 0, attemptTimeout: 4_000, callTimeout: 9_000 });
    for (const node of nodes) node.mode = 'silent';
    const [error, time] = await outcome(pool.blockHash(5));
    expect(error).toMatchObject({ name: 'NodeUnavailableError', reason: 'timeout' });
    expect(time).toBeLessThanOrEqual(9_000);
  });

  it('end when their caller aborts', async () => {
    await poolOf(2);
    for (const node of nodes) node.mode = 'silent';
    const caller = new AbortController();
    const call = outcome(pool.blockHash(5, { signal: caller.signal }));
    caller.abort();
    expect((await call)[0]).toMatchObject({ reason: 'cancelled' });
  });

  it('summarize how nodes failed without naming them', async () => {
    await poolOf(3);
    [nodes[0]!.mode, nodes[1]!.mode, nodes[2]!.mode] = ['timeout', 'overloaded', 'timeout'];
    const [error] = await outcome(pool.status());
    expect(error).toEqual(new NodeUnavailableError('no node answered: 2 timeout, 1 overloaded', 'timeout'));
  });

  it('return the rejection of a node unchanged', async () => {
    await poolOf(2);
    nodes[0]!.status = () => Promise.reject(new NodeRejectionError(-5, 'No such thing'));
    await expect(pool.status()).rejects.toEqual(new NodeRejectionError(-5, 'No such thing'));
  });

  it.each([-1, -7, -20, -32601, -32603])('are retried on another node after the error %i', async (code) => {
    await poolOf(2);
    const rejected = () => Promise.reject(new NodeRejectionError(code, 'trouble'));
    for (const node of nodes) node.delay = 5;
    nodes[0]!.blockHash = rejected;
    expect((await outcome(pool.blockHash(5)))[0]).toBe(hashAt(5));
    nodes[1]!.blockHash = rejected;
    expect((await outcome(pool.blockHash(6)))[0]).toEqual(new NodeRejectionError(code, 'trouble'));
  });

  it('find the node that has the block', async () => {
    await poolOf(2);
    const ahead = nodes[1]!.mine(3);
    await pass(1);
    expect(await pool.masternodeListDiff('1', ahead)).toMatchObject({ blockHash: ahead });
    // By height only who is that high is asked.
    seen.length = 0;
    expect(await pool.masternodeListDiff('1', '203')).toMatchObject({ blockHash: '203' });
    expect(seen).toEqual(['n1 masternodeListDiff answered 0']);
    const unknown = tree.extend(ahead);
    await expect(pool.masternodeListDiff('1', unknown)).rejects.toMatchObject({ code: -1 });
  });

  it('return the status with the followed tip', async () => {
    await poolOf(2);
    const tip = nodes[0]!.mine(1, false);
    expect(await pool.status()).toMatchObject({ tip: { hash: tip, height: 201 }, headersHeight: 201 });
    expect(pool.tip()).toEqual({ hash: tip, height: 201 });
  });
});

describe('the tip that CorePool follows', () => {
  it('does not move back to a lagging node when all others fail', async () => {
    await poolOf(3);
    const tip = nodes[0]!.mine(5);
    await pass(1);
    nodes[0]!.mode = 'unreachable';
    await pass(30_000);
    expect(states()).toEqual(['failing', 'lagging', 'lagging']);
    expect(await pool.tip()).toEqual({ hash: tip, height: 205 });
    expect(await pool.blockHash(203)).toBe(tree.at(tip, 203));
    expect(await pool.blockHash(7)).toBe(hashAt(7));
    expect(events.filter(({ kind }) => kind !== 'connected')).toEqual([]);
  });

  it('starts with the best of all nodes, not the fastest', async () => {
    const ahead = new ScriptedNode(tree);
    nodes = [new ScriptedNode(tree, ahead.mine(9)), ahead];
    ahead.mine(3);
    ahead.delay = 400;
    await open();
    expect(pool.health().tip).toBeUndefined();
    const [tip] = await outcome(pool.tip());
    expect(tip).toEqual({ hash: ahead.best, height: 12 });
    expect(events).toEqual([]);
  });

  it('is unavailable while no node responds', async () => {
    await poolOf(2);
    for (const node of nodes) node.mode = 'silent';
    await pass(16_000);
    const [error] = await outcome(pool.tip());
    expect(error).toMatchObject({ reason: 'unreachable', mayHaveReached: false });
    expect(pool.health()).toMatchObject({ isReady: false, tip: { height: 200 } });
    for (const node of nodes) node.mode = 'up';
    // Callers get a response as soon as a node is back, long before its next try.
    await pass(600);
    expect(await outcome(pool.tip())).toEqual([{ hash: nodes[0]!.best, height: 200 }, 0]);
  });

  it('quarantines nodes that contradict a ChainLock until they agree', async () => {
    await poolOf(3);
    const good = nodes[0]!.mine(1);
    nodes[1]!.goTo(good);
    const fork = nodes[2]!.mine(3);
    await pass(1);
    expect(pool.health().tip?.hash).toBe(fork);
    events.length = 0;
    nodes[0]!.setLock(good);
    await pass(1);
    expect(states()).toEqual(['healthy', 'healthy', 'quarantined']);
    expect(seen).toEqual(['n2 quarantine chain-lock']);
    expect(events.map(({ kind, height }) => `${kind} ${height}`)).toEqual([
      'disconnected 203',
      'disconnected 202',
      'disconnected 201',
      'connected 201',
    ]);
    expect(pool.bestChainLock()).toMatchObject({ hash: good });
    expect(locks).toEqual([pool.bestChainLock()]);
    nodes[2]!.calls.length = 0;
    nodes[0]!.mode = 'timeout';
    nodes[1]!.mode = 'timeout';
    await outcome(pool.blockHash(5));
    await outcome(pool.sendTransaction(RAW));
    expect(nodes[2]!.calls).not.toContain('blockHash');
    expect(nodes[2]!.sent).toEqual([]);
    nodes[0]!.mode = 'up';
    nodes[2]!.goTo(good);
    await pass(5_000);
    expect(pool.health().nodes[2]).toMatchObject({ state: 'healthy', quarantine: undefined });
    expect(seen).toContain('n2 quarantine undefined');
  });

  it('follows the ChainLock of most nodes', async () => {
    await poolOf(3);
    nodes[2]!.mine(1, false);
    nodes[2]!.setLock(nodes[2]!.best);
    await pass(1);
    expect(states()).toEqual(['healthy', 'healthy', 'healthy']);
    const good = nodes[0]!.mine(2);
    nodes[0]!.setLock(good);
    await pass(1);
    expect(pool.bestChainLock()).toMatchObject({ hash: nodes[2]!.best });
    nodes[1]!.goTo(good);
    nodes[1]!.setLock(good);
    await pass(1);
    expect(states()).toEqual(['healthy', 'healthy', 'quarantined']);
    expect(pool.bestChainLock()).toMatchObject({ hash: good });
    expect(pool.health().tip?.hash).toBe(good);
  });

  it('follows the ChainLock that trusted quorums signed, against most nodes', async () => {
    await poolOf(3);
    const good = nodes[0]!.mine(2);
    nodes[0]!.setLock(good);
    const other = nodes[1]!.mine(1, false);
    nodes[2]!.goTo(other);
    for (const node of nodes.slice(1)) node.setLock(other);
    judge = { isSigned: ({ hash }) => hash === good, isRejected: () => false };
    await pass(2_000);
    expect(states()).toEqual(['healthy', 'quarantined', 'quarantined']);
    expect(seen).toContain('n1 quarantine verification');
    expect(pool.bestChainLock()).toMatchObject({ hash: good });
    expect(pool.health().tip?.hash).toBe(good);
  });

  it('sends no requests to a node that is judged to lie, until it is judged otherwise', async () => {
    await poolOf(2);
    judge = { isSigned: () => undefined, isRejected: (node) => node === 'n0' };
    await pass(2_000);
    expect(states()).toEqual(['quarantined', 'healthy']);
    nodes[0]!.calls.length = 0;
    await outcome(pool.blockHash(5));
    expect(nodes[0]!.calls).not.toContain('blockHash');
    judge = undefined;
    await pass(2_000);
    expect(states()).toEqual(['healthy', 'healthy']);
  });

  it('waits for the block of a ChainLock', async () => {
    await poolOf(2);
    const next = tree.extend(nodes[0]!.best);
    nodes[0]!.setLock(next);
    await pass(1);
    expect([locks, states()]).toEqual([[], ['healthy', 'healthy']]);
    nodes[0]!.goTo(next);
    await pass(1);
    expect(locks.map(({ hash }) => hash)).toEqual([next]);
  });

  it('quarantines a node of another network', async () => {
    await poolOf(2);
    const stranger = new ScriptedNode(new BlockTree());
    stranger.network = 'main';
    stranger.mine(900);
    pool.replaceNodes([
      ...nodes.map((node, index) => ({ name: `n${index}`, node })),
      { name: 'x', node: stranger },
    ]);
    await pass(1);
    expect(states()).toEqual(['healthy', 'healthy', 'quarantined']);
    expect(pool.health().tip?.height).toBe(200);
    expect(events).toEqual([]);
  });
});

describe('a failing node of CorePool', () => {
  it('is removed, retried with backoff and readmitted', async () => {
    await poolOf(2);
    nodes[0]!.mode = 'unreachable';
    await pass(2_000);
    expect(seen).toEqual(['n0 closed open unreachable']);
    expect(pool.health().nodes[0]).toMatchObject({
      state: 'failing',
      breaker: 'open',
      nextTryIn: 499,
      failure: { reason: 'unreachable' },
    });
    seen.length = 0;
    nodes[0]!.calls.length = 0;
    await pass(60_000);
    // After 0.5, 1, 2, 4, 8 and then every 15 seconds.
    expect(nodes[0]!.calls).toHaveLength(5 + 2);
    nodes[0]!.mode = 'up';
    await pass(15_000);
    expect(states()).toEqual(['healthy', 'healthy']);
    expect(seen.slice(-2)).toEqual(['n0 open half-open unreachable', 'n0 half-open closed undefined']);
  });

  it.each([
    [['unauthorized', 'unauthorized'], 'unauthorized', '2 unauthorized (HTTP 401)'],
    [['unauthorized', 'unreachable'], 'unreachable', '1 unauthorized (HTTP 401), 1 unreachable'],
    [['silent', 'silent'], 'unreachable', '2 timeout'],
  ] as const)('determines the error when no node is left: %j', async (modes, reason, told) => {
    await poolOf(2);
    for (const [at, mode] of modes.entries()) nodes[at]!.mode = mode;
    await pass(60_000);
    const failure = Promise.resolve(pool.blockHash(3)).catch((error: unknown) => error);
    await pass(10_000);
    expect(await failure).toMatchObject({ reason, message: `no node available (${told})` });
  });

  it('is warming up while it starts', async () => {
    await poolOf(1);
    nodes[0]!.mode = 'starting';
    await pass(4_000);
    expect(states()).toEqual(['warming-up']);
    await pass(15_000);
    const [error] = await outcome(pool.tip());
    expect(error).toEqual(new NodeUnavailableError('Loading block index…', 'starting'));
    expect(pool.health().nodes[0]?.nextTryIn).toBeLessThanOrEqual(500);
  });

  it('is used last while it syncs', async () => {
    await poolOf(2);
    nodes[0]!.isSyncing = true;
    await pass(40_000);
    expect(states()).toEqual(['syncing', 'healthy']);
    seen.length = 0;
    await pool.status();
    expect(seen).toEqual(['n1 status answered 0']);
  });
});

describe('a transaction sent to CorePool', () => {
  it('goes to one node at a time until one accepts it', async () => {
    await poolOf(3);
    for (const node of nodes) node.delay = 40;
    nodes[0]!.onTransaction = () => {
      throw new NodeRejectionError(-25, 'bad-txns-inputs-missingorspent');
    };
    const call = pool.sendTransaction(RAW);
    await pass(39);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 0, 0]);
    await pass(1);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
    expect(await outcome(call)).toEqual(['aa'.repeat(32), 40]);
    // The others get it all the same.
    await pass(40);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1, 1]);
  });

  it('goes to the next node after a timeout, and no further after its caller aborted', async () => {
    await poolOf(3);
    nodes[0]!.mode = 'silent';
    expect(await outcome(pool.sendTransaction(RAW))).toEqual(['aa'.repeat(32), 5_000]);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1, 1]);
    await pool.close();
    await poolOf(3, { callTimeout: 7_000 });
    [nodes[0]!.mode, nodes[1]!.mode] = ['silent', 'silent'];
    const [error, time] = await outcome(pool.sendTransaction(RAW));
    expect(error).toMatchObject({ reason: 'timeout', mayHaveReached: true });
    expect(time).toBe(7_000);
    await pass(30_000);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
  });

  it('is rejected when all responding nodes reject it', async () => {
    await poolOf(3);
    nodes[0]!.mode = 'overloaded';
    for (const node of nodes.slice(1)) {
      node.onTransaction = () => {
        throw new NodeRejectionError(-26, 'dust');
      };
    }
    expect(await outcome(pool.sendTransaction(RAW))).toEqual([new NodeRejectionError(-26, 'dust'), 0]);
  });

  it('is rejected when no other node accepts it soon after the first rejection', async () => {
    await poolOf(3);
    nodes[0]!.onTransaction = () => {
      throw new NodeRejectionError(-26, 'dust');
    };
    nodes[1]!.mode = 'silent';
    expect(await outcome(pool.sendTransaction(RAW))).toEqual([new NodeRejectionError(-26, 'dust'), 1_000]);
    await pass(30_000);
    expect(nodes[2]!.sent).toEqual([]);
  });

  it('is sent once for concurrent callers', async () => {
    await poolOf(2);
    nodes[0]!.delay = 40;
    const calls = [pool.sendTransaction(RAW), pool.sendTransaction(RAW), pool.sendTransaction(RAW)];
    expect(await outcome(Promise.all(calls))).toEqual([Array(3).fill('aa'.repeat(32)), 40]);
    await pass(0);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1]);
    // Afterwards a caller may want it to be announced again.
    await outcome(pool.sendTransaction(RAW));
    expect(nodes.map(({ sent }) => sent.length)).toEqual([2, 2]);
  });

  it('is reported as mined when a node says so', async () => {
    await poolOf(2);
    nodes[0]!.onTransaction = () => {
      throw new NodeRejectionError(-25, 'bad-txns-inputs-missingorspent');
    };
    nodes[1]!.onTransaction = () => {
      throw new NodeRejectionError(-27, 'Transaction already in block chain');
    };
    await expect(pool.sendTransaction(RAW)).rejects.toMatchObject({ code: -27 });
  });

  it('may have reached a node that did not respond, and is sent to none twice', async () => {
    await poolOf(2);
    [nodes[0]!.mode, nodes[1]!.mode] = ['overloaded', 'unexpected-answer'];
    const [error] = await outcome(pool.sendTransaction(RAW));
    expect(error).toMatchObject({ reason: 'unexpected-answer', mayHaveReached: true });
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1]);
  });

  it('has reached no node when none is available', async () => {
    await poolOf(2);
    for (const node of nodes) node.mode = 'unreachable';
    await pass(4_000);
    const [error] = await outcome(pool.sendTransaction(RAW));
    expect(error).toMatchObject({ reason: 'unreachable', mayHaveReached: false });
    expect(nodes.map(({ sent }) => sent.length)).toEqual([0, 0]);
  });

  it('ends at the deadline as possibly sent', async () => {
    await poolOf(2, { callTimeout: 2_000 });
    for (const node of nodes) node.mode = 'silent';
    const [error, time] = await outcome(pool.sendTransaction(RAW));
    expect(error).toMatchObject({ reason: 'timeout', mayHaveReached: true });
    expect(time).toBe(2_000);
  });
});

describe('a transaction during which a node of CorePool disconnects', () => {
  const TXID = '705f425bfcb81942ec8db27abc2485c1322177233dac87d78445c704dccf129c';
  const QUARANTINED = {
    name: 'UnsafeTransactionError',
    reason: 'transaction-quarantined',
    details: { found: TXID },
  };

  it('is sent to no other node and not again', async () => {
    await poolOf(3);
    nodes[0]!.mode = 'connection-lost';
    expect((await outcome(pool.sendTransaction(RAW)))[0]).toMatchObject(QUARANTINED);
    expect(seen.filter((line) => line.includes('disconnected'))).toEqual([`n0 disconnected with ${TXID}`]);
    await pass(30_000);
    expect(states()).toEqual(['failing', 'healthy', 'healthy']);
    expect((await outcome(pool.sendTransaction(RAW)))[0]).toMatchObject(QUARANTINED);
    nodes[0]!.mode = 'up';
    await pass(30_000);
    expect((await outcome(pool.sendTransaction(RAW)))[0]).toMatchObject(QUARANTINED);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 0, 0]);
    // Others are sent as before.
    expect((await outcome(pool.sendTransaction(Uint8Array.of(2))))[0]).toBe('aa'.repeat(32));
  });

  it('stops one node, however many callers send it', async () => {
    await poolOf(3);
    nodes[0]!.delay = 20;
    nodes[0]!.onTransaction = () => {
      nodes[0]!.mode = 'unreachable';
      throw new NodeUnavailableError('hung up', 'connection-lost');
    };
    const calls = Array.from({ length: 20 }, () => outcome(pool.sendTransaction(RAW)));
    await pass(10);
    calls.push(outcome(pool.sendTransaction(RAW)));
    for (const call of calls) expect((await call)[0]).toMatchObject(QUARANTINED);
    await pass(30_000);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 0, 0]);
    expect(states()).toEqual(['failing', 'healthy', 'healthy']);
  });

  it('is not sent to a third node when the second disconnects after the first accepted', async () => {
    await poolOf(3);
    nodes[1]!.mode = 'connection-lost';
    expect((await outcome(pool.sendTransaction(RAW)))[0]).toBe('aa'.repeat(32));
    await pass(10);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
    expect((await outcome(pool.sendTransaction(RAW)))[0]).toMatchObject(QUARANTINED);
    expect(nodes.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
  });

  it('is quarantined among ten thousand while it is sent now and then', async () => {
    await poolOf(1);
    const quarantine = new TransactionQuarantine();
    for (let at = 0; at < 10_000; at += 1) quarantine.add(String(at));
    expect(() => quarantine.check('0')).toThrow(UnsafeTransactionError);
    for (let at = 10_000; at < 19_999; at += 1) quarantine.add(String(at));
    expect(() => quarantine.check('0')).toThrow(UnsafeTransactionError);
    expect(() => quarantine.check('1')).not.toThrow();
  });
});

describe('a special transaction that could crash a node', () => {
  it('is not sent', async () => {
    await poolOf(2);
    const signal = encodeTransaction({
      version: 3,
      type: TransactionType.mnHardForkSignal,
      inputs: [],
      outputs: [],
      lockTime: 0,
      extraPayload: encodePayload({
        kind: 'mnHfTx',
        version: 1,
        versionBit: 29,
        quorumHash: '11'.repeat(32),
        signature: '00'.repeat(96),
      }),
    });
    expect((await outcome(pool.sendTransaction(signal)))[0]).toMatchObject({
      name: 'UnsafeTransactionError',
      reason: 'payload-out-of-range',
      details: { expected: 'at most 28', found: 29, at: '/payload/versionBit' },
    });
    expect(nodes.map(({ sent }) => sent.length)).toEqual([0, 0]);
  });
});

describe('CorePool.replaceNodes', () => {
  it('replaces nodes, whose calls end first', async () => {
    await poolOf(2);
    const [kept, gone] = [nodes[0]!, nodes[1]!];
    [kept.mode, gone.delay] = ['timeout', 500];
    const call = outcome(pool.blockHash(5));
    await pass(1);
    const fresh = new ScriptedNode(tree, kept.best);
    pool.replaceNodes(
      [
        { name: 'kept', node: kept },
        { name: 'fresh', node: fresh },
      ],
      { maxLag: 7 },
    );
    expect(gone.isClosed).toBe(false);
    expect((await call)[0]).toBe(hashAt(5));
    kept.mode = 'up';
    await pass(5_000);
    expect([gone.isClosed, kept.isClosed]).toEqual([true, false]);
    expect(pool.health().nodes.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'kept healthy',
      'fresh healthy',
    ]);
    const tip = fresh.mine(1);
    await pass(1);
    expect(events.map(eventText)).toEqual([`+201 ${tip}`]);
  });

  it('does not delay closing the pool', async () => {
    await poolOf(2);
    const gone = nodes[0]!;
    gone.mode = 'silent';
    const call = outcome(pool.sendTransaction(RAW));
    await pass(1);
    pool.replaceNodes([{ name: 'n1', node: nodes[1]! }]);
    expect(gone.isClosed).toBe(false);
    await pool.close();
    expect(gone.isClosed).toBe(true);
    expect((await call)[0]).toMatchObject({ reason: 'closed' });
  });

  it('replaces all nodes or none', async () => {
    await poolOf(1);
    const node = nodes[0]!;
    const named = { name: 'a', node };
    const other = { name: 'b', node: new ScriptedNode(tree) };
    for (const bad of [
      [],
      [{ name: '', node }],
      [named, { ...other, name: 'a' }],
      [named, { name: 'b', node }],
    ]) {
      expect(() => pool.replaceNodes(bad)).toThrow(RangeError);
    }
    expect(() => pool.replaceNodes([other], { maxLag: -1 })).toThrow(RangeError);
    expect(pool.health().nodes.map(({ name }) => name)).toEqual(['n0']);
    expect(node.isClosed).toBe(false);
  });

  it('follows a shorter chain when no former node is left', async () => {
    await poolOf(2);
    const fresh = new ScriptedNode(tree, hashAt(190));
    pool.replaceNodes([{ name: 'fresh', node: fresh }]);
    expect(await outcome(pool.tip())).toEqual([{ hash: fresh.best, height: 190 }, 0]);
    // It does not know what the former blocks were.
    expect(events.map(eventText)).toEqual([`=190 ${fresh.best}`]);
  });

  it("serves no value of the former nodes' chain, however slowly the new one loads", async () => {
    await poolOf(1);
    const fresh = new ScriptedNode(tree, hashAt(190));
    fresh.delay = 10;
    pool.replaceNodes([{ name: 'fresh', node: fresh }]);
    const calls: Promise<number>[] = [];
    for (let waited = 0; waited < 100; waited += 1) {
      calls.push((async () => (await pool.tip()).height)());
      await pass(1);
    }
    expect(new Set(await Promise.all(calls))).toEqual(new Set([190]));
  });
});

it('CorePool.close ends every call', async () => {
  await poolOf(2);
  for (const node of nodes) node.mode = 'silent';
  const calls = [pool.blockHash(5), pool.status(), pool.sendTransaction(RAW)].map((call) => outcome(call));
  await pool.close();
  for (const call of calls) expect((await call)[0]).toMatchObject({ reason: 'closed' });
  await expect(async () => pool.tip()).rejects.toMatchObject({ reason: 'closed' });
  expect(() => pool.replaceNodes([])).toThrow(NodeUnavailableError);
  expect(nodes.every(({ isClosed }) => isClosed)).toBe(true);
});

it('CorePool survives errors of its observer, a listener and a node', async () => {
  await poolOf(2);
  const bug = new Error('bug');
  pool.watchBlocks(() => {
    throw bug;
  });
  const tip = nodes[0]!.mine(1);
  await pass(1);
  expect(pool.health().tip?.hash).toBe(tip);
  nodes[0]!.blockHash = () => {
    throw bug;
  };
  expect((await outcome(pool.blockHash(5)))[0]).toBe(hashAt(5));
  expect(errors).toEqual([bug, bug]);
});

describe('transaction queries of CorePool', () => {
  it('fail over to the next node, and notifications come from all', async () => {
    await poolOf(2);
    const ids: string[] = [];
    const stop = pool.watchTransactions((txid) => ids.push(txid));
    nodes[0]!.transactions.emit('aa');
    nodes[1]!.transactions.emit('bb');
    stop();
    nodes[1]!.transactions.emit('cc');
    expect(ids).toEqual(['aa', 'bb']);
    nodes[0]!.mode = 'connection-lost';
    expect(await pool.transactionStatus('aa'.repeat(32))).toEqual({ place: 'none', isChainSearched: true });
    expect(nodes[1]!.calls).toContain('transactionStatus');
  });
});
