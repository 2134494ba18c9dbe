import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CorePool, DEFAULT_POOL_LIMITS } from '../src/core-node/index.js';
import { NodeRefusal, type BlockEvent, type ChainTip } from '../src/layer1.js';
import { NodeUnavailable } from '../src/node-unavailable.js';
import { BlockTree, ScriptedNode, type Mode } from './scripted-node.js';

const { callTimeout, lookInterval, maxRetryDelay, lookTimeout, statusInterval } = DEFAULT_POOL_LIMITS;
const MODES: readonly Mode[] = ['up', 'up', 'silent', 'unreachable', 'starting', 'timeout', 'overloaded'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The chain as a watcher of the pool has it. */
class Replay {
  readonly #tree: BlockTree;
  readonly #chain: string[] = [];
  /** Each tip there was, in order. */
  readonly tips: string[] = [];
  isBroken: string | undefined;

  constructor(tree: BlockTree) {
    this.#tree = tree;
  }

  get tip(): string | undefined {
    return this.#chain.at(-1);
  }

  begin({ hash, height }: ChainTip): void {
    for (let at = 0; at <= height; at += 1) this.#chain.push(this.#tree.at(hash, at)!);
    this.tips.push(hash);
  }

  apply({ kind, hash, height }: BlockEvent): void {
    const { height: real, previous } = this.#tree.block(hash);
    if (real !== height) this.isBroken = `height ${height} of ${hash}`;
    if (kind === 'disconnected' && this.#chain.pop() !== hash) this.isBroken = `disconnected ${hash}`;
    if (kind === 'connected') {
      if (this.tip !== previous) this.isBroken = `connected ${hash} to ${this.tip}`;
      this.#chain.push(hash);
    }
    this.tips.push(this.tip!);
  }
}

const node = fc.nat(2);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('mine'),
      node,
      count: fc.integer({ min: 1, max: 3 }),
      isTold: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise'),
      node,
      depth: fc.integer({ min: 1, max: 4 }),
      added: fc.nat(5),
      isTold: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sync'), node, other: node, isTold: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('mode'), node, mode: fc.constantFrom(...MODES) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('delay'), node, delay: fc.constantFrom(0, 0, 30, 700, 6_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lock'), node }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      milliseconds: fc.constantFrom(1, 50, 600, 3_500, 20_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask'), back: fc.nat(8) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Takes the chain of another where that has more work, as far as the ChainLock that both know allows. */
function sync(tree: BlockTree, to: ScriptedNode, from: ScriptedNode, isTold: boolean): void {
  const lock = [to.lock, from.lock]
    .filter((one) => one !== undefined)
    .toSorted((a, b) => tree.block(b).height - tree.block(a).height)[0];
  const isAllowed = lock === undefined || tree.isBefore(lock, from.best);
  const isBound = lock !== undefined && !tree.isBefore(lock, to.best);
  const isMore = tree.block(from.best).chainWork > tree.block(to.best).chainWork;
  if (isAllowed && (isMore || isBound)) to.goTo(from.best, isTold);
  if (lock !== undefined && tree.isBefore(lock, to.best)) to.setLock(lock);
}

it('follows one chain of theirs, whatever its nodes do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      vi.setSystemTime(0);
      const tree = new BlockTree();
      const first = new ScriptedNode(tree);
      const start = first.mine(12);
      const nodes = [first, new ScriptedNode(tree, start), new ScriptedNode(tree, start)];
      const errors: unknown[] = [];
      const leaked: unknown[] = [];
      const unfounded: unknown[] = [];
      const pool = new CorePool({
        nodes: nodes.map((node, index) => ({ name: `node-${index}`, node })),
        onError: (error) => errors.push(error),
        now: () => Date.now(),
        random: () => 0.5,
      });
      try {
        const replay = new Replay(tree);
        await vi.advanceTimersByTimeAsync(1);
        replay.begin(await pool.tip());
        pool.watchBlocks((event) => {
          if (event.kind === 'disconnected' && !isReorganised(event.hash)) unfounded.push(event);
          replay.apply(event);
        });
        /** Whether a node left the block, has more work without it, or a ChainLock is against it. */
        function isReorganised(hash: string): boolean {
          const { chainWork } = tree.block(replay.tip!);
          return nodes.some(({ best, lock, hasBeenBest }) => {
            const isElsewhere = !tree.isBefore(hash, best);
            const isMore = tree.block(best).chainWork > chainWork;
            const isAgainst = lock !== undefined && !tree.isBefore(hash, lock) && !tree.isBefore(lock, hash);
            return (isElsewhere && (hasBeenBest.has(hash) || isMore)) || isAgainst;
          });
        }
        const told: string[] = [];
        pool.watchChainLocks(({ hash }) => {
          // After the events of its block.
          expect(tree.isBefore(hash, replay.tip!)).toBe(true);
          told.push(hash);
        });

        /** No call outlives its deadline. */
        const settled = async <T>(call: T | Promise<T>): Promise<T | 'refused' | 'unavailable'> => {
          let outcome: T | 'refused' | 'unavailable' | undefined;
          void Promise.resolve(call).then(
            (answer) => (outcome = answer),
            (error: unknown) => {
              if (/10\.0|secret/.test(String(error))) leaked.push(error);
              if (error instanceof NodeRefusal) outcome = 'refused';
              if (error instanceof NodeUnavailable) outcome = 'unavailable';
            },
          );
          const begun = Date.now();
          while (outcome === undefined && Date.now() <= begun + callTimeout) {
            await vi.advanceTimersByTimeAsync(50);
          }
          expect(outcome).toBeDefined();
          return outcome!;
        };

        const check = async (back: number): Promise<void> => {
          const since = replay.tips.length - 1;
          const call = pool.tip();
          if (!(call instanceof Promise)) {
            expect(call.hash).toBe(replay.tip);
            expect(pool.blockHash(call.height)).toBe(call.hash);
          }
          const tip = await settled(call);
          if (typeof tip !== 'string') {
            expect(replay.tips.slice(since)).toContain(tip.hash);
            expect(nodes.some(({ hasBeenBest }) => hasBeenBest.has(tip.hash))).toBe(true);
          }
          const height = Math.max(0, (typeof tip === 'string' ? 5 : tip.height) - back);
          const before = replay.tip!;
          const hash = await settled(pool.blockHash(height));
          if (hash !== 'refused' && hash !== 'unavailable') {
            // The chain may have changed while it was asked for.
            expect([tree.at(before, height), tree.at(replay.tip!, height)]).toContain(hash);
          }
          expect(replay.isBroken).toBeUndefined();
        };

        for (const one of steps as Step[]) await take(one);
        async function take(one: Step): Promise<void> {
          if (one.kind === 'wait')
            return void (await vi.advanceTimersByTimeAsync((one as { milliseconds: number }).milliseconds));
          if (one.kind === 'ask') return check((one as { back: number }).back);
          const { node, ...rest } = one as Record<string, never> & { node: number };
          const it = nodes[node]!;
          const isTold = rest['isTold'] === true;
          if (one.kind === 'mode') it.mode = rest['mode']!;
          if (one.kind === 'delay') it.delay = rest['delay']!;
          if (one.kind === 'mine') it.mine(rest['count'], isTold);
          if (one.kind === 'sync') sync(tree, it, nodes[rest['other']!]!, isTold);
          if (one.kind === 'lock' && isLockable(it.best)) it.setLock(it.best);
          const { height } = tree.block(it.best);
          const floor = it.lock === undefined ? 0 : tree.block(it.lock).height;
          if (one.kind === 'reorganise' && height - rest['depth']! >= floor) {
            it.reorganise(rest['depth']!, rest['added']!, isTold);
          }
          await vi.advanceTimersByTimeAsync(1);
        }

        /** No two ChainLocks contradict each other. */
        function isLockable(hash: string): boolean {
          return nodes.every(({ lock }) => lock === undefined || tree.isBefore(lock, hash));
        }

        // When all are well and agree, so does the pool.
        const lock = nodes
          .flatMap(({ lock }) => (lock === undefined ? [] : [lock]))
          .toSorted((a, b) => tree.block(b).height - tree.block(a).height)[0];
        const owner = nodes.find((one) => one.lock === lock) ?? nodes[0]!;
        const best = nodes
          .filter(({ best }) => lock === undefined || tree.isBefore(lock, best))
          .toSorted((a, b) => tree.block(b.best).height - tree.block(a.best).height)[0]!;
        const last = tree.extend((best ?? owner).best);
        for (const one of nodes) {
          Object.assign(one, { mode: 'up', delay: 0 });
          one.goTo(last);
          if (lock !== undefined) one.setLock(lock);
        }
        await vi.advanceTimersByTimeAsync(maxRetryDelay + lookTimeout * 8 + lookInterval + statusInterval);
        await check(0);
        expect(pool.health().tip?.hash).toBe(last);
        expect(replay.tip).toBe(last);
        expect(pool.health().nodes.map(({ state }) => state)).toEqual(['healthy', 'healthy', 'healthy']);
        expect(pool.health().chainLock?.hash).toBe(lock);
        expect(told.at(-1)).toBe(lock);
        expect([errors, leaked, unfounded]).toEqual([[], [], []]);
      } finally {
        await pool.close();
      }
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60) },
  );
}, 60_000);
