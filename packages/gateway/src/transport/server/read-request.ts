import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Meter } from '../../admission/limits/meter.js';
import type { RouteRequest } from '../../http-api/routes/route.js';
import { queryOf } from '../../base/http/request-target.js';
import { isClosed } from './http2-server.js';

/** Represents a request whose body has been read. What few routes need is made when they do. */
export class ReadRequest implements RouteRequest {
  readonly body: Buffer;
  readonly requestId: string;
  readonly meter: Meter | undefined;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(response: ServerResponse, body: Buffer, requestId: string, meter: Meter | undefined) {
    this.#response = response;
    this.body = body;
    this.requestId = requestId;
    this.meter = meter;
  }

  get request(): IncomingMessage {
    return this.#response.req;
  }

  get query(): string {
    return queryOf(this.request.url ?? '');
  }

  /** Returns whether a page says that it asks by itself. */
  get isPoll(): boolean {
    return this.request.headers['x-dapikit-poll'] !== undefined;
  }

  /** Returns a signal that is aborted when the connection is closed before the response was sent. */
  get signal(): AbortSignal {
    return (this.#controller ??= this.#watchClient()).signal;
  }

  #watchClient(): AbortController {
    const controller = new AbortController();
    // Each call of a batch listens.
    setMaxListeners(0, controller.signal);
    const response = this.#response;
    if (isClosed(response)) controller.abort();
    response.once('close', () => {
      if (!response.writableFinished) controller.abort();
    });
    return controller;
  }
}
