import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { clusterMetrics } from '@dapikit/gateway';
import type { Logger } from 'pino';

/** A worker that ends sooner than this did not get as far as serving. */
const MIN_LIFETIME_MS = 5_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;

/** Describes the messages between a worker and the primary process. */
type Message =
  | { readonly kind: 'serving'; readonly urls: readonly string[]; readonly adminUrl: string | undefined }
  | { readonly kind: 'metrics-wanted'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string | undefined };

type Serving = Extract<Message, { kind: 'serving' }>;

/** Represents the workers in the primary process. */
export interface Workers {
  /** Where the first of them serves; `undefined` when one could not start: then all have ended. */
  readonly started: Promise<Serving | undefined>;
  /** Makes each reload its settings: at once where it serves, otherwise as soon as it does. */
  reload(): void;
  /** Stops all workers, and resolves when all have ended. */
  close(): Promise<void>;
}

/** Runs `count` processes of this program that share its port, and replaces those that end. To be called in the primary process. */
export function runWorkers(count: number, log: Logger): Workers {
  const metrics = clusterMetrics();
  const pauses = new Set<NodeJS.Timeout>();
  const reloads = new Reloads();
  let isClosing = false;
  let hasStarted = false;
  let pause = FIRST_PAUSE_MS;
  const { promise: started, resolve: begin } = withResolvers<Serving | undefined>();
  for (let at = 0; at < count; at += 1) fork();
  return { started, reload: () => reloads.request(living()), close };

  function fork(): void {
    const born = Date.now();
    const worker = cluster.fork();
    worker.on('message', (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.kind === 'metrics-wanted') void answer(worker, message.id);
      if (message.kind !== 'serving') return;
      hasStarted = true;
      reloads.serve(worker);
      begin(message);
    });
    worker.once('exit', (code, signal) => {
      reloads.forget(worker);
      if (isClosing) return;
      if (!hasStarted) {
        // Whatever was in its way is in the way of all.
        begin(undefined);
        void close();
        return;
      }
      pause = Date.now() - born < MIN_LIFETIME_MS ? Math.min(2 * pause, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
      log.error({ worker: worker.process.pid, code, signal, pause }, 'worker ended; starting another');
      const timer = setTimeout(() => {
        pauses.delete(timer);
        fork();
      }, pause);
      pauses.add(timer);
    });
  }

  async function answer(worker: Worker, id: number): Promise<void> {
    let text: string | undefined;
    try {
      text = await metrics();
    } catch (error) {
      log.warn({ err: error }, 'not all workers reported their metrics');
    }
    if (worker.isConnected()) worker.send({ kind: 'metrics', id, text } satisfies Message);
  }

  async function close(): Promise<void> {
    isClosing = true;
    for (const timer of pauses) clearTimeout(timer);
    const exits = living().map((worker) => once(worker, 'exit'));
    for (const worker of living()) worker.process.kill('SIGTERM');
    await Promise.all(exits);
  }
}

/** Sends SIGHUP to workers that serve: one that starts has no handler of the signal yet, and gets it as soon as it serves. */
class Reloads {
  readonly #serving = new Set<Worker>();
  readonly #outdated = new Set<Worker>();

  request(workers: readonly Worker[]): void {
    for (const worker of workers) {
      if (this.#serving.has(worker)) worker.process.kill('SIGHUP');
      else this.#outdated.add(worker);
    }
  }

  serve(worker: Worker): void {
    this.#serving.add(worker);
    if (this.#outdated.delete(worker)) worker.process.kill('SIGHUP');
  }

  forget(worker: Worker): void {
    this.#serving.delete(worker);
    this.#outdated.delete(worker);
  }
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {})
    .filter((worker) => worker !== undefined)
    .filter((worker) => !worker.isDead());
}

/** Notifies the primary process that this worker serves. */
export function announceServing(urls: readonly string[], adminUrl: string | undefined): void {
  process.send?.({ kind: 'serving', urls, adminUrl } satisfies Message);
}

/** Longest wait of a worker for the metrics of all. */
const MAX_WAIT_MS = 5_000;

/** Returns, in a worker, a function that requests the metrics of all workers from the primary process; those of this one where it does not respond. */
export function metricsOfAll(ofThisOne: () => Promise<string>): () => Promise<string> {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let lastId = 0;
  process.on('message', (message: unknown) => {
    if (isMessage(message) && message.kind === 'metrics') waiting.get(message.id)?.(message.text);
  });
  return async () => {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = withResolvers<string | undefined>();
    waiting.set(id, resolve);
    const timer = setTimeout(resolve, MAX_WAIT_MS, undefined);
    process.send?.({ kind: 'metrics-wanted', id } satisfies Message);
    const text = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    return text ?? (await ofThisOne());
  };
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

const ignored = (): void => undefined;

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = ignored;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
