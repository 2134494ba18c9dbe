import type { FedBlock, FedEvent, PlatformFeed } from '@dapikit/platform';
import type { Begin, Notify } from '../../base/messages/session.js';
import { plainJson } from '../platform/plain-json.js';

/** Returns the notification of an event; nothing where a subscriber does not want it. */
export type NoticeOf = (fed: FedEvent) => object | undefined;

/** Notifications that are sent in one turn of the event loop: others have their turn between. */
const NOTICES_A_TURN = 50;

/** Bytes of events in one turn, about. */
const BYTES_A_TURN = 256 * 1024;

/** Notifies of the events from a position on: of those that are there in turns, then of others as they come. */
export const follow =
  (feed: PlatformFeed, start: number, noticeOf: NoticeOf): Begin =>
  (notify) => {
    const follower = new Follower(feed, start, noticeOf, notify);
    const stop = feed.watch(() => follower.advance());
    follower.advance();
    return () => {
      stop();
      follower.end();
    };
  };

/** Follows a feed for one subscriber. It keeps a position alone: what waits is in the feed. */
class Follower {
  #isOver = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(
    private readonly feed: PlatformFeed,
    private position: number,
    private readonly noticeOf: NoticeOf,
    private readonly notify: Notify,
  ) {}

  /** Notifies of what is there, unless a turn for it comes. */
  advance(): void {
    if (this.#turn === undefined) this.#send();
  }

  end(): void {
    this.#isOver = true;
    clearImmediate(this.#turn);
  }

  #send(): void {
    this.#turn = undefined;
    for (let sent = 0, bytes = 0; !this.#isOver;) {
      const at = this.feed.at(this.position);
      if (at === undefined) return;
      if (sent === NOTICES_A_TURN || bytes >= BYTES_A_TURN) {
        this.#turn = setImmediate(() => this.#send());
        return;
      }
      const missed = at.next - 1 - this.position;
      this.position = at.next;
      if (missed > 0) this.notify(replacement(at.run, 'missed', heightBefore(at)));
      const notice = this.noticeOf(at);
      if (notice !== undefined) this.notify(notice);
      sent += 1;
      bytes += at.bytes;
    }
  }
}

/** Returns the height of the state before an event that others did not see. */
const heightBefore = ({ event: { kind, block } }: FedEvent): bigint =>
  kind === 'block' ? block.height - 1n : block.height;

/** Returns the notification that what a subscriber knows of the state no longer applies. */
const replacement = (run: string, reason: string, height: bigint): object =>
  noticeObject({ event: 'replaced', run, reason, height });

/** Returns what the notifications of an event have: of a block as `make` says, of a replaced state as all do. */
export const noticesOf =
  (make: (block: FedBlock) => object | undefined): NoticeOf =>
  ({ event, run }) => {
    if (event.kind === 'replaced') return replacement(run, event.reason, event.block.height);
    const made = make(event);
    if (made === undefined) return undefined;
    const { height, time } = event.block;
    return noticeObject({ ...made, run, height, time });
  };

/** Returns the same notifications; the one of the last event is made once for all who ask for it. */
export function sharingLast(noticeOf: NoticeOf): NoticeOf {
  let last: { readonly event: FedEvent['event']; readonly notice: object | undefined } | undefined;
  return (fed) => {
    if (last === undefined || last.event !== fed.event) last = { event: fed.event, notice: noticeOf(fed) };
    return last.notice;
  };
}

/** Returns a notification as JSON. */
export function noticeObject(notice: object): object {
  const plain = plainJson(notice);
  return typeof plain === 'object' && plain !== null ? plain : {};
}
