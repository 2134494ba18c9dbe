import { expect, it } from 'vitest';
import { noticesOf, sharingLast } from './feed-notices.js';

const blockAt = (height: bigint) =>
  ({
    event: {
      kind: 'block',
      block: { height, time: 5, coreHeight: 1, epoch: 0 },
      transitions: [],
      documents: [],
    },
    run: 'a',
    bytes: 1,
    next: 1,
  }) as const;

it('makes the notification of a block once for all who get it', () => {
  const noticeOf = sharingLast(noticesOf(() => ({ event: 'block' })));
  const [first, second] = [blockAt(1n), blockAt(2n)];
  expect(noticeOf(first)).toBe(noticeOf({ ...first }));
  expect(noticeOf(second)).toEqual({
    event: 'block',
    run: 'a',
    height: 2,
    time: 5,
  });
});
