import { PlatformError } from '../base/errors/platform-error.js';

/** Rejects to open the feed of a platform that keeps no blocks for one. */
export class NoFeedError extends PlatformError {
  override readonly name = 'NoFeedError';
  readonly reason = 'no-feed';

  constructor() {
    super('this platform keeps no blocks for subscriptions', {
      fix: 'start it with the option feedBlocks above 0, the setting platform-feed-blocks',
    });
  }
}
