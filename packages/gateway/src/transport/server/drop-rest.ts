import type { IncomingMessage } from 'node:http';
import type { Visit } from '../../admission/limits/admission.js';
import { sizeCost } from '../../admission/limits/size-cost.js';
import { dropBody } from './body.js';

/** Maximum of bytes that are read and dropped of the body of a rejected request before its connection is closed. */
export const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/** Describes what becomes of the rest of a body. */
export interface DroppedRest {
  /** Called when all of the body was read. */
  readonly ended: () => void;
  /** Called instead when the client sent more, sends tiny pieces, or cannot pay. */
  readonly givenUp: () => void;
  /** {@link MAX_DROPPED_BYTES} when left out. */
  readonly maxBytes?: number;
}

/** Reads and drops the rest of a body. The client pays for small pieces, as far as it can. */
export function dropRest(
  request: IncomingMessage,
  visit: Visit | undefined,
  { ended, givenUp, maxBytes = MAX_DROPPED_BYTES }: DroppedRest,
): void {
  let charged = 0;
  dropBody(
    request,
    ({ length, work, isInTinyPieces }) => {
      const cost = sizeCost(work) - sizeCost(length);
      if (cost > charged) visit?.spend(cost - charged);
      const isPaid = cost <= charged || visit?.rejectionOf(1) === undefined;
      charged = Math.max(cost, charged);
      if (isPaid && length <= maxBytes && !isInTinyPieces) return true;
      givenUp();
      return false;
    },
    ended,
  );
}
