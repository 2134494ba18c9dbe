import type { IncomingMessage } from 'node:http';
import type { Meter } from '../limits/meter.js';
import type { Session } from './session.js';

/** Where the text of a request came from. */
export interface Origin {
  /** Names the request in the log. */
  readonly requestId: string;
  /** Who asks, and how: its headers and its connection; absent where that is no request of HTTP. */
  readonly request?: IncomingMessage | undefined;
  /** What the calls are charged on, all at once before the first of them; absent where nobody is limited. */
  readonly meter?: Meter | undefined;
  /** The connection that the request came over, where it can be told things later. */
  readonly session?: Session | undefined;
  /** Is aborted when nobody waits for the answer any more. It may be made when it is read first. */
  readonly signal?: AbortSignal | undefined;
}
