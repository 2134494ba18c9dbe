import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { NodeHistory } from './node-history.js';

interface BlockNotice {
  readonly event: 'connected' | 'disconnected' | 'replaced';
  readonly hash: string;
  readonly height: number;
}

/** The history is sure of itself that long after, in milliseconds. */
const SETTLED_MS = 1_500;

/** A subscriber to blocks, which holds what it is told against the blocks themselves, and comes back where it was. */
export class SoakSubscriber {
  readonly #url: string;
  readonly #history: NodeHistory;
  readonly #waiting: { readonly notice: BlockNotice; readonly at: number }[] = [];
  #socket: WebSocket | undefined;
  /** The last block that it was told of, checked or not. */
  #last: BlockNotice | undefined;
  #tip: string | undefined;
  readonly counts = { notices: 0, replaced: 0, resumed: 0, restarts: 0 };
  readonly wrong: string[] = [];
  /** From a node having a block to being told of it, in milliseconds. */
  readonly delays: number[] = [];

  constructor(url: string, history: NodeHistory) {
    this.#url = url.replace(/^http/, 'ws');
    this.#history = history;
  }

  /** The hash of the block that it has, by what it was told. */
  get tip(): string | undefined {
    return this.#tip;
  }

  /** Subscribes: from the next block on, or from where it was. */
  async open(): Promise<void> {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.on('error', () => undefined);
    await once(socket, 'open');
    const opened = await this.#subscribe(socket, this.#resumePoint());
    if (opened) return;
    // What it had is no longer known.
    this.counts.restarts += 1;
    this.#last = undefined;
    this.#tip = undefined;
    this.#waiting.length = 0;
    if (!(await this.#subscribe(socket, undefined))) throw new Error('not subscribed');
  }

  /** Goes away, and comes back. */
  async comeBack(): Promise<void> {
    this.close();
    await sleep(200);
    this.counts.resumed += 1;
    await this.open();
  }

  close(): void {
    this.#socket?.removeAllListeners('message');
    this.#socket?.terminate();
  }

  /** Checks what the history is sure of. */
  check(now = performance.now()): void {
    const due = this.#waiting.findIndex(({ at }) => at > now - SETTLED_MS);
    for (const { notice, at } of this.#waiting.splice(0, due === -1 ? this.#waiting.length : due))
      this.#checkOne(notice, at);
  }

  #checkOne(notice: BlockNotice, at: number): void {
    const { event, hash } = notice;
    this.counts.notices += 1;
    const previous = this.#history.previous(hash);
    const isRight =
      event === 'replaced' ||
      this.#tip === undefined ||
      (event === 'connected' ? previous === this.#tip : hash === this.#tip);
    if (!isRight) this.wrong.push(JSON.stringify({ ...notice, tip: this.#tip, previous }));
    if (event === 'replaced') this.counts.replaced += 1;
    const seen = this.#history.lastBecameTip(hash, at);
    if (event === 'connected' && seen !== undefined) this.delays.push(at - seen);
    this.#tip = event === 'disconnected' ? previous : hash;
  }

  #resumePoint(): object | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    if (last.event !== 'disconnected') return { fromHeight: last.height + 1, previousHash: last.hash };
    const previousHash = this.#history.previous(last.hash);
    return { fromHeight: last.height, previousHash };
  }

  /** Whether the gateway opened it. */
  async #subscribe(socket: WebSocket, params: object | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      socket.once('close', () => reject(new Error('closed')));
      socket.on('message', (data: Buffer) => {
        const message: { id?: unknown; result?: unknown; params?: { result: BlockNotice } } = JSON.parse(
          data.toString(),
        );
        if (message.params === undefined) {
          if (message.result === undefined) socket.removeAllListeners('message');
          resolve(message.result !== undefined);
          return;
        }
        this.#last = message.params.result;
        this.#waiting.push({ notice: message.params.result, at: performance.now() });
      });
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribeToBlocks', params }));
    });
  }
}
