import { Provenance } from '../../base/provenance.js';
import type { Caller } from '../../base/method/method.js';
import type { Origin } from './origin.js';
import type { Session } from '../../base/messages/session.js';

/** Represents the caller of a request: its calls record where their results come from. */
export class RequestCaller implements Caller {
  readonly provenance = new Provenance();
  readonly #origin: Origin;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  get requestId(): string {
    return this.#origin.requestId;
  }

  get hasKey(): boolean {
    return this.#origin.meter?.hasKey === true;
  }

  /** Returns whether a page asks by itself, which a log need not show. */
  get isPoll(): boolean {
    return this.#origin.isPoll === true;
  }

  get session(): Session | undefined {
    return this.#origin.session;
  }

  get signal(): AbortSignal | undefined {
    return this.#origin.signal;
  }
}
