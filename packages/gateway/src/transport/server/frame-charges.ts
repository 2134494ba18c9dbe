import type { Http2Server, ServerHttp2Session } from 'node:http2';
import type { Visit } from '../../admission/limits/admission.js';
import type { ForwardedRequest } from '../../admission/limits/client-address.js';
import { connectionOfSession, NGHTTP2_ENHANCE_YOUR_CALM } from './http2-server.js';
import type { PacedConnection } from './paced-connection.js';

/** The bytes that cost a unit where they belong to no body: a thousand frames of HTTP/2 can be in 16 KiB. */
const UNIT_BYTES = 4096;
/** Bytes that a request accounts for in addition to its body, as it costs at least a unit. */
const REQUEST_BYTES = UNIT_BYTES;
/** The share of what is sent to a client that it may send for it: acknowledgements, pings, windows. */
const SENT_SHARE = 1 / 4;
/** Maximum credit of a connection, which it begins with: bytes of bodies may come before their requests account for them. */
const MAX_CREDIT_BYTES = 16 * 1024;
/** A connection with more bytes between two requests that none accounts for is closed. Some are forgotten each millisecond. */
const MAX_EXCESS_BYTES = 256 * 1024;
const FORGOTTEN_BYTES_PER_MS = 1;

/** Describes who pays for the frames of connections. */
export interface FramePayers {
  /** Returns who sends on a connection; `undefined` where nobody is limited. */
  readonly visitOf: (request: ForwardedRequest) => Visit | undefined;
  /** Returns whether an address sends what others want: the frames of a trusted proxy are not charged. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Charges clients of HTTP/2 for what no request accounts for: frames that are rejected before there is a request, or that none needs. A
 * connection whose client cannot pay, or sends much of it, is closed.
 */
export function chargeFrames(http2: Http2Server, payers: FramePayers): void {
  http2.on('session', (session) => {
    const connection = connectionOfSession(session);
    if (connection !== undefined && !payers.isProxy(connection.remoteAddress ?? ''))
      new FrameCharges(session, connection, payers).begin();
  });
}

class FrameCharges {
  readonly #session: ServerHttp2Session;
  readonly #connection: PacedConnection;
  readonly #payers: FramePayers;
  /** As long as there are addresses. */
  readonly #payer: ForwardedRequest;
  #hasRequests = false;
  /** The bytes that no request accounts for and that are not paid. */
  #unpaid = -MAX_CREDIT_BYTES;
  #excess = 0;
  #at = performance.now();

  constructor(session: ServerHttp2Session, connection: PacedConnection, payers: FramePayers) {
    this.#session = session;
    this.#connection = connection;
    this.#payers = payers;
    const { remoteAddress } = connection;
    this.#payer = { headers: {}, socket: { remoteAddress } };
  }

  begin(): void {
    this.#connection.on('received', (bytes: number) => {
      this.#charge();
      this.#unpaid += bytes;
    });
    this.#connection.on('accounted', (bytes: number) => this.#credit(bytes));
    this.#connection.on('sent', (bytes: number) => this.#credit(SENT_SHARE * bytes));
    this.#session.on('stream', () => {
      this.#hasRequests = true;
      this.#excess = 0;
      this.#credit(REQUEST_BYTES);
    });
    this.#session.once('close', () => {
      if (!this.#hasRequests) this.#payers.visitOf(this.#payer)?.spend(1);
    });
  }

  #credit(bytes: number): void {
    this.#unpaid = Math.max(-MAX_CREDIT_BYTES, this.#unpaid - bytes);
  }

  /** Charges for what came before the piece that comes now. */
  #charge(): void {
    if (this.#unpaid < UNIT_BYTES || this.#session.destroyed) return;
    const units = Math.floor(this.#unpaid / UNIT_BYTES);
    this.#unpaid -= units * UNIT_BYTES;
    const visit = this.#payers.visitOf(this.#payer);
    visit?.spend(units);
    const now = performance.now();
    const forgotten = (now - this.#at) * FORGOTTEN_BYTES_PER_MS;
    this.#excess = Math.max(0, this.#excess - forgotten) + units * UNIT_BYTES;
    this.#at = now;
    if (this.#excess <= MAX_EXCESS_BYTES && visit?.canPay(1) !== false) return;
    this.#session.goaway(NGHTTP2_ENHANCE_YOUR_CALM);
    this.#session.destroy();
  }
}
