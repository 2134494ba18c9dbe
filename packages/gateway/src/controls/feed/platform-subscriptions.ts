import type { Subscription } from '../../json-rpc/subscriptions/subscription.js';
import type { FeedContext } from './feed-context.js';
import { subscribeToDocuments } from './subscribe-to-documents.js';
import { subscribeToPlatformBlocks } from './subscribe-to-platform-blocks.js';
import { subscribeToTransitions } from './subscribe-to-transitions.js';

/** Lists every subscription to a local platform. The server, its documentation and its tests are derived from this table. */
export const platformSubscriptions: readonly Subscription<FeedContext>[] = [
  subscribeToPlatformBlocks,
  subscribeToTransitions,
  subscribeToDocuments,
];
