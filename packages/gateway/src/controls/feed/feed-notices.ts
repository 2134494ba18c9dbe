import type { FeedEvent, PlatformFeed } from '@dapikit/platform';
import type { Begin, Notify } from '../../base/messages/session.js';
import { plainJson } from '../platform/plain-json.js';

/** Returns the notification of an event; nothing where a subscriber does not want it. */
export type NoticeOf = (event: FeedEvent) => object | undefined;

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
      if (missed > 0) this.notify(replacement(this.feed, 'missed', at.event.block.height - 1n));
      const notice = this.noticeOf(at.event);
      if (notice !== undefined) this.notify(notice);
      sent += 1;
      bytes += at.bytes;
    }
  }
}

/** Returns the notification that what a subscriber knows of the state no longer applies. */
const replacement = ({ run }: PlatformFeed, reason: string, height: bigint): object =>
  noticeObject({ event: 'replaced', run, reason, height });

/** Returns what the notifications of an event have: of a block as `make` says, of a replaced state as all do. */
export const noticesOf =
  (
    feed: PlatformFeed,
    make: (event: FeedEvent & { readonly kind: 'block' }) => object | undefined,
  ): NoticeOf =>
  (event) => {
    if (event.kind === 'replaced') return replacement(feed, event.reason, event.block.height);
    const made = make(event);
    if (made === undefined) return undefined;
    const { height, time } = event.block;
    return noticeObject({ ...made, run: feed.run, height, time });
  };

/** Returns the same notifications; the one of the last event is made once for all who ask for it. */
export function sharingLast(noticeOf: NoticeOf): NoticeOf {
  let last: { readonly event: FeedEvent; readonly notice: object | undefined } | undefined;
  return (event) => {
    if (last?.event !== event) last = { event, notice: noticeOf(event) };
    return last.notice;
  };
}

/** Returns a notification as JSON. */
export function noticeObject(notice: object): object {
  const plain = plainJson(notice);
  return typeof plain === 'object' && plain !== null ? plain : {};
}
