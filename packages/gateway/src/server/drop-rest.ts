import type { IncomingMessage } from 'node:http';
import type { Visit } from '../limits/admission.js';
import { sizeCost } from '../limits/size-cost.js';
import { dropBody } from './body.js';

/** What is read and dropped of the body of a rejected request before its connection is closed. */
export const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/**
 * Reads and drops the rest of a body, up to {@link MAX_DROPPED_BYTES}. The client pays for small pieces, as far as it can.
 * @param ended is called when all of the body was read
 * @param givenUp is called instead when the client sent more, or cannot pay
 */
export function dropRest(
  request: IncomingMessage,
  visit: Visit | undefined,
  ended: () => void,
  givenUp: () => void,
): void {
  let charged = 0;
  dropBody(
    request,
    (length, work) => {
      const cost = sizeCost(work) - sizeCost(length);
      if (cost > charged) visit?.spend(cost - charged);
      const isPaid = cost <= charged || visit?.rejectionOf(1) === undefined;
      charged = Math.max(cost, charged);
      if (isPaid && length <= MAX_DROPPED_BYTES) return true;
      givenUp();
      return false;
    },
    ended,
  );
}
