import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import type { Answer } from '../../json-rpc/dispatch/gather-answers.js';
import type { Dispatch } from '../../json-rpc/dispatch/dispatch.js';
import type { Origin } from '../../json-rpc/dispatch/origin.js';
import { recovering, whenKnown } from '../../base/messages/eventually.js';
import type { Session } from '../../base/messages/session.js';
import type { Visit } from '../../admission/limits/admission.js';
import { RequestRejectedError } from '../../admission/limits/meter.js';
import { CLIENT_FULL, OpenRequest, type OpenRequests } from '../../admission/limits/open-requests.js';
import { sizeCost } from '../../admission/limits/size-cost.js';
import type { NotificationFrames } from './notification-frames.js';
import type { ClosedFor, SubscriberCounts } from '../../base/observe/subscriber-counts.js';
import { Subscriber } from './subscriber.js';
import { LINGER_MS } from '../server/pipelines.js';
import { PIECE_BYTES, type PacedConnection } from '../server/paced-connection.js';
import type { TurnQueue } from '../server/turn-queue.js';
import { textFrame } from './text-frame.js';
import type { WebSocketSettings } from '../../settings/settings.js';

/** Lists what all connections of a gateway share. */
export interface ConnectionParts {
  readonly dispatch: Dispatch;
  readonly settings: WebSocketSettings;
  readonly frames: NotificationFrames;
  readonly counts: SubscriberCounts;
  readonly log: Logger;
  readonly openRequests: OpenRequests;
  readonly turns: TurnQueue;
  readonly nextRequestId: () => string;
}

/** Describes who opened a connection. */
export interface ConnectionClient {
  /** Charged for its calls; absent without limits. */
  readonly visit: Visit | undefined;
  /** True if it may use the unsigned controls. */
  readonly mayControl: boolean;
}

/** Lists the close codes. Source: RFC 6455, section 7.4.1, and the registry of WebSocket close codes. */
export const CLOSE = {
  goingAway: [1001, 'the gateway is shutting down: connect again'],
  unsupportedData: [1003, 'expected text, found a binary message'],
  unauthorized: [1008, 'the API key is not valid any more'],
  internalError: [1011, 'internal error'],
  tooSlow: [1013, 'messages are read too slowly: connect again and resume'],
  full: [1013, 'too much is open: send fewer or smaller messages at a time'],
} as const satisfies Readonly<Partial<Record<ClosedFor, readonly [code: number, reason: string]>>>;

/** A message that came. */
interface Message {
  readonly text: string;
  /** Absent where it is small. */
  readonly open: OpenRequest | undefined;
}

/** Represents one WebSocket: requests in, answers and notifications out. */
export class WebSocketConnection {
  readonly #webSocket: WebSocket;
  /** Where frames are written. */
  readonly #socket: Duplex;
  /** Where messages come from. */
  readonly #paced: PacedConnection;
  readonly #parts: ConnectionParts;
  readonly #subscriber: Subscriber;
  readonly #mayControl: boolean;
  #visit: Visit | undefined;
  /** Messages that came while as many as may be were being answered; the socket is not read until they are. */
  #waiting: Message[] = [];
  /** Frames that are sent when the client has read those before. */
  #unsent: (readonly Buffer[])[] = [];
  #unsentBytes = 0;
  #inFlight = 0;
  /** The bytes of the messages that came. */
  #readBytes = 0;
  /** The bytes of pings and pongs that came since the last beat. */
  #controlBytes = 0;
  /** Received part of an incomplete message, once it is larger than control frames. */
  #unfinished: OpenRequest | undefined;
  #unfinishedBytes = 0;
  #isAlive = true;
  #isLeaving = false;
  #isClosing = false;
  /** Made when a call is made that somebody has to wait for. */
  #hangUp: AbortController | undefined;

  constructor(
    webSocket: WebSocket,
    { socket, paced }: { readonly socket: Duplex; readonly paced: PacedConnection },
    parts: ConnectionParts,
    { visit, mayControl }: ConnectionClient,
  ) {
    this.#visit = visit;
    this.#mayControl = mayControl;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#paced = paced;
    this.#parts = parts;
    this.#subscriber = new Subscriber(parts.settings.maxSubscriptions, parts.counts, (...notification) => {
      this.#write(parts.frames.of(...notification));
    });
    webSocket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    webSocket.on('ping', (data) => this.#countControl(data));
    webSocket.on('pong', (data) => {
      this.#countControl(data);
      this.#isAlive = true;
    });
    paced.on('received', () => this.#countUnfinished());
    // What is no WebSocket protocol is answered with a close code, and then the connection is closed.
    webSocket.on('error', (error) => parts.log.debug({ err: error }, 'WebSocket error'));
    webSocket.on('close', () => {
      this.#chargeUnfinished();
      this.#end();
    });
  }

  /** Asks the client for a sign of life, and cuts one that has given none since it was asked last. */
  beat(): void {
    this.#controlBytes = 0;
    if (this.#webSocket.isPaused) return;
    if (!this.#isAlive) {
      this.#parts.counts.closed('silent');
      this.#webSocket.terminate();
      return;
    }
    this.#isAlive = false;
    if (this.#isOpen) this.#webSocket.ping();
  }

  /** Charges later calls on another visit. */
  chargeOn(visit: Visit | undefined): void {
    this.#visit = visit;
  }

  /** Closes, as its client may not call any more. */
  reject(): void {
    this.#close('unauthorized');
  }

  /** Takes no more messages, answers those in flight, and closes. */
  leave(): void {
    this.#isLeaving = true;
    this.#dropWaiting();
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
    this.#countMessage(data.length);
    const message = { text: data.toString(), open: this.#unfinished };
    this.#unfinished = undefined;
    this.#unfinishedBytes = 0;
    if (this.#inFlight < this.#parts.settings.maxMessagesInFlight) this.#begin(message);
    else {
      // Those that came in the same packet are still handed over.
      this.#waiting.push(message);
      this.#webSocket.pause();
    }
  }

  /**
   * Counts a whole message as read. Its frames are of unknown number and size, but it ended in what was handed over last: errors do not
   * add up.
   */
  #countMessage(bytes: number): void {
    const { received } = this.#paced;
    const counted = this.#readBytes + bytes + MAX_FRAME_HEADER_BYTES;
    this.#readBytes = Math.min(Math.max(counted, received - 2 * PIECE_BYTES), received);
  }

  /** Counts a ping or pong as read, so that it is no part of a message: as much as is free between two beats. */
  #countControl(data: Buffer): void {
    const bytes = data.length + MIN_FRAME_HEADER_BYTES;
    if (this.#controlBytes + bytes > MAX_FREE_BYTES) return;
    this.#controlBytes += bytes;
    this.#readBytes += bytes;
  }

  /** Counts what came of a message that is not whole yet. Closes where its client or all clients hold too much. */
  #countUnfinished(): void {
    const bytes = this.#paced.received - this.#readBytes;
    if (bytes <= MAX_FREE_BYTES || this.#isClosing) return;
    const open = this.#unfinished ?? this.#parts.openRequests.begin(this.#visit);
    // A small message is rejected by its response, and subscriptions go on.
    if (open === CLIENT_FULL && sizeCost(bytes) <= 1) return;
    const rejection =
      open instanceof OpenRequest ? open.add(Math.max(0, bytes - this.#unfinishedBytes)) : open;
    if (open instanceof OpenRequest) this.#unfinished = open;
    this.#unfinishedBytes = bytes;
    if (rejection === undefined) return;
    this.#close('full');
    // Nothing more of the message is gathered.
    this.#paced.leave();
    setTimeout(() => this.#webSocket.terminate(), LINGER_MS).unref();
  }

  /** Answers a message in its turn. */
  #begin(message: Message): void {
    this.#inFlight += 1;
    this.#parts.turns.start(this, () => {
      if (this.#isClosing) message.open?.end();
      else this.#answer(message);
    });
  }

  #answer({ text, open }: Message): void {
    open?.charged();
    const opened: number[] = [];
    const session: Session = {
      mayControl: this.#mayControl,
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
      meter: this.#visit,
      session,
      get signal() {
        return hangUp();
      },
    };
    const answered = recovering<void>(
      () =>
        whenKnown(dispatch(text, origin), (answer) => {
          open?.end();
          this.#answered(answer, opened);
        }),
      (error) => {
        open?.end();
        this.#reject(error);
      },
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
    if (next !== undefined) this.#begin(next);
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
    const unfinished = this.#paced.received - this.#readBytes;
    if (unfinished > MAX_FREE_BYTES) this.#visit?.spend(Math.max(1, sizeCost(unfinished)));
  }

  #dropWaiting(): void {
    for (const { open } of this.#waiting) open?.end();
    this.#waiting = [];
  }

  #end(): void {
    this.#dropWaiting();
    this.#unfinished?.end();
    this.#unfinished = undefined;
    this.#unsent = [];
    this.#unsentBytes = 0;
    this.#hangUp?.abort();
    this.#subscriber.endAll();
  }
}

/** Source: RFC 6455, section 5.2. */
const MAX_FRAME_HEADER_BYTES = 14;
const MIN_FRAME_HEADER_BYTES = 6;
/** Maximum of bytes of a client's pings and pongs between two beats, and its closing frame. */
const MAX_FREE_BYTES = 1024;

/** Creates what all calls of a connection listen to. */
function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const lengthOf = (frame: readonly Buffer[]): number => frame.reduce((sum, { length }) => sum + length, 0);
