import { isObject, resultOf, requestText, type Params } from './json-rpc-client.js';

/** A subscription that outlives its connection. */
export interface SubscriptionRequest {
  readonly method: string;
  /** Asked at each connection: what to open it with, such as where to go on. */
  readonly params: () => Params;
  /** What the subscription tells, as it comes. */
  readonly told: (result: unknown) => void;
  /** It could not be opened: the server refused. */
  readonly refused?: (error: unknown) => void;
}

/** Whether what comes is what is: `live`, or not at the moment. */
export type SocketState = 'connecting' | 'live' | 'lost';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

interface Held {
  readonly request: SubscriptionRequest;
  callId: number;
  id: unknown;
}

/** One WebSocket to the server of the page, opened when the first subscription comes, and again whenever it is lost. */
export class Socket {
  readonly #url: string;
  readonly #held = new Set<Held>();
  readonly #watchers = new Set<(state: SocketState) => void>();
  #socket: WebSocket | undefined;
  #state: SocketState = 'connecting';
  #wait = FIRST_WAIT_MS;
  #lastCall = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Opens a subscription. @returns what ends it. */
  subscribe(request: SubscriptionRequest): () => void {
    const held: Held = { request, callId: 0, id: undefined };
    this.#held.add(held);
    if (this.#socket === undefined) this.#connect();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#open(held);
    return () => {
      this.#held.delete(held);
      if (held.id !== undefined) this.#send('unsubscribe', { subscription: held.id });
    };
  }

  /** Tells the state now and whenever it changes. @returns what ends it. */
  watch(watcher: (state: SocketState) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#state);
    return () => this.#watchers.delete(watcher);
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS;
      this.#become('live');
      for (const held of this.#held) this.#open(held);
    });
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)));
    socket.addEventListener('close', () => this.#lose());
  }

  #lose(): void {
    this.#become('lost');
    for (const held of this.#held) held.id = undefined;
    setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #open(held: Held): void {
    const { method, params } = held.request;
    held.callId = this.#send(method, params());
  }

  #send(method: string, params: Params): number {
    this.#lastCall += 1;
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(requestText(this.#lastCall, method, params));
    return this.#lastCall;
  }

  #hear(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return;
    const { id, params } = message;
    if (isObject(params)) {
      for (const held of this.#held)
        if (held.id === params['subscription']) held.request.told(params['result']);
      return;
    }
    for (const held of this.#held) if (held.callId === id) settle(held, message);
  }

  #become(state: SocketState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }
}

function settle(held: Held, answer: unknown): void {
  try {
    held.id = resultOf(answer);
  } catch (error) {
    held.request.refused?.(error);
  }
}

/** The WebSocket of the server that the page came from. */
export const socket = new Socket(location.origin.replace(/^http/, 'ws') + '/');
