import { expect, it } from 'vitest';
import { noticesOf, sharingLast } from './feed-notices.js';

const blockAt = (height: bigint) =>
  ({
    kind: 'block',
    block: { height, time: 5, coreHeight: 1, epoch: 0 },
    transitions: [],
    documents: [],
  }) as const;

it('makes the notification of a block once for all who get it', () => {
  const feed = {
    run: 'a',
    height: () => 1n,
    oldest: () => 1n,
    positionOf: () => 0,
    at: () => undefined,
    watch: () => () => undefined,
    watchRejections: () => () => undefined,
  };
  const noticeOf = sharingLast(noticesOf(feed, () => ({ event: 'block' })));
  const [first, second] = [blockAt(1n), blockAt(2n)];
  expect(noticeOf(first)).toBe(noticeOf(first));
  expect(noticeOf(second)).toEqual({
    event: 'block',
    run: 'a',
    height: 2,
    time: 5,
  });
});
