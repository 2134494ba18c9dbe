import { once } from 'node:events';
import type { MasternodeListDiff } from '@dapikit/chain';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { WireResponse } from './dispatch-under-test.js';

/** A notification as it is on the wire. */
export interface WireNotification {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: {
    readonly subscription: number;
    readonly result: {
      readonly event: string;
      readonly diff?: MasternodeListDiff;
      readonly [member: string]: unknown;
    };
  };
}

export type Notice = WireNotification['params']['result'];

/** A client of a WebSocket that keeps everything it is sent, in order. */
export class WebSocketClient {
  readonly socket: WebSocket;
  readonly messages: (WireResponse | WireResponse[] | WireNotification)[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #lastId = 0;
  #wake: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()));
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        resolve({ code, reason: String(reason) });
        this.#wake();
      });
    });
  }

  /** Connects to an address of a gateway, `http://…` or `https://…`. */
  static async open(url: string, options: ClientOptions = {}): Promise<WebSocketClient> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { rejectUnauthorized: false, ...options });
    const client = new WebSocketClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** As `open`, and closed when the running test ends. */
  static async forTest(url: string, options: ClientOptions = {}): Promise<WebSocketClient> {
    const client = await WebSocketClient.open(url, options);
    onTestFinished(() => client.socket.terminate());
    return client;
  }

  /** Sends a text, and gives the next answer (not notification) to the id that is `id`. */
  async respond(text: string, id: unknown): Promise<WireResponse> {
    this.socket.send(text);
    return this.until(() =>
      this.messages.find(
        (message): message is WireResponse => !Array.isArray(message) && 'id' in message && message.id === id,
      ),
    );
  }

  async call(method: string, params?: unknown): Promise<WireResponse> {
    this.#lastId += 1;
    const id = `call-${this.#lastId}`;
    return this.respond(JSON.stringify({ jsonrpc: '2.0', id, method, params }), id);
  }

  /** Subscribes; gives the id. */
  async subscribe(method: string, params?: unknown): Promise<number> {
    const { result, error } = await this.call(method, params);
    if (typeof result !== 'number') throw new Error(`not subscribed: ${JSON.stringify(error)}`);
    return result;
  }

  /** What a subscription was told so far. */
  notices(id: number): Notice[] {
    return this.messages
      .filter((message): message is WireNotification => 'params' in message)
      .filter(({ params }) => params.subscription === id)
      .map(({ params }) => params.result);
  }

  /** Waits until a subscription was told so much. */
  async noticesUntil(id: number, count: number): Promise<Notice[]> {
    return this.until(() => (this.notices(id).length >= count ? this.notices(id) : undefined));
  }

  /** Waits for what `look` finds in what came; a test's own time limit ends it. */
  async until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (this.socket.readyState === WebSocket.CLOSED) {
        throw new Error(`closed after ${JSON.stringify(this.messages).slice(0, 2000)}`);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
