import { createContextKey } from '@connectrpc/connect';
import { rejectionStatus } from './call-rejection.js';
import { FrameChannel } from './frame-channel.js';
import { GrpcError } from './method/grpc-error.js';
import type { DescribeMessage } from '../base/observe/observer.js';
import type { Visit } from '../admission/limits/admission.js';
import { CHUNKS_TOO_SMALL } from '../transport/server/body-rejection.js';
import type { GatheredBody } from '../transport/server/gathered-body.js';
import { sizeCost } from '../admission/limits/size-cost.js';

/** Size of the head of a frame: its flags and its length. */
const FRAME_HEAD_BYTES = 5;

/** One call, from its head to its end. */
export class GrpcCall {
  readonly requestId: string;
  /** Takes the responses of a stream behind the first one. */
  readonly frames = new FrameChannel();
  readonly #meter: Visit | undefined;
  readonly #maxBytes: number;
  readonly #body: GatheredBody;
  /** Describes the message of the request, for a log; absent for a stream of them. */
  request: DescribeMessage | undefined;
  /** Message of the status with which the call failed. */
  failure: string | undefined;
  /** The outcome of a transition that a response with status OK reports, for a log. */
  outcome: string | undefined;
  #bytes = 0;
  #isCharged = false;
  #isRead = false;

  constructor(requestId: string, meter: Visit | undefined, body: GatheredBody, maxBytes: number) {
    this.requestId = requestId;
    this.#body = body;
    this.#maxBytes = Math.min(maxBytes + FRAME_HEAD_BYTES, meter?.maxBodyBytes ?? Infinity);
    this.#meter = meter;
  }

  /** Returns whether the body of the request is being read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Takes note that somebody reads the body of the request. */
  beginRead(): void {
    this.#isRead = true;
  }

  /**
   * Counts bytes of the body, as they came or as they were decoded: they are paid, also where the call does not come to its method.
   * @throws {GrpcError} for more than a request may have
   */
  countRead(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw this.tooLarge();
  }

  /** Returns why a body is rejected that exceeds what a request may have, or its client can pay. */
  tooLarge(): GrpcError {
    const { excess } = this.#body;
    if (typeof excess === 'object') return rejectionStatus(excess);
    if (excess === 'connection-full')
      return new GrpcError(
        'resourceExhausted',
        'request bodies of the connection are too large: expected fewer requests at a time',
      );
    if (excess === 'tiny-pieces') return rejectionStatus(CHUNKS_TOO_SMALL);
    const limited = this.#meter?.rejectionOf(1 + this.#sizeCost);
    return limited === undefined
      ? new GrpcError('resourceExhausted', `request is too large: expected at most ${this.#maxBytes} bytes`)
      : rejectionStatus(limited);
  }

  /** Charges the client for a call of a method. @throws {Rejected} (or rejects with it) if its budget is too small */
  async charge(cost: number): Promise<void> {
    this.#isCharged = true;
    this.#body.charged();
    await this.#meter?.charge(cost + this.#sizeCost);
  }

  /**
   * Charges the client for work in addition to the cost of the method. @throws {RequestRejectedError} (or rejects with
   * it) if its budget is too small
   */
  async chargeMore(units: number): Promise<void> {
    if (units > 0) await this.#meter?.charge(units);
  }

  /** Charges the client for a call that did not come to its method. */
  end(): void {
    if (!this.#isCharged) this.#meter?.spend(1 + this.#sizeCost);
  }

  /** Returns the cost of the body: its bytes, and the work for its small chunks. */
  get #sizeCost(): number {
    const { length, work, excess } = this.#body;
    const bytes = excess === undefined ? this.#bytes : Math.max(length, this.#bytes);
    return sizeCost(bytes) + sizeCost(work) - sizeCost(length);
  }
}

/** Where a handler finds its call. */
export const GRPC_CALL = createContextKey<GrpcCall | undefined>(undefined, { description: 'the call' });
