import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LitecoinNode } from '../../../chain/test/litecoin-node.js';
import { Served } from '../served.js';
import { AnswerCheck } from './answer-check.js';
import { NodeHistory } from './node-history.js';
import { SoakClient } from './soak-client.js';
import { SoakSettings } from './soak-settings.js';
import { SoakSubscriber } from './soak-subscriber.js';
import { SoakTrouble } from './soak-trouble.js';

/** How a soak is run. */
export interface SoakOptions {
  readonly milliseconds: number;
  readonly clients: number;
  readonly subscribers: number;
  /** Between two actions on the nodes at most, in milliseconds. */
  readonly pause: number;
  readonly seed: number;
  /** A folder for what the gateway keeps. */
  readonly stateDirectory: string;
}

/** What the process of a gateway holds. */
interface Held {
  readonly files: number;
  /** The least of some seconds, in MiB: what is left after a collection of garbage. */
  readonly heapMiB: number;
  readonly rssMiB: number;
}

const FIRST_BLOCKS = 120;
const CHECK_MS = 500;
const MAX_REST_MS = 25_000;

/** Runs `dapikit serve` in front of two nodes that have trouble, and holds all that it says against the nodes' own history. */
export async function soak(options: SoakOptions) {
  const random = randomNumbers(options.seed);
  const nodes = [await LitecoinNode.startListening(), await LitecoinNode.startListening()] as const;
  const history = new NodeHistory();
  let served: Served | undefined;
  try {
    await nodes[0].mine(FIRST_BLOCKS);
    const file = new SoakSettings(nodes, options.stateDirectory);
    const trouble = new SoakTrouble(nodes, random, options.pause, FIRST_BLOCKS, async () => {
      file.change();
      served?.kill('SIGHUP');
      await sleep(300);
    });
    await trouble.settle();
    for (const node of nodes) await history.follow(node);
    served = await serveInFront(file.path, options.stateDirectory);
    const { at, admin, pid } = served;
    const check = new AnswerCheck(history);
    const subscribers = Array.from({ length: options.subscribers }, () => new SoakSubscriber(at, history));
    const clients = Array.from(
      { length: options.clients },
      () => new SoakClient(at, check, () => trouble.height, random),
    );
    // What is loaded at the first use is loaded, and what is kept of the chain is kept.
    await warmUp(clients, subscribers);
    const before = await held(pid, admin);

    const end = performance.now() + options.milliseconds;
    const isOver = (): boolean => performance.now() > end;
    const settled = new AbortController();
    for (const subscriber of subscribers) await subscriber.open();
    const checking = (async () => {
      while (!settled.signal.aborted) {
        await sleep(CHECK_MS);
        check.check();
        for (const subscriber of subscribers) subscriber.check();
      }
    })();
    await Promise.all([
      ...clients.map((client) => client.run(isOver)),
      comeBackNowAndThen(subscribers, random, isOver),
      trouble.run(isOver),
    ]);
    const tip = await trouble.settle();
    await agreement(at, tip);
    await sleep(2_000);
    settled.abort();
    await checking;
    check.check(Infinity);
    for (const subscriber of subscribers) subscriber.check(Infinity);
    const ends = subscribers.map((subscriber) => subscriber.tip);
    for (const subscriber of subscribers) subscriber.close();
    const after = await heldAtRest(pid, admin, before);
    const reloads = served.lines('settings reloaded').length;
    const errors = served.log.filter(({ level }) => Number(level) >= 50);
    const code = await served.stop();
    const lags = check.lags.toSorted((a, b) => a - b);
    const delays = subscribers.flatMap((subscriber) => subscriber.delays).toSorted((a, b) => a - b);
    return {
      seconds: Math.round(options.milliseconds / 1000),
      seed: options.seed,
      trouble: trouble.counts,
      blocks: history.knownBlocks,
      answers: check.counts,
      wrong: check.wrong,
      unavailableWhileUp: check.unavailable.filter((at) => !trouble.wasOut(at)).length,
      lost: clients.flatMap(({ lost }) => lost),
      behind: { p50: quantile(lags, 0.5), p99: quantile(lags, 0.99), most: quantile(lags, 1) },
      subscriptions: sums(subscribers.map(({ counts }) => counts)),
      wrongNotices: subscribers.flatMap((subscriber) => subscriber.wrong),
      subscribersAtTheTip: ends.filter((hash) => hash === tip).length,
      delays: { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), most: quantile(delays, 1) },
      held: { before, after },
      reloads,
      errors,
      code,
    };
  } finally {
    await history.close();
    if (served) await Promise.race([served.stop('SIGKILL'), sleep(1_000)]);
    for (const node of nodes) await node.stop();
  }
}

async function serveInFront(file: string, stateDirectory: string): Promise<Served> {
  const served = new Served(['serve', '--config', file, '--port', '0', '--admin-port', '0'], {
    DAPIKIT_STATE_DIR: stateDirectory,
    DAPIKIT_RATE_LIMIT: '0',
    DAPIKIT_MAX_CONNECTIONS_PER_ADDRESS: '1000',
    DAPIKIT_LOG_LEVEL: 'info',
  });
  return served.serving();
}

async function warmUp(clients: readonly SoakClient[], subscribers: readonly SoakSubscriber[]): Promise<void> {
  const end = performance.now() + 1_500;
  for (const subscriber of subscribers) await subscriber.open();
  await Promise.all(clients.map((client) => client.run(() => performance.now() > end)));
  for (const subscriber of subscribers) subscriber.close();
}

async function comeBackNowAndThen(
  subscribers: readonly SoakSubscriber[],
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await sleep(1_000 * random());
    await subscribers[Math.floor(random() * subscribers.length)]?.comeBack();
  }
}

/** Waits until the gateway says what the nodes say. */
async function agreement(url: string, tip: string): Promise<void> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"getBestBlockHash"}';
  const headers = { 'content-type': 'application/json' };
  for (let turn = 0; turn < 200; turn += 1) {
    const { result }: { result?: unknown } = JSON.parse(
      await (await fetch(url, { method: 'POST', headers, body })).text(),
    );
    if (result === tip) return;
    await sleep(100);
  }
  throw new Error('the gateway does not come to the tip of its nodes');
}

/** What a process holds once its clients are gone. */
async function held(pid: number, admin: string): Promise<Held> {
  let last: Held | undefined;
  for (let turn = 0; turn < 6; turn += 1) {
    await sleep(300);
    const metrics = await (await fetch(`${admin}metrics`)).text();
    const read = (name: string): number =>
      Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20;
    const heapMiB = Math.min(last?.heapMiB ?? Infinity, read('nodejs_heap_size_used_bytes'));
    const rssMiB = Math.round(read('process_resident_memory_bytes'));
    last = { files: readdirSync(`/proc/${pid}/fd`).length, heapMiB: Math.round(heapMiB), rssMiB };
  }
  return last ?? { files: 0, heapMiB: 0, rssMiB: 0 };
}

/** As `held`, once there is no more than before: connections to nodes that have nothing to do are closed after 15 s. */
async function heldAtRest(pid: number, admin: string, before: Held): Promise<Held> {
  const end = performance.now() + MAX_REST_MS;
  for (;;) {
    const now = await held(pid, admin);
    if (now.files <= before.files || performance.now() > end) return now;
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

function sums(all: readonly SoakSubscriber['counts'][]): SoakSubscriber['counts'] {
  const total = { notices: 0, replaced: 0, resumed: 0, restarts: 0 };
  for (const counts of all) {
    total.notices += counts.notices;
    total.replaced += counts.replaced;
    total.resumed += counts.resumed;
    total.restarts += counts.restarts;
  }
  return total;
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
