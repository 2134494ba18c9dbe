// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CorePool, DEFAULT_POOL_LIMITS } from '../src/nodes/core-pool/index.js';
import { NodeRejectionError, type BlockEvent } from '../src/layer1/layer1.js';
import { NodeUnavailableError } from '../src/layer1/node-unavailable-error.js';
import { ChainReplay } from './chain-replay.js';
import { BlockTree, ScriptedNode, type Mode } from './scripted-node.js';

/** More of them: `RUNS=10000 npx vitest run packages/chain/test/core-pool-property.isolated.test.ts`. */
const RUNS = Number(process.env['RUNS'] ?? 60);
const { callTimeout, probeInterval, maxRetryDelay, probeTimeout, statusInterval } = DEFAULT_POOL_LIMITS;
/** Long enough for every node to be tried and looked at again. */
const CALM = maxRetryDelay + 8 * probeTimeout + probeInterval + statusInterval;
const MODES: readonly Mode[] = ['up', 'up', 'silent', 'unreachable', 'starting', 'timeout', 'overloaded'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Step = (nodes: Nodes) => Promise<void> | void;

/** Three nodes, a pool of them, and what is wrong with what it tells. */
class Nodes {
  readonly tree = new BlockTree();
  readonly nodes: readonly ScriptedNode[];
  readonly pool: CorePool;
  readonly wrong: unknown[] = [];
  #replay: ChainReplay | undefined;

  constructor() {
    const first = new ScriptedNode(this.tree);
    const start = first.mine(12);
    this.nodes = [first, new ScriptedNode(this.tree, start), new ScriptedNode(this.tree, start)];
    this.pool = new CorePool({
      nodes: this.nodes.map((node, index) => ({ name: `node-${index}`, node })),
      onError: (error) => this.wrong.push(error),
      now: () => Date.now(),
      random: () => 0.5,
    });
  }

  get replay(): ChainReplay {
    return this.#replay!;
  }

  /** The highest ChainLock of any node. */
  get lock(): string | undefined {
    const locks = this.nodes.flatMap(({ lock }) => (lock === undefined ? [] : [lock]));
    return locks.toSorted((a, b) => this.height(b) - this.height(a))[0];
  }

  async begin(): Promise<void> {
    await vi.advanceTimersByTimeAsync(1);
    const replay = new ChainReplay(this.tree, await this.pool.tip());
    this.#replay = replay;
    this.pool.watchBlocks((event) => {
      if (event.kind === 'disconnected' && !this.#isReorganised(event)) this.wrong.push(['unfounded', event]);
      replay.apply(event);
    });
    this.pool.watchChainLocks(({ hash }) => {
      if (!this.tree.isBefore(hash, replay.tip)) this.wrong.push(['ChainLock before its block', hash]);
    });
  }

  height(hash: string): number {
    return this.tree.block(hash).height;
  }

  /** Takes the chain of another where that has more work, as far as the ChainLock that both know allows. */
  sync(to: ScriptedNode, from: ScriptedNode, isTold: boolean): void {
    const known = [to.lock, from.lock].filter((one) => one !== undefined);
    const lock = known.toSorted((a, b) => this.height(b) - this.height(a))[0];
    const isAllowed = lock === undefined || this.tree.isBefore(lock, from.best);
    const isBound = lock !== undefined && !this.tree.isBefore(lock, to.best);
    if (isAllowed && (isBound || this.height(from.best) > this.height(to.best))) to.goTo(from.best, isTold);
    if (lock !== undefined && this.tree.isBefore(lock, to.best)) to.setLock(lock);
  }

  /** Locks the tip of a node, unless that contradicts another ChainLock. */
  lockTip(node: ScriptedNode): void {
    const locks = this.nodes.flatMap(({ lock }) => (lock === undefined ? [] : [lock]));
    if (locks.every((lock) => this.tree.isBefore(lock, node.best))) node.setLock(node.best);
  }

  reorganise(node: ScriptedNode, depth: number, added: number, isTold: boolean): void {
    const floor = node.lock === undefined ? 0 : this.height(node.lock);
    if (this.height(node.best) - depth >= floor) node.reorganise(depth, added, isTold);
  }

  /** Asks for the tip, for its hash by its height, and for a hash below it. */
  async ask(back: number): Promise<void> {
    const { pool, replay, wrong } = this;
    const since = replay.tips.length - 1;
    const call = pool.tip();
    const isAtOnce = !(call instanceof Promise);
    if (isAtOnce && call.hash !== replay.tip) wrong.push(['tip', call]);
    if (isAtOnce && pool.blockHash(call.height) !== call.hash) wrong.push(['pair', call]);
    const tip = await this.#settled(call);
    if (tip && !replay.tips.slice(since).includes(tip.hash)) wrong.push(['late tip', tip]);
    if (tip && !this.nodes.some(({ bests }) => bests.includes(tip.hash))) wrong.push(["nobody's", tip]);
    const height = Math.max(0, (tip ? tip.height : 12) - back);
    const from = replay.tips.length - 1;
    const hash = await this.#settled(pool.blockHash(height));
    const possible = replay.tips.slice(from).map((tip) => this.tree.at(tip, height));
    if (hash !== undefined && !possible.includes(hash)) wrong.push(['hash', height, hash]);
  }

  /** Lets all of them be well, and at one block. */
  async calm(): Promise<string> {
    const { lock, nodes, tree } = this;
    const bests = nodes
      .map(({ best }) => best)
      .filter((best) => lock === undefined || tree.isBefore(lock, best));
    const last = tree.extend(bests.toSorted((a, b) => this.height(b) - this.height(a))[0]!);
    for (const node of nodes) {
      Object.assign(node, { mode: 'up', delay: 0 });
      node.goTo(last);
      if (lock !== undefined) node.setLock(lock);
    }
    await vi.advanceTimersByTimeAsync(CALM);
    return last;
  }

  /** The answer, if there is one before the deadline of every call. */
  async #settled<T>(call: T | Promise<T>): Promise<T | undefined> {
    let isSettled = false;
    let answer: T | undefined;
    Promise.resolve(call)
      .then(
        (given) => (answer = given),
        (error: unknown) => this.#checkError(error),
      )
      .finally(() => (isSettled = true));
    const begun = Date.now();
    const isWaiting = (): boolean => !isSettled && Date.now() <= begun + callTimeout;
    while (isWaiting()) await vi.advanceTimersByTimeAsync(50);
    if (!isSettled) this.wrong.push('a call hangs');
    return answer;
  }

  #checkError(error: unknown): void {
    const isKnown = error instanceof NodeRejectionError || error instanceof NodeUnavailableError;
    if (!isKnown || /10\.0|secret/.test(error.message)) this.wrong.push(error);
  }

  /** Whether a node has left the block, has had more work without it, or has a ChainLock against it. */
  #isReorganised({ hash }: BlockEvent): boolean {
    const { tree } = this;
    const height = this.height(this.replay.tip);
    return this.nodes.some(({ lock, bests }) => {
      const isIn = (best: string): boolean => tree.isBefore(hash, best);
      const hasLeft = bests.slice(bests.findIndex(isIn)).some((best) => !isIn(best));
      const isMore = bests.some((best) => !isIn(best) && this.height(best) > height);
      const isAgainst = lock !== undefined && !isIn(lock) && !tree.isBefore(lock, hash);
      return (bests.some(isIn) && hasLeft) || isMore || isAgainst;
    });
  }
}

const node = fc.nat(2);
const isTold = fc.boolean();
const delay = fc.constantFrom(0, 0, 30, 700, 6_000);

/** What may happen, each as often as the others of its weight, and in words for a failure. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: stepOf(
      'mine',
      [node, fc.integer({ min: 1, max: 3 }), isTold],
      (on, at, count, told) => void on.nodes[at]!.mine(count, told),
    ),
  },
  {
    weight: 2,
    arbitrary: stepOf(
      'reorganise',
      [node, fc.integer({ min: 1, max: 4 }), fc.nat(5), isTold],
      (on, at, depth, added, told) => on.reorganise(on.nodes[at]!, depth, added, told),
    ),
  },
  {
    weight: 4,
    arbitrary: stepOf('sync', [node, node, isTold], (on, to, from, told) =>
      on.sync(on.nodes[to]!, on.nodes[from]!, told),
    ),
  },
  {
    weight: 4,
    arbitrary: stepOf(
      'mode',
      [node, fc.constantFrom(...MODES)],
      (on, at, mode) => void (on.nodes[at]!.mode = mode),
    ),
  },
  {
    weight: 1,
    arbitrary: stepOf('delay', [node, delay], (on, at, delay) => void (on.nodes[at]!.delay = delay)),
  },
  { weight: 1, arbitrary: stepOf('lock', [node], (on, at) => on.lockTip(on.nodes[at]!)) },
  {
    weight: 4,
    arbitrary: stepOf(
      'wait',
      [fc.constantFrom(1, 50, 600, 3_500, 20_000)],
      async (_, time) => void (await vi.advanceTimersByTimeAsync(time)),
    ),
  },
  { weight: 4, arbitrary: stepOf('ask', [fc.nat(8)], (on, back) => on.ask(back)) },
);

function stepOf<Values extends unknown[]>(
  name: string,
  values: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  take: (on: Nodes, ...values: Values) => Promise<void> | void,
): fc.Arbitrary<Step> {
  return fc.tuple<Values>(...values).map((given) => {
    const step: Step = (on) => take(on, ...given);
    return Object.assign(step, { toString: () => `${name}(${given.join(', ')})` });
  });
}

it(
  'CorePool follows one chain whatever its nodes do',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        vi.setSystemTime(0);
        const on = new Nodes();
        try {
          await on.begin();
          for (const step of steps) {
            await step(on);
            await vi.advanceTimersByTimeAsync(1);
          }
          const last = await on.calm();
          await on.ask(0);
          expect([...on.wrong, ...on.replay.wrong]).toEqual([]);
          expect(on.replay.tip).toBe(last);
          expect(on.pool.health()).toMatchObject({
            isReady: true,
            tip: { hash: last },
            nodes: [{ state: 'healthy' }, { state: 'healthy' }, { state: 'healthy' }],
          });
          expect(on.pool.health().chainLock?.hash).toBe(on.lock);
        } finally {
          await on.pool.close();
        }
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + 50 * RUNS,
);
