import type { Meter } from '../../admission/limits/meter.js';
import type { Session } from '../../base/messages/session.js';

/** Describes where a request came from. */
export interface Origin {
  /** Names the request in the log. */
  readonly requestId: string;
  /** What the calls are charged on, all at once before the first of them; absent where nobody is limited. */
  readonly meter?: Meter | undefined;
  /** The connection of the request, if it can receive notifications. */
  readonly session?: Session | undefined;
  /** Is aborted when nobody waits for the answer any more. It may be made when it is read first. */
  readonly signal?: AbortSignal | undefined;
}
