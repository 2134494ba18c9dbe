import type { Meter } from '../../admission/limits/meter.js';
import type { Session } from '../../base/messages/session.js';

/** Describes where a request came from. */
export interface Origin {
  /** Names the request in the log. */
  readonly requestId: string;
  /** Meter that is charged for all calls at once before the first of them; absent without limits. */
  readonly meter?: Meter | undefined;
  /** True for what a page asks now and then by itself. */
  readonly isPoll?: boolean;
  /** The connection of the request, if it can receive notifications. */
  readonly session?: Session | undefined;
  /** Aborted when no caller waits for the response any more. It may be created when it is read first. */
  readonly signal?: AbortSignal | undefined;
}
