import { createRejection, type Rejection } from '../../base/http/rejections.js';
import type { Visit } from './admission.js';
import { affordableBytes, sizeCost } from './size-cost.js';

/** Names the limits of what is open: that of each client, and that of all of them, the setting `max-open-bytes`. */
type OpenLimit = 'client' | 'gateway';

/** Until what is open is over, as a rule. */
const RETRY_AFTER = ['retry-after', '1'];

/** Defines the rejection of a request whose client holds as much open as it can pay. */
export const CLIENT_FULL = createRejection(
  429,
  'Too many requests are open',
  {
    reason: 'rate-limited',
    expected: 'open requests and messages that cost at most the units that are left',
    fix: 'Send fewer or smaller requests at a time.',
  },
  RETRY_AFTER,
);

/** Defines the rejection of a request while all clients together hold `max-open-bytes` open. */
export const GATEWAY_FULL = createRejection(
  503,
  'The gateway has too many open requests',
  { reason: 'overloaded', fix: 'Try again in 1 s.' },
  RETRY_AFTER,
);

/** Clients with an API key that has a limit of its own may hold so much more open than all others. */
const OWN_QUOTA_FACTOR = 1.25;

/**
 * Bytes that the open requests of a client hold at most, their own memory included; more where its burst pays for more. Streams stay open, so units that come
 * back would pay for ever more of them.
 */
const MAX_CLIENT_BYTES = 48 * 1024 * 1024;
/** Memory for a received byte of a message while its call is open: as it came, decoded, and as its handler keeps it. */
const HELD_FACTOR = 3;

/**
 * Counts what clients hold open: requests that have begun and are not charged yet, and the received bytes of bodies and messages that are
 * not served yet. Nobody holds more open than its rate limit would let through at once, and all together not more than a limit.
 */
export class OpenRequests {
  readonly #maxBytes: () => number;
  /** The units that the open requests of each client cost. */
  readonly #units = new Map<string, number>();
  /** The bytes that the open requests of each client hold. */
  readonly #held = new Map<string, number>();
  readonly #rejections: Record<OpenLimit, number> = { client: 0, gateway: 0 };
  #bytes = 0;

  /** @param maxBytes of all clients together; may return something else in time */
  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Begins a request or message, which is open until its {@link OpenRequest.end}.
   * @param visit who sends it; `undefined` where nobody is limited
   * @param declaredBytes of its body, where they are known
   * @param ownBytes that it takes in addition while it is open
   */
  begin(visit: Visit | undefined, declaredBytes = 0, ownBytes = 0): OpenRequest | Rejection {
    const rejection = this.#rejectionOf(visit, unitsOf(declaredBytes), declaredBytes, ownBytes);
    if (rejection !== undefined) return rejection;
    const hold = (units: number, bytes: number): void => {
      if (visit === undefined) return;
      add(this.#units, visit.client, units);
      add(this.#held, visit.client, bytes);
    };
    hold(1, ownBytes);
    return new OpenRequest(visit, {
      rejectionOf: (units, bytes) => this.#rejectionOf(visit, units, bytes),
      hold: (units, bytes) => hold(units, HELD_FACTOR * bytes),
      receive: (bytes) => {
        this.#bytes += bytes;
      },
      end: () => hold(0, -ownBytes),
    });
  }

  /** Returns the received bytes that are open, and the requests that were rejected since the start, by limit. */
  report(): { readonly bytes: number; readonly rejections: Readonly<Record<OpenLimit, number>> } {
    return { bytes: this.#bytes, rejections: this.#rejections };
  }

  /** Returns why nothing more is opened. */
  #rejectionOf(visit: Visit | undefined, units: number, bytes: number, ownBytes = 0): Rejection | undefined {
    if (visit !== undefined && this.#isFull(visit, units, HELD_FACTOR * bytes + ownBytes)) {
      this.#rejections.client += 1;
      return CLIENT_FULL;
    }
    const factor = visit?.hasOwnLimit === true ? OWN_QUOTA_FACTOR : 1;
    if (bytes === 0 || this.#bytes + bytes <= factor * this.#maxBytes()) return undefined;
    this.#rejections.gateway += 1;
    return GATEWAY_FULL;
  }

  /** Returns whether a client may hold no more. An API key with a limit of its own pays for what it holds. */
  #isFull(visit: Visit, units: number, bytes: number): boolean {
    if (units > 0 && !visit.canPay((this.#units.get(visit.client) ?? 0) + units)) return true;
    if (bytes === 0 || visit.hasOwnLimit) return false;
    const max = Math.max(MAX_CLIENT_BYTES, HELD_FACTOR * affordableBytes(visit.max));
    return (this.#held.get(visit.client) ?? 0) + bytes > max;
  }
}

/** Adds to a count, which is dropped at 0. */
function add(counts: Map<string, number>, name: string, change: number): void {
  if (change === 0) return;
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

/** Returns the units that a request with so many bytes holds: whole requests with small bodies never reject each other. */
const unitsOf = (bytes: number): number => Math.max(1, sizeCost(bytes));

/** Changes that a request makes to the counts of its gateway. */
interface Counts {
  readonly rejectionOf: (units: number, bytes: number) => Rejection | undefined;
  /** Changes what its client holds. */
  readonly hold: (units: number, bytes: number) => void;
  /** Changes what all clients have open. */
  readonly receive: (bytes: number) => void;
  readonly end: () => void;
}

/** Represents a request or message that is open. */
export class OpenRequest {
  readonly #counts: Counts;
  #bytes = 0;
  /** Those of the bytes that were not taken yet. */
  #waiting = 0;
  #work = 0;
  #units = 1;
  #isCharged = false;
  #isOver = false;

  constructor(visit: Visit | undefined, counts: Counts) {
    this.#counts = counts;
    if (visit === undefined) this.#units = 0;
    this.#isCharged = visit === undefined;
  }

  /**
   * Counts bytes that came.
   * @param work for them, as if it were so many bytes in large pieces
   * @returns why the request is rejected, which is over then: its client or all clients hold too much
   */
  add(bytes: number, work = bytes): Rejection | undefined {
    if (this.#isOver) return undefined;
    this.#work += work;
    const units = this.#isCharged ? 0 : unitsOf(this.#work) - this.#units;
    const rejection = this.#counts.rejectionOf(units, bytes);
    if (rejection !== undefined) {
      this.end();
      return rejection;
    }
    this.#units += units;
    this.#bytes += bytes;
    this.#waiting += bytes;
    this.#counts.hold(units, bytes);
    this.#counts.receive(bytes);
    return undefined;
  }

  /** Takes note that the request is charged from now on: its units are no longer those of an open request. */
  charged(): void {
    if (this.#isCharged) return;
    this.#isCharged = true;
    this.#counts.hold(-this.#units, 0);
    this.#units = 0;
  }

  /** Takes note that the request is charged and its message was read: it may stay open, and only its client still holds it. */
  taken(): void {
    this.charged();
    this.#counts.receive(-this.#waiting);
    this.#waiting = 0;
  }

  /** Ends the request: nothing of it is held any more. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isCharged = true;
    this.#counts.hold(-this.#units, -this.#bytes);
    this.#counts.receive(-this.#waiting);
    this.#counts.end();
    this.#units = 0;
    this.#bytes = 0;
    this.#waiting = 0;
  }
}

/** Returns whether a rejection is one of what is open: nothing more is read from its connection. */
export const isOpenLimit = (rejection: Rejection): boolean =>
  rejection === CLIENT_FULL || rejection === GATEWAY_FULL;
