import type { PlatformFeed } from '@dapikit/platform';
import { invalidParams, type JsonRpcError } from '../../base/messages/json-rpc-error.js';
import type { DocumentedError } from '../../base/method/method-docs.js';
import { optional, text, wholeNumber } from '../../base/params/param.js';
import type { FeedContext } from './feed-context.js';

/** Lists the params that say where a subscriber begins. */
export const START = {
  fromHeight: optional(
    wholeNumber(
      'the first height to notify of: one above that of the last notification',
      0,
      Number.MAX_SAFE_INTEGER,
    ),
  ),
  run: optional(
    text(
      'the `run` of that notification: other blocks have the heights in another run, as after a revert; the present one when absent',
    ),
  ),
};

/** Describes how a subscriber resumes, for the documentation. */
export const RESUMING =
  'Without `fromHeight` it begins with the next block. To resume, give it with one above the last `height`, and `run`: notifications ' +
  'begin with the blocks since, or with what replaced the state since. The platform keeps the last blocks in memory, as many as the setting `platform-feed-blocks` says and at most 16 MB. ' +
  'A `replaced` notification says that the state is another one: a snapshot was reverted to (`revert`), a file was imported ' +
  '(`import`), another process made blocks (`other-process`), or blocks left the memory before they were sent (`missed`). ' +
  'Read again what you keep; blocks above its `height` follow.';

/** Lists the errors of every subscription to a platform. */
export const FEED_ERRORS: readonly DocumentedError[] = [
  { code: -32602, reason: 'invalid-params', when: 'params are not as described' },
  {
    code: -32602,
    reason: 'too-far-back',
    when: 'the blocks from `fromHeight` on are not kept any more: `expected` names the oldest',
  },
  {
    code: -32602,
    reason: 'height-out-of-range',
    when: 'the last block is more than a block below `fromHeight`',
  },
  {
    code: -32602,
    reason: 'other-run',
    when: '`run` is that of another process, or of a state whose blocks are not kept any more: subscribe without `fromHeight`',
  },
  {
    code: -32003,
    reason: 'no-feed',
    when: 'the platform keeps no blocks: the setting `platform-feed-blocks` is 0',
  },
  { code: -32003, reason: 'store-unavailable', when: 'the database of the platform does not respond' },
];

/** Says where a subscriber begins. */
export interface FeedStart {
  readonly fromHeight: number | undefined;
  readonly run: string | undefined;
}

/** Returns where a subscriber begins. @throws {JsonRpcError} */
export async function openFeed(
  context: FeedContext,
  { fromHeight, run }: FeedStart,
): Promise<{ readonly feed: PlatformFeed; readonly position: number }> {
  const feed = await context.feed();
  const seen = run === undefined ? feed.run() : feed.run(run);
  if (seen === undefined)
    throw wrongStart(
      'other-run',
      'run',
      feed.run().id,
      run,
      'Read the state again, and subscribe without fromHeight.',
    );
  if (fromHeight === undefined) return { feed, position: feed.end() };
  const { oldest, next } = seen;
  const height = BigInt(fromHeight);
  const expected = `a height from ${oldest} to ${next}`;
  if (height > next)
    throw wrongStart(
      'height-out-of-range',
      'fromHeight',
      expected,
      fromHeight,
      'The platform has not come so far.',
    );
  if (height < oldest)
    throw wrongStart(
      'too-far-back',
      'fromHeight',
      expected,
      fromHeight,
      `The oldest block that is kept is ${oldest}: read the state again, and subscribe without fromHeight.`,
    );
  return { feed, position: seen.positionOf(height) };
}

const wrongStart = (
  reason: string,
  at: string,
  expected: string,
  found: unknown,
  fix: string,
): JsonRpcError =>
  invalidParams(`params/${at} is not accepted`, { reason, expected, found, at: `/params/${at}`, fix });
