import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visit } from '../../admission/limits/admission.js';
import { dropRest } from './drop-rest.js';
import type { Pipelines } from './pipelines.js';

/** Describes a request over HTTP/1.1 that is rejected while its body may still be on its way. */
export interface UnreadRequest {
  /** True if the client is over its rate limit. */
  readonly isLimited: boolean;
  /** True if the rest of it is not read, whatever the client does. */
  readonly isLeft: boolean;
  readonly visit: Visit | undefined;
  /** True if the client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
}

/** A client that is over its limit keeps its connection if the body of its request is at most so large. */
const MAX_SMALL_BODY_BYTES = 16 * 1024;

/**
 * Rejects a request whose body may still be on its way. The response goes out at once and ends when all of the body was
 * read and dropped: a connection that is closed before that can be reset, and the client never reads the response. A client that
 * ignores its limit, or sends much more, has some time to read the response; nothing more is read from it.
 * @param write writes all of the response, but does not end it
 */
export function rejectUnread(
  response: ServerResponse,
  { isLimited, isLeft, visit, expectsContinue }: UnreadRequest,
  pipelines: Pipelines,
  write: () => void,
): void {
  const { req: request } = response;
  const isUnread =
    expectsContinue || isLeft || (isLimited && (pipelines.isAbused(response) || isLarge(request)));
  if (isUnread) pipelines.end(response);
  write();
  if (isUnread) {
    pipelines.closeUnread(response);
    return;
  }
  dropRest(request, visit, {
    ended: () => pipelines.whenRead(response, () => response.end()),
    givenUp: () => {
      pipelines.end(response);
      pipelines.closeUnread(response);
    },
  });
}

/** Returns the bytes that a request declares for its body. */
export const declaredBytes = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Number(headers['content-length'] ?? 0);

/** Returns whether the body of a request is large, or of unknown size. */
function isLarge({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || declaredBytes({ headers }) > MAX_SMALL_BODY_BYTES;
}
