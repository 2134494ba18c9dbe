import type { PlatformFeed } from '@dapikit/platform';
import { namedParams } from '../../base/params/named-params.js';
import { defineSubscription } from '../../json-rpc/subscriptions/subscription.js';
import { eventSchema, REPLACED_SCHEMA } from './event-schema.js';
import type { FeedContext } from './feed-context.js';
import { follow, noticesOf, sharingLast, type NoticeOf } from './feed-notices.js';
import { FEED_ERRORS, openFeed, RESUMING, START, type FeedStart } from './feed-start.js';
import { jsonOfTransitions } from './transition-json.js';

/** Notifies of every block of the platform. */
export const subscribeToPlatformBlocks = defineSubscription<FeedStart, FeedContext>({
  name: 'subscribeToPlatformBlocks',
  summary: 'Blocks of the local platform',
  description: `Each block is one above the one before, with its time, its epoch, the height of layer 1 that it knows, and its transitions. ${RESUMING}`,
  params: namedParams(START),
  notification: {
    oneOf: [
      eventSchema('block', 'The block is stored.', {
        coreHeight: { type: 'integer' },
        epoch: { type: 'integer' },
        transitions: { type: 'array' },
      }),
      REPLACED_SCHEMA,
    ],
  },
  errors: FEED_ERRORS,
  exampleParams: () => ({}),
  begin: async (from, context, { mayControl }) => {
    const { feed, position } = await openFeed(context, from);
    return follow(feed, position, blockNotices(feed, mayControl));
  },
});

/** Notices of blocks by their feed: all subscribers get the same objects, each of which is serialised once. */
const noticesByFeed = new WeakMap<PlatformFeed, { readonly own: NoticeOf; readonly others: NoticeOf }>();

/** @param mayControl whether the subscriber may use the unsigned controls */
function blockNotices(feed: PlatformFeed, mayControl: boolean): NoticeOf {
  let notices = noticesByFeed.get(feed);
  if (notices === undefined) {
    notices = {
      own: newBlockNotices(true),
      others: newBlockNotices(false),
    };
    noticesByFeed.set(feed, notices);
  }
  return mayControl ? notices.own : notices.others;
}

const newBlockNotices = (mayControl: boolean): NoticeOf =>
  sharingLast(
    noticesOf(({ block: { coreHeight, epoch }, transitions }) => ({
      event: 'block',
      coreHeight,
      epoch,
      transitions: transitions.map(jsonOfTransitions(mayControl)),
    })),
  );
