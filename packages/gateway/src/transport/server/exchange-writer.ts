import type { ServerResponse } from 'node:http';
import type { Visit } from '../../admission/limits/admission.js';
import type { RequestRejectedError } from '../../admission/limits/meter.js';
import { PROBLEM_TYPE, writeProblem, type ProblemError } from '../../base/http/problem-error.js';
import { INTERNAL_ERROR, type Rejection } from '../../base/http/rejections.js';
import type { Route, RouteAnswer, RouteContext } from '../../http-api/routes/route.js';
import { isHttp2 } from '../../base/http/head-rejection.js';
import { writeHead } from './http2-server.js';
import { ResponsePacer } from './paced-response.js';
import { NO_HEADERS } from './path-table.js';
import type { Pipelines } from './pipelines.js';

const JSON_TEXT = 'application/json';

/** HTTP status of a rejection by a rate limit. */
export const TOO_MANY_REQUESTS = 429;

/** Describes a request and its response on their way through a listener. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The client as it was admitted; `undefined` where all clients may do everything. */
  readonly visit: Visit | undefined;
  /** Headers that say which pages may read the response: names and values by turns. */
  readonly cors: readonly string[];
}

/** Describes what the writer of a listener depends on. */
interface ExchangeWriterOptions {
  readonly pipelines: Pipelines;
  readonly log: RouteContext['log'];
  /** Returns whether the connection of a response is closed after it. */
  readonly isLast: (response: ServerResponse) => boolean;
  /** The bytes of responses that may wait for a client. */
  readonly maxBufferedBytes: number;
}

/** Writes the responses of a listener. */
export class ExchangeWriter {
  readonly #pipelines: Pipelines;
  readonly #log: RouteContext['log'];
  readonly #isLast: ExchangeWriterOptions['isLast'];
  readonly #pacer: ResponsePacer;

  constructor({ pipelines, log, isLast, maxBufferedBytes }: ExchangeWriterOptions) {
    this.#pipelines = pipelines;
    this.#log = log;
    this.#isLast = isLast;
    this.#pacer = new ResponsePacer(maxBufferedBytes);
  }

  /** Writes the answer of a route. */
  send(exchange: Exchange, { status, headers, body, type = JSON_TEXT }: RouteAnswer): void {
    const { response, visit, cors } = exchange;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0);
    const lines = [...cors, ...headers, ...(visit?.headers ?? NO_HEADERS)];
    this.#writeHead(exchange, status, lines, body === undefined ? undefined : { type, length });
    if (this.#pipelines.isLast(response))
      this.#pipelines.whenRead(response, () => this.#pacer.end(response, body, length));
    else this.#pacer.end(response, body, length);
  }

  /** Writes a response without a body, once the request was read. */
  sendHeaders(exchange: Exchange, status: number, headers: readonly string[]): void {
    this.#writeHead(exchange, status, headers, undefined);
    this.#pipelines.whenRead(exchange.response, () => exchange.response.end());
  }

  /** Writes why a route rejects a request. */
  sendProblem(exchange: Exchange, { status, message, data }: ProblemError): void {
    const { response, visit, cors } = exchange;
    const body = writeProblem(status, message, data);
    this.write(exchange, status, [...cors, ...(visit?.headers ?? NO_HEADERS)], body, PROBLEM_TYPE);
    this.#pipelines.whenRead(response, () => response.end(body));
  }

  /** Rejects a request that was read. */
  sendRejection(
    exchange: Exchange,
    { rejection, answer }: RequestRejectedError,
    errors: Route['errors'],
  ): void {
    const { response, cors } = exchange;
    const [body, type] =
      errors === 'problem' ? formOf(rejection, errors) : [answer ?? rejection.body, JSON_TEXT];
    const isUnread =
      rejection.status === TOO_MANY_REQUESTS && !isHttp2(response.req) && this.#pipelines.isAbused(response);
    if (isUnread) this.#pipelines.end(response);
    this.write(exchange, rejection.status, [...cors, ...rejection.headers], body, type);
    if (!isUnread) {
      response.end(body);
      return;
    }
    response.write(body);
    this.#pipelines.closeUnread(response);
  }

  /** Responds to a bug of the gateway. */
  fail(exchange: Exchange, { errors }: Route, error: unknown): void {
    const { response, requestId, cors } = exchange;
    this.#log.error({ err: error, requestId }, 'request failed');
    if (errors === 'json-rpc' || response.headersSent) {
      response.destroy();
      return;
    }
    const { status, problem } = INTERNAL_ERROR;
    this.write(exchange, status, cors, problem, PROBLEM_TYPE);
    response.end(problem);
  }

  /** Writes the head of a response with a body. @param headers names and values by turns */
  write(
    exchange: Exchange,
    status: number,
    headers: readonly string[],
    body: string | Buffer,
    type = JSON_TEXT,
  ): void {
    this.#writeHead(exchange, status, headers, { type, length: Buffer.byteLength(body) });
  }

  /** The request id is first, which is what the client wants. */
  #writeHead(
    { response, requestId }: Exchange,
    status: number,
    headers: readonly string[],
    body: { readonly type: string; readonly length: number } | undefined,
  ): void {
    const lines = ['x-request-id', requestId, ...headers];
    if (body !== undefined) lines.push('content-type', body.type, 'content-length', String(body.length));
    const isLastOne = this.#isLast(response) || this.#pipelines.isLast(response);
    // The header may be there with another option, as in the rejection of plain HTTP.
    if (isLastOne && !lines.includes('close', 2)) lines.push('connection', 'close');
    writeHead(response, status, lines);
  }
}

/** Returns the body of a rejection and its type, in the form in which a path reports errors. */
export function formOf(
  rejection: Rejection,
  errors: Route['errors'] | undefined,
): [body: string, type: string] {
  return errors === 'problem' ? [rejection.problem, PROBLEM_TYPE] : [rejection.body, JSON_TEXT];
}
