import type { StateTransition } from '@dapikit/protocol';
import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { BlockFeed, type FeedEvent, type PlatformFeed } from '../src/api/block-feed.js';
import { CallSubject, fedBlock, type FedBlock } from '../src/api/fed-block.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { noteExecuted, takeExecuted } from '../src/execution/transition/current-call.js';
import { createClock } from '../src/state/chain/clock.js';
import type { DocumentJson } from '../src/state/document/json-form.js';
import type { Block } from '../src/state/chain/block.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { cardOf, contractWithoutId, documentIdIn, DASH, T0 } from './platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

const open: Platform[] = [];

afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

async function openRoom(feedBlocks = 1000) {
  const platform = await createPlatform({
    protocolVersion: 13,
    clock: createClock({ time: T0, frozen: true }),
    proofs: false,
    feedBlocks,
  });
  open.push(platform);
  const { id: alice } = await platform.createIdentity({ seed: 'alice', credits: 100n * DASH });
  const contract = contractWithoutId(cardOf());
  const { contractId } = await platform.registerContract({ by: alice, contract });
  return { platform, alice, contractId, feed: await platform.openFeed() };
}

/** Returns the events from a position on. */
function eventsFrom(feed: PlatformFeed, position: number): FeedEvent[] {
  const events: FeedEvent[] = [];
  for (let at = feed.at(position); at !== undefined; at = feed.at(at.next)) events.push(at.event);
  return events;
}

const blockAt = (height: number): Block => ({
  height: BigInt(height),
  time: height,
  coreHeight: 1,
  epoch: 0,
});
const fed = (height: number): FedBlock => ({
  kind: 'block',
  block: blockAt(height),
  transitions: [],
  documents: [],
});

it('notifies of blocks with the kind, fee and signer of their transitions, and documents before and after', async () => {
  const { platform, alice, contractId, feed } = await openRoom();
  const begin = feed.end();
  const card = { by: alice, contractId, documentType: 'card' };
  const { document, fee, block } = await platform.createDocument({ ...card, data: { name: 'ace' } });
  const id = documentIdIn(document);
  await platform.replaceDocument({ ...card, id, data: { name: 'king' } });
  await platform.deleteDocument({ ...card, id });
  await platform.mineBlock();
  const events = eventsFrom(feed, begin).filter((event) => event.kind === 'block');
  expect(events.map(({ block: { height } }) => height)).toEqual(
    [0n, 1n, 2n, 3n].map((at) => block.height + at),
  );
  expect(events.map(({ transitions }) => transitions.map(({ kind }) => kind))).toEqual([
    ['documentCreate'],
    ['documentReplace'],
    ['documentDelete'],
    [],
  ]);
  expect(events[0]!.transitions).toMatchObject([
    { kind: 'documentCreate', contractId, documentType: 'card', signerId: alice, fee },
  ]);
  const names = events.map(({ documents }) =>
    documents.map(({ before, after }) => [before()?.['name'], after()?.['name']]),
  );
  expect(names).toEqual([[[undefined, 'ace']], [['ace', 'king']], [['king', undefined]], []]);
  expect(events[0]!.documents[0]!.after()).toEqual(document);
});

it('notifies of a rejection that is charged with its block, and others without one', async () => {
  const { platform, alice, contractId, feed } = await openRoom();
  const begin = feed.end();
  const rejected: string[] = [];
  feed.watchRejections(({ kind, rejection }) => rejected.push(`${kind} ${rejection?.name}`));
  const card = { by: alice, contractId, documentType: 'card' };
  await expect(platform.deleteDocument({ ...card, id: alice })).rejects.toMatchObject({ isPaid: true });
  await expect(platform.transferCredits({ by: alice, recipientId: alice, credits: 5n })).rejects.toThrow(/./);
  const events = eventsFrom(feed, begin);
  expect(events).toMatchObject([
    {
      transitions: [{ kind: 'documentDelete', rejection: { isPaid: true } }],
    },
  ]);
  expect(rejected).toEqual(['identityCreditTransfer IdentityCreditTransferToSelfError']);
});

it('names the identities that a rejection without a block names, of signed transitions and unsigned calls', async () => {
  const { platform, alice, feed } = await openRoom();
  const { id: bob } = await platform.createIdentity({ seed: 'bob', credits: DASH, keys: keysFrom(400) });
  const named: [kind: string, isAlice: boolean, isBob: boolean][] = [];
  feed.watchRejections(({ kind, named: ids }) => named.push([kind, ids.has(alice), ids.has(bob)]));
  await expect(
    platform.transferCredits({ by: alice, recipientId: bob, credits: 10_000n * DASH }),
  ).rejects.toThrow(/./);
  const transfer: StateTransition = {
    type: 'identityCreditTransfer',
    formatVersion: 0,
    identityId: bytesOf(bob),
    recipientId: bytesOf(alice),
    amount: 10_000n * DASH,
    nonce: 1n,
    ...UNSIGNED,
  };
  const stateTransition = signed(transfer, 400, 3);
  await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toThrow(/./);
  await expect(platform.broadcastStateTransition({ stateTransition: Uint8Array.of(250, 1) })).rejects.toThrow(
    /./,
  );
  expect(named).toEqual([
    ['identityCreditTransfer', true, true],
    ['identityCreditTransfer', true, true],
    ['unreadable', false, false],
  ]);
});

it('names the contract that a registration makes', async () => {
  const { platform, alice, feed } = await openRoom();
  const begin = feed.end();
  const { contractId } = await platform.registerContract({
    by: alice,
    contract: contractWithoutId(cardOf()),
  });
  expect(eventsFrom(feed, begin)).toMatchObject([
    { transitions: [{ kind: 'dataContractCreate', contractId }] },
  ]);
});

it('rejects to open a feed that the options do not ask for', async () => {
  const platform = await createPlatform({ protocolVersion: 13, proofs: false });
  open.push(platform);
  await expect(platform.openFeed()).rejects.toMatchObject({ name: 'NoFeedError', reason: 'no-feed' });
  await expect(createPlatform({ feedBlocks: 1.5 })).rejects.toThrow('feedBlocks');
});

it('notifies of blocks in the order of their heights, and says where those of another process are missing', async () => {
  const feed = new BlockFeed({ blocks: 10, bytes: 1e6 }, blockAt(5));
  feed.add(fed(7), 1);
  expect(feed.height()).toBe(5n);
  feed.add(fed(6), 1);
  expect(eventsFrom(feed, 0).map(({ block }) => block.height)).toEqual([6n, 7n]);
  feed.add(fed(9), 1);
  await expect.poll(() => feed.height(), { timeout: 5000 }).toBe(9n);
  expect(eventsFrom(feed, 0).slice(2)).toMatchObject([
    { kind: 'replaced', reason: 'other-process', block: { height: 8n } },
    { kind: 'block', block: { height: 9n } },
  ]);
  feed.close();
});

it('gives each gap its own time, also one behind another, and one that comes after another filled', () => {
  vi.useFakeTimers();
  try {
    const feed = new BlockFeed({ blocks: 10, bytes: 1e6 }, blockAt(0));
    const heights = (): string[] => eventsFrom(feed, 0).map(({ kind, block }) => `${kind} ${block.height}`);
    feed.add(fed(2), 1);
    vi.advanceTimersByTime(250);
    // Another early block does not lengthen the wait.
    feed.add(fed(4), 1);
    vi.advanceTimersByTime(250);
    expect(heights()).toEqual(['replaced 1', 'block 2']);
    vi.advanceTimersByTime(499);
    expect(feed.height()).toBe(2n);
    vi.advanceTimersByTime(1);
    expect(heights().slice(2)).toEqual(['replaced 3', 'block 4']);

    feed.add(fed(6), 1);
    vi.advanceTimersByTime(400);
    feed.add(fed(5), 1);
    feed.add(fed(8), 1);
    vi.advanceTimersByTime(499);
    feed.add(fed(7), 1);
    vi.advanceTimersByTime(5000);
    expect(heights().slice(4)).toEqual(['block 5', 'block 6', 'block 7', 'block 8']);
    expect(vi.getTimerCount()).toBe(0);

    feed.add(fed(10), 1);
    feed.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('keeps as many blocks as its limits say, and names the oldest', () => {
  const feed = new BlockFeed({ blocks: 3, bytes: 250 }, undefined);
  expect(feed.run().oldest).toBe(1n);
  for (let height = 1; height <= 5; height += 1) feed.add(fed(height), 10);
  expect([feed.run().oldest, feed.height()]).toEqual([3n, 5n]);
  // A position that is gone has the oldest event.
  expect(feed.at(0)?.event.block.height).toBe(3n);
  feed.add(fed(6), 200);
  feed.add(fed(7), 200);
  expect([feed.run().oldest, feed.height()]).toEqual([7n, 7n]);
  expect(feed.at(feed.end())).toBeUndefined();
});

it('knows former runs by what is kept of them, and begins behind what a reader of one saw', () => {
  const feed = new BlockFeed({ blocks: 4, bytes: 1e6 }, blockAt(0));
  const { id } = feed.run();
  for (let height = 1; height <= 3; height += 1) feed.add(fed(height), 1);
  feed.replace('revert', blockAt(1));
  feed.add(fed(2), 1);
  const events = (position: number): string[] =>
    eventsFrom(feed, position).map(({ kind, block }) => `${kind} ${block.height}`);
  const before = feed.run(id)!;
  expect([before.oldest, before.next, feed.run().oldest, feed.run().next]).toEqual([1n, 4n, 2n, 3n]);
  expect(events(before.positionOf(3n))).toEqual(['block 3', 'replaced 1', 'block 2']);
  expect(events(before.positionOf(4n))).toEqual(['replaced 1', 'block 2']);
  expect(events(feed.run().positionOf(2n))).toEqual(['block 2']);
  for (let height = 3; height <= 6; height += 1) feed.add(fed(height), 1);
  expect(feed.run(id)).toBeUndefined();
  expect([feed.run().oldest, feed.run().next]).toEqual([3n, 7n]);
});

it('goes on where a listener fails', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const feed = new BlockFeed({ blocks: 3, bytes: 250 }, undefined);
  let count = 0;
  feed.watch(() => {
    throw new Error('of a listener');
  });
  feed.watch(() => (count += 1));
  feed.add(fed(1), 10);
  expect(count).toBe(1);
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
});

it('keeps nothing of the outcome of a call but what it notifies of, and counts decoded documents', async () => {
  const { platform, alice, contractId, feed } = await openRoom();
  const subject = new CallSubject(
    () => ({ summary: { kind: 'dataContractCreate' }, named: new Set() }),
    undefined,
    0,
  );
  const outcome = { fee: 5n, result: { contract: { id: new Uint8Array(32) } } };
  const block = blockAt(1);
  noteExecuted(block, { call: { subject }, outcome });
  const { fed: told } = fedBlock(block, takeExecuted(block), []);
  expect(takeExecuted(block)).toEqual([]);
  outcome.fee = 6n;
  outcome.result.contract.id.fill(1);
  expect(told.transitions).toMatchObject([{ fee: 5n, contractId: '1'.repeat(32) }]);
  const at = feed.end();
  await platform.createDocument({
    by: alice,
    contractId,
    documentType: 'card',
    data: { name: 'a' },
  });
  await platform.createDocument({
    by: alice,
    contractId,
    documentType: 'card',
    data: { name: 'a'.repeat(60) },
  });
  expect(feed.at(at + 1)!.bytes - feed.at(at)!.bytes).toBeGreaterThan(4 * 55);
});

const nameOf = (document: DocumentJson | undefined): string => {
  const name = document?.['name'];
  return typeof name === 'string' ? name : '';
};

type Act =
  | { readonly kind: 'create'; readonly name: string }
  | {
      readonly kind: 'reject' | 'mine' | 'snapshot' | 'revert' | 'read' | 'reconnect';
    };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const), name: fc.stringMatching(/^[a-z]{1,9}$/) }),
    fc.record({
      kind: fc.constantFrom('reject', 'mine', 'snapshot', 'revert', 'read', 'reconnect', 'read'),
    }),
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);

it('a reader that comes and goes sees each block once, and what replaced the state, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const { platform, alice, contractId, feed } = await openRoom();
      const card = { by: alice, contractId, documentType: 'card' };
      /** The heights and documents that blocks had as they were made, with the reverts between them. */
      const expected: string[] = [];
      const seen: string[] = [];
      let last = feed.height();
      let run = feed.run().id;
      let position = feed.end();
      const snapshots: number[] = [];
      const read = (): void => {
        for (let at = feed.at(position); at !== undefined; at = feed.at(position)) {
          position = at.next;
          const { event } = at;
          last = event.block.height;
          run = at.run;
          const documents = event.kind === 'block' ? event.documents.map(({ after }) => nameOf(after())) : [];
          seen.push([event.kind, event.block.height, ...documents].join(' '));
        }
      };
      const act: Readonly<Record<Act['kind'], (one: Act) => Promise<void> | void>> = {
        create: async (one) => {
          const name = 'name' in one ? one.name : '';
          const { block } = await platform.createDocument({ ...card, data: { name } });
          expected.push(`block ${block.height} ${name}`);
        },
        reject: async () => {
          await platform.deleteDocument({ ...card, id: alice }).catch(() => undefined);
          expected.push(`block ${(await platform.status()).block!.height}`);
        },
        mine: async () => {
          expected.push(`block ${(await platform.mineBlock()).block.height}`);
        },
        snapshot: async () => {
          snapshots.push((await platform.snapshot()).id);
        },
        revert: async () => {
          const id = snapshots.pop();
          if (id === undefined) return;
          const { block } = await platform.revert({ id });
          expected.push(`replaced ${block!.height}`);
        },
        read,
        // It knows the height and the run of its last event only, and what came since.
        reconnect: () => {
          position = feed.run(run)!.positionOf(last + 1n);
        },
      };
      for (const one of all) await act[one.kind](one);
      read();
      await platform.close();
      open.pop();
      expect(seen).toEqual(expected);
    }),
    { numRuns: 15 },
  );
}, 60_000);
