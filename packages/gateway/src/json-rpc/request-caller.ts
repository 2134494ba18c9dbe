import type { IncomingMessage } from 'node:http';
import { Provenance } from '../memory/provenance.js';
import type { Caller } from '../methods/method.js';
import type { Origin } from './origin.js';
import type { Session } from './session.js';

/** Who a request came from: its calls tell it where their results come from. */
export class RequestCaller implements Caller {
  readonly provenance = new Provenance();
  readonly #origin: Origin;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  get requestId(): string {
    return this.#origin.requestId;
  }

  get request(): IncomingMessage | undefined {
    return this.#origin.request;
  }

  get hasKey(): boolean {
    return this.#origin.meter?.hasKey === true;
  }

  get session(): Session | undefined {
    return this.#origin.session;
  }

  get signal(): AbortSignal | undefined {
    return this.#origin.signal;
  }
}
