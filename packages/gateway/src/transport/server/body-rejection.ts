import { CONNECTION_FULL, createRejection, type Rejection } from '../../base/http/rejections.js';
import { isOpenLimit } from '../../admission/limits/open-requests.js';
import type { BodyExcess } from './body.js';
import { MAX_TINY_PIECES, MIN_MEAN_PIECE_BYTES } from './body-count.js';

/** Defines the rejection of a body in thousands of tiny chunks. */
export const CHUNKS_TOO_SMALL = createRejection(400, 'Chunks of the request body are too small', {
  reason: 'chunks-too-small',
  expected: `at most ${MAX_TINY_PIECES} chunks, or an average of at least ${MIN_MEAN_PIECE_BYTES} bytes`,
  fix: 'Write the body in larger pieces.',
});

/** Returns the rejection of a body that exceeds a limit. */
export function excessRejection(excess: BodyExcess, tooLarge: Rejection): Rejection {
  if (typeof excess === 'object') return excess;
  if (excess === 'tiny-pieces') return CHUNKS_TOO_SMALL;
  return excess === 'connection-full' ? CONNECTION_FULL : tooLarge;
}

/** Returns whether nothing more is read from the connection of a request with this rejection: to read on is what costs. */
export const isLeftUnread = (rejection: Rejection): boolean =>
  rejection === CHUNKS_TOO_SMALL || isOpenLimit(rejection);
