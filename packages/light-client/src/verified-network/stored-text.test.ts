import { expect, it } from 'vitest';
import { origin, provenState } from '../../test/proven-state.js';
import type { AcceptedHashes } from '../state/accepted-hashes.js';
import { StoredText, type TextStore } from './stored-text.js';

const HEIGHT = 946_600;
const ONE = 'aa'.repeat(32);
const OTHER = 'bb'.repeat(32);
const then: AcceptedHashes = {
  blocks: new Map([[HEIGHT, ONE]]),
  states: new Map([[7, ONE]]),
};
const proven = { ...provenState(), platform: { height: 9, appHash: ONE } };

/** Stores a state, and reads it with the hashes that are accepted then. @param between changes the text before it is read */
async function stored(now: AcceptedHashes, between = (text: string) => text) {
  let text: string | undefined;
  const reasons: unknown[] = [];
  const store: TextStore = {
    read: async () => text,
    write: async (written) => void (text = written),
  };
  const of = (accepted: AcceptedHashes): StoredText =>
    new StoredText(store, {
      origin,
      accepted,
      failed: (error) => void reasons.push(error),
    });
  const writing = of(then);
  writing.note(proven, 0);
  await writing.flush();
  text = text && between(text);
  return { read: await of(now).read(), reasons };
}

it('a stored state is read with the highest state of the platform, where the same hashes are accepted', async () => {
  const { read, reasons } = await stored(then);
  expect([read?.state.hash, read?.platform, reasons]).toEqual([proven.state.hash, proven.platform, []]);
});

it.each([
  ['another block is accepted', new Map([[HEIGHT, OTHER]])],
  ['no block is accepted any more', new Map()],
])('a stored state is not read, and the reason reported, where %s', async (_, blocks) => {
  const { read, reasons } = await stored({ ...then, blocks });
  expect(read).toBeUndefined();
  expect(reasons).toMatchObject([
    {
      reason: 'damaged-state',
      message: expect.stringContaining('reached with other accepted blocks'),
    },
  ]);
});

it('the highest state of the platform is forgotten where another one is accepted', async () => {
  const { read, reasons } = await stored({
    ...then,
    states: new Map([[7, OTHER]]),
  });
  expect([read?.state.hash, read?.platform, reasons]).toEqual([proven.state.hash, undefined, []]);
});

it('a text that is changed is not read, and the reason reported', async () => {
  const { read, reasons } = await stored(then, (text) => `[]\n${text}`);
  expect(read).toBeUndefined();
  expect(reasons).toMatchObject([{ reason: 'damaged-state' }]);
});
