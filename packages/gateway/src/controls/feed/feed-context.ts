import type { PlatformFeed } from '@dapikit/platform';
import type { PlatformSource } from '../platform/platform-method.js';

/** Lists the dependencies of subscriptions to a platform. */
export interface FeedContext {
  /** Opens the platform where it is not open yet. @throws {JsonRpcError} */
  readonly feed: () => Promise<PlatformFeed>;
  /** Checks that a document type exists. @throws {JsonRpcError} */
  readonly requireType: (type: {
    readonly contractId: string;
    readonly documentType: string;
  }) => Promise<void>;
}

/**
 * Returns what subscriptions to a platform need.
 * @param docsUrl address of the documentation's site, for errors
 */
export function feedContext(source: PlatformSource, docsUrl: string | undefined): FeedContext {
  const answered = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const { jsonRpcErrorOf } = await import('../platform/platform-errors.js');
      throw jsonRpcErrorOf(error, docsUrl);
    }
  };
  return {
    feed: async () => answered(async () => (await source.platform()).openFeed()),
    requireType: async ({ contractId, documentType }) => {
      await answered(async () =>
        (await source.platform()).getDocuments({ contractId, documentType, limit: 1 }),
      );
    },
  };
}
