import { setMaxListeners } from 'node:events';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import type { Answer, Dispatch } from '../dispatch/dispatch.js';
import type { Origin } from '../dispatch/origin.js';
import { recovering, whenKnown } from '../json-rpc/eventually.js';
import type { Session } from '../json-rpc/session.js';
import { RequestRejectedError, type Meter } from '../limits/meter.js';
import { sizeCost } from '../limits/size-cost.js';
import type { NotificationFrames } from './notification-frames.js';
import type { ClosedFor, SubscriberCounts } from '../observe/subscriber-counts.js';
import { Subscriber } from './subscriber.js';
import { textFrame } from './text-frame.js';
import type { WebSocketSettings } from '../settings/settings.js';

/** Lists what all connections of a gateway share. */
export interface ConnectionParts {
  readonly dispatch: Dispatch;
  readonly settings: WebSocketSettings;
  readonly frames: NotificationFrames;
  readonly counts: SubscriberCounts;
  readonly log: Logger;
  readonly nextRequestId: () => string;
}

/** Lists the close codes. Source: RFC 6455, section 7.4.1, and the registry of WebSocket close codes. */
export const CLOSE = {
  goingAway: [1001, 'the gateway is shutting down: connect again'],
  unsupportedData: [1003, 'expected text, found a binary message'],
  unauthorized: [1008, 'the API key is not valid any more'],
  internalError: [1011, 'internal error'],
  tooSlow: [1013, 'messages are read too slowly: connect again and resume'],
} as const satisfies Readonly<Partial<Record<ClosedFor, readonly [code: number, reason: string]>>>;

/** Represents one WebSocket: requests in, answers and notifications out. */
export class WebSocketConnection {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #parts: ConnectionParts;
  readonly #subscriber: Subscriber;
  #meter: Meter | undefined;
  /** Messages that came while as many as may be were being answered; the socket is not read until they are. */
  #waiting: string[] = [];
  /** Frames that are sent when the client has read those before. */
  #unsent: (readonly Buffer[])[] = [];
  #unsentBytes = 0;
  #inFlight = 0;
  /** The bytes of the socket before the WebSocket, and of the messages that came. */
  #readBytes: number;
  #isAlive = true;
  #isLeaving = false;
  #isClosing = false;
  /** Made when a call is made that somebody has to wait for. */
  #hangUp: AbortController | undefined;

  /** @param meter what its calls are charged on */
  constructor(webSocket: WebSocket, socket: Duplex, parts: ConnectionParts, meter: Meter | undefined) {
    this.#meter = meter;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#readBytes = bytesReadBy(socket);
    this.#parts = parts;
    this.#subscriber = new Subscriber(parts.settings.maxSubscriptions, parts.counts, (...notification) => {
      this.#write(parts.frames.of(...notification));
    });
    webSocket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    webSocket.on('pong', () => {
      this.#isAlive = true;
    });
    // What is no WebSocket protocol is answered with a close code, and then the connection is closed.
    webSocket.on('error', (error) => parts.log.debug({ err: error }, 'WebSocket error'));
    webSocket.on('close', () => {
      this.#chargeUnfinished();
      this.#end();
    });
  }

  /** Asks the client for a sign of life, and cuts one that has given none since it was asked last. */
  beat(): void {
    if (this.#webSocket.isPaused) return;
    if (!this.#isAlive) {
      this.#parts.counts.closed('silent');
      this.#webSocket.terminate();
      return;
    }
    this.#isAlive = false;
    if (this.#isOpen) this.#webSocket.ping();
  }

  /** Charges later calls on another meter. */
  chargeOn(meter: Meter | undefined): void {
    this.#meter = meter;
  }

  /** Closes, as its client may not call any more. */
  reject(): void {
    this.#close('unauthorized');
  }

  /** Takes no more messages, answers those in flight, and closes. */
  leave(): void {
    this.#isLeaving = true;
    this.#waiting = [];
    if (this.#inFlight === 0) this.#close('goingAway');
  }

  get #isOpen(): boolean {
    return !this.#isClosing && this.#webSocket.readyState === this.#webSocket.OPEN;
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#isAlive = true;
    if (this.#isLeaving || this.#isClosing) return;
    if (isBinary || !Buffer.isBuffer(data)) {
      this.#close('unsupportedData');
      return;
    }
    this.#readBytes += data.length + MAX_FRAME_HEADER_BYTES;
    if (this.#inFlight < this.#parts.settings.maxMessagesInFlight) {
      this.#answer(data.toString());
    } else {
      // Those that came in the same packet are still handed over.
      this.#waiting.push(data.toString());
      this.#webSocket.pause();
    }
  }

  #answer(text: string): void {
    this.#inFlight += 1;
    const opened: number[] = [];
    const session: Session = {
      subscribe: (name, begin) => {
        const id = this.#subscriber.open(name, begin);
        opened.push(id);
        return id;
      },
      unsubscribe: (id) => this.#subscriber.end(id),
    };
    const { dispatch, nextRequestId } = this.#parts;
    const hangUp = (): AbortSignal => (this.#hangUp ??= sharedController()).signal;
    const origin: Origin = {
      requestId: nextRequestId(),
      meter: this.#meter,
      session,
      get signal() {
        return hangUp();
      },
    };
    const answered = recovering<void>(
      () => whenKnown(dispatch(text, origin), (answer) => this.#answered(answer, opened)),
      (error) => this.#reject(error),
    );
    void answered;
  }

  #answered({ body }: Pick<Answer, 'body'>, opened: readonly number[]): void {
    this.#inFlight -= 1;
    if (body !== undefined) this.#write([textFrame(body.toString())]);
    if (this.#isLeaving) {
      if (this.#inFlight === 0) this.#close('goingAway');
      return;
    }
    if (!this.#isOpen) return;
    for (const id of opened) this.#subscriber.begin(id);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#answer(next);
    else if (this.#webSocket.isPaused) this.#webSocket.resume();
  }

  #reject(error: unknown): void {
    if (error instanceof RequestRejectedError) this.#answered({ body: error.answer }, []);
    else this.#fail(error);
  }

  /** Responds to a bug of the gateway. */
  #fail(error: unknown): void {
    this.#parts.log.error({ err: error }, 'WebSocket message failed');
    this.#close('internalError');
  }

  /** Sends a frame, after those that wait for the client. */
  #write(frame: readonly Buffer[]): void {
    if (!this.#isOpen) return;
    if (this.#socket.writableLength + this.#unsentBytes > this.#parts.settings.maxBufferedBytes) {
      this.#close('tooSlow');
    } else if (this.#unsent.length > 0 || this.#socket.writableNeedDrain) {
      if (this.#unsent.length === 0) this.#socket.once('drain', () => this.#sendWaiting());
      this.#unsent.push(frame);
      this.#unsentBytes += lengthOf(frame);
    } else this.#send(frame);
  }

  /** Sends frames that waited until the client has enough to read. Handed over one by one, they show how fast it reads. */
  #sendWaiting(): void {
    while (!this.#socket.writableNeedDrain) {
      const frame = this.#unsent.shift();
      if (frame === undefined) return;
      this.#unsentBytes -= lengthOf(frame);
      this.#send(frame);
    }
    this.#socket.once('drain', () => this.#sendWaiting());
  }

  /**
   * Writes a frame to the socket itself, so that one buffer does for all who get the same. A whole frame at a time never comes
   * between the bytes of another.
   */
  #send(frame: readonly Buffer[]): void {
    if (frame.length > 1) this.#socket.cork();
    for (const piece of frame) this.#socket.write(piece);
    if (frame.length > 1) this.#socket.uncork();
  }

  #close(why: keyof typeof CLOSE): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#parts.counts.closed(why);
    if (why === 'goingAway') for (const frame of this.#unsent) this.#send(frame);
    const [code, reason] = CLOSE[why];
    this.#end();
    this.#webSocket.close(code, reason);
    // The client's own closing frame is to be read.
    if (this.#webSocket.isPaused) this.#webSocket.resume();
  }

  /** Charges for what came and was no whole message. */
  #chargeUnfinished(): void {
    const unfinished = bytesReadBy(this.#socket) - this.#readBytes;
    if (unfinished > MAX_FREE_BYTES) this.#meter?.spend(Math.max(1, sizeCost(unfinished)));
  }

  #end(): void {
    this.#waiting = [];
    this.#unsent = [];
    this.#unsentBytes = 0;
    this.#hangUp?.abort();
    this.#subscriber.endAll();
  }
}

/** Source: RFC 6455, section 5.2. */
const MAX_FRAME_HEADER_BYTES = 14;
/** What pings and the closing frame of a client may take. */
const MAX_FREE_BYTES = 1024;

const bytesReadBy = (socket: Duplex): number => (socket instanceof Socket ? socket.bytesRead : 0);

/** Creates what all calls of a connection listen to. */
function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const lengthOf = (frame: readonly Buffer[]): number => frame.reduce((sum, { length }) => sum + length, 0);
