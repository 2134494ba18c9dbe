import { isObject } from '../json/json-values.js';
import { createRequestText, readResult, type Params } from './json-rpc-client.js';

/** Describes a subscription that outlives its connection. */
export interface SubscriptionRequest {
  readonly method: string;
  /** Returns the params to open it with, at each connection: such as where to resume. */
  readonly params: () => Params;
  /** Gets each event of the subscription. */
  readonly onEvent: (event: unknown) => void;
  /** Gets the error with which the server rejected the subscription. */
  readonly onRejected?: (error: unknown) => void;
}

/** Describes the state of the connection; events arrive while it is `live`. */
export type SocketState = 'connecting' | 'live' | 'lost';

const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 8_000;

interface OpenSubscription {
  readonly request: SubscriptionRequest;
  callId: number;
  id: unknown;
}

/**
 * Represents the WebSocket to the page's own server, opened for the first subscription and reopened whenever it is
 * lost.
 */
export class Socket {
  readonly #url: string;
  readonly #subscriptions = new Set<OpenSubscription>();
  readonly #watchers = new Set<(state: SocketState) => void>();
  #socket: WebSocket | undefined;
  #state: SocketState = 'connecting';
  #wait = MIN_WAIT_MS;
  #lastCall = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Opens a subscription. @returns a function that ends it. */
  subscribe(request: SubscriptionRequest): () => void {
    const subscription: OpenSubscription = { request, callId: 0, id: undefined };
    this.#subscriptions.add(subscription);
    if (this.#socket === undefined) this.#connect();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#open(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      if (subscription.id !== undefined) this.#send('unsubscribe', { subscription: subscription.id });
    };
  }

  /** Calls a function with the state, now and whenever it changes. @returns a function that ends it. */
  watch(watcher: (state: SocketState) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#state);
    return () => this.#watchers.delete(watcher);
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = MIN_WAIT_MS;
      this.#setState('live');
      for (const subscription of this.#subscriptions) this.#open(subscription);
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => this.#reconnect());
  }

  #reconnect(): void {
    this.#setState('lost');
    for (const subscription of this.#subscriptions) subscription.id = undefined;
    setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS);
  }

  #open(subscription: OpenSubscription): void {
    const { method, params } = subscription.request;
    subscription.callId = this.#send(method, params());
  }

  #send(method: string, params: Params): number {
    this.#lastCall += 1;
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(createRequestText(this.#lastCall, method, params));
    return this.#lastCall;
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return;
    const { id, params } = message;
    if (isObject(params)) {
      for (const subscription of this.#subscriptions)
        if (subscription.id === params['subscription']) subscription.request.onEvent(params['result']);
      return;
    }
    for (const subscription of this.#subscriptions)
      if (subscription.callId === id) settle(subscription, message);
  }

  #setState(state: SocketState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }
}

function settle(subscription: OpenSubscription, response: unknown): void {
  try {
    subscription.id = readResult(response);
  } catch (error) {
    subscription.request.onRejected?.(error);
  }
}

/** Defines the WebSocket of the page's own server. */
export const socket = new Socket(location.origin.replace(/^http/, 'ws') + '/');
