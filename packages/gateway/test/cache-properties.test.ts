import { setImmediate as turn } from 'node:timers/promises';
import { NodeRejectionError, NodeUnavailableError } from '@dapikit/chain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Provenance } from '../src/base/provenance.js';
import { cachedLayer1, type CachedLayer1 } from '../src/cache/cached-layer1.js';
import { DEFAULT_CACHE_SETTINGS, type CacheSettings } from '../src/settings/settings.js';
import { ScriptedLayer1 } from './scripted-layer1.js';
import { costlyRuns } from '../../../scripts/property-runs.js';

const FIRST_HEIGHT = 12;

const SETTINGS: CacheSettings = { ...DEFAULT_CACHE_SETTINGS, maxTipAge: 1000, maxStaleTip: 5000 };

/** The node's chain at one moment of a test. */
interface Moment {
  readonly at: number;
  readonly chain: readonly string[];
  readonly lockedHeight: number;
}

/** A question, and what came of it. */
interface Question {
  /** `undefined` for the tip. */
  readonly height: number | undefined;
  readonly asked: number;
  readonly provenance: Provenance;
  answered?: number;
  answer?: string;
  error?: unknown;
}

/** A gateway's memory in front of a scripted node, and all that was asked and answered. */
class Scene {
  readonly node = new ScriptedLayer1(FIRST_HEIGHT);
  readonly memory: CachedLayer1;
  readonly questions: Question[] = [];
  readonly moments: Moment[] = [];
  readonly #open = new Set<Promise<void>>();
  #now = 0;

  constructor() {
    this.memory = cachedLayer1(this.node, SETTINGS, () => this.#now);
    this.node.isSlow = true;
    this.mark();
  }

  mark(): void {
    const { chain, lockedHeight } = this.node;
    this.moments.push({ at: this.#now, chain, lockedHeight });
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  ask(height: number | undefined): void {
    const question: Question = { height, asked: this.moments.length - 1, provenance: new Provenance() };
    this.questions.push(question);
    const answering = this.#answer(question);
    this.#open.add(answering);
    void answering.finally(() => this.#open.delete(answering));
  }

  async settle(): Promise<void> {
    while (this.node.deliver() || this.#open.size > 0) await turn();
  }

  async #answer(question: Question): Promise<void> {
    const { height, provenance } = question;
    try {
      question.answer =
        height === undefined
          ? (await this.memory.tip({ provenance })).hash
          : await this.memory.blockHash(height, { provenance });
    } catch (error) {
      question.error = error;
    }
    question.answered = this.moments.length - 1;
  }
}

type Step = (scene: Scene) => void | Promise<void>;

const height = fc.oneof(fc.constant(undefined), fc.nat(FIRST_HEIGHT + 4));
const COMMON: [number, fc.Arbitrary<Step>][] = [
  [8, height.map((height) => (scene) => scene.ask(height))],
  [12, fc.constant((scene) => void scene.node.deliver())],
  [2, fc.constant((scene) => scene.node.connect())],
  [2, fc.nat(FIRST_HEIGHT + 2).map((height) => (scene) => scene.node.lock(height))],
  [
    1,
    fc.boolean().map((isDown) => (scene) => {
      scene.node.isDown = isDown;
    }),
  ],
];
const time = fc.constantFrom(1, 400, 999, 1000, 4000, 6000);
const anyTime: [number, fc.Arbitrary<Step>] = [2, time.map((time) => (scene) => scene.pass(time))];
/** Nothing is under way while it passes. */
const quietTime: [number, fc.Arbitrary<Step>] = [
  2,
  time.map((time) => async (scene) => {
    await scene.settle();
    scene.pass(time);
  }),
];
const depth = fc.integer({ min: 1, max: 9 });
const steps = (...more: [number, fc.Arbitrary<Step>][]) =>
  fc.array(fc.oneof(...[...COMMON, ...more].map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    maxLength: 100,
    size: 'max',
  });

async function play(steps: readonly Step[]): Promise<Scene> {
  const scene = new Scene();
  for (const step of steps) {
    await step(scene);
    scene.mark();
    await turn();
  }
  await scene.settle();
  return scene;
}

/** Whether an answer was true at a moment between question and answer, or at most `lag` milliseconds before. */
function wasTrue({ height, answer, asked, answered }: Question, { moments }: Scene, lag: number): boolean {
  const since = moments[asked]!.at - lag;
  return moments
    .slice(0, answered! + 1)
    .some(
      ({ at, chain }, index) =>
        (index >= asked || at >= since || (moments[index + 1]?.at ?? Infinity) > since) &&
        (height === undefined ? chain.at(-1) : chain[height]) === answer,
    );
}

/** The questions whose answers were not true, or whose errors are none that a node gives. */
function untrue(scene: Scene, lag: number): Question[] {
  return scene.questions.filter((question) => {
    const { answer, provenance, error } = question;
    if (answer === undefined)
      return !(error instanceof NodeUnavailableError || error instanceof NodeRejectionError);
    const most = provenance.source === 'stale' ? SETTINGS.maxStaleTip + SETTINGS.maxTipAge : lag;
    return !wasTrue(question, scene, most);
  });
}

/** The questions whose answers were said to be final, and were not, or were others later. */
function unsteady({ questions, moments }: Scene): Question[] {
  return questions.filter(({ height, answer, answered, provenance }) => {
    if (answer === undefined || !provenance.isFinal || height === undefined) return false;
    const since = moments.slice(answered);
    return height > since[0]!.lockedHeight || since.some(({ chain }) => chain[height] !== answer);
  });
}

/** What the memory says of the whole chain, asked for twice, once all is delivered and the node answers. */
async function quiet({ node, memory }: Scene): Promise<unknown[]> {
  node.isDown = false;
  node.isSlow = false;
  // After a failure this one may be stale, and begins to look for the node again.
  await memory.tip();
  await turn();
  const all = async (): Promise<string[]> =>
    Promise.all(node.chain.map(async (_, height) => memory.blockHash(height)));
  return [await memory.tip(), await all(), await all()];
}

function chainOf({ node }: Scene): unknown[] {
  return [{ hash: node.chain.at(-1), height: node.height }, node.chain, node.chain];
}

it('the cache serves only values that were current during the request, or marks them stale', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps(
        anyTime,
        [2, depth.map((depth) => (scene) => scene.node.reorganise(depth))],
        [1, fc.constant((scene) => scene.node.disconnect())],
      ),
      async (steps) => {
        const scene = await play(steps);
        expect(untrue(scene, 0)).toEqual([]);
        expect(unsteady(scene)).toEqual([]);
        scene.pass(SETTINGS.maxTipAge);
        expect(await quiet(scene)).toEqual(chainOf(scene));
      },
    ),
    { numRuns: costlyRuns(400) },
  );
});

it('the cache lags a silent reorg by at most the TTL of the tip', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps(quietTime, [
        2,
        depth.map((depth) => ({ node }) => {
          const most = node.height - Math.max(0, node.lockedHeight);
          if (most > 0) node.reorganiseInSilence(Math.min(depth, most));
        }),
      ]),
      async (steps) => {
        const scene = await play(steps);
        expect(untrue(scene, SETTINGS.maxTipAge)).toEqual([]);
        expect(unsteady(scene)).toEqual([]);
        scene.pass(SETTINGS.maxTipAge);
        expect(await quiet(scene)).toEqual(chainOf(scene));
      },
    ),
    { numRuns: costlyRuns(300) },
  );
});

it('the cache evicts everything of a replaced chain', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps(
        anyTime,
        [2, depth.map((depth) => (scene) => scene.node.reorganise(depth))],
        [1, fc.nat(FIRST_HEIGHT).map((height) => (scene) => scene.node.replace(height))],
      ),
      async (steps) => {
        const scene = await play(steps);
        expect(untrue(scene, 0)).toEqual([]);
        scene.pass(SETTINGS.maxTipAge);
        expect(await quiet(scene)).toEqual(chainOf(scene));
      },
    ),
    { numRuns: costlyRuns(300) },
  );
});
