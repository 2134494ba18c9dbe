import { DevChain } from '@dapikit/chain';
import {
  createClock,
  createPlatform,
  type FedBlock,
  type Platform,
  type PlatformFeed,
} from '@dapikit/platform';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { WebSocketClient } from './web-socket-client.js';

const open: Platform[] = [];
const DASH = 100_000_000_000n;
const CONTRACT = {
  card: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 20, position: 0 },
      price: { type: 'integer', position: 1 },
    },
    additionalProperties: false,
  },
};

afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

/** A notification of a subscription. */
interface Notice {
  readonly event: string;
  readonly run: string;
  readonly height: number;
  readonly reason?: string;
  readonly transitions: readonly {
    readonly kind: string;
    readonly rejection?: object;
  }[];
  readonly transition: { readonly kind: string };
  readonly documents: readonly {
    readonly before: CardJson | null;
    readonly after: CardJson | null;
  }[];
}

type CardJson = Readonly<Record<string, unknown>>;

/** Returns a block with large documents. */
const enlarged = (block: FedBlock): FedBlock => ({
  ...block,
  documents: block.documents.map((document) => ({
    ...document,
    after: () => ({ ...document.after(), name: 'x'.repeat(1_000_000) }),
  })),
});

/** Opens a gateway in front of a platform, with an identity and a contract. */
async function openRoom(feedBlocks = 1000, isOwn = true) {
  const platform = await createPlatform({
    clock: createClock({ time: 1_767_000_000_000, frozen: true }),
    proofs: false,
    feedBlocks,
  });
  open.push(platform);
  const { id: alice } = await platform.createIdentity({ seed: 'alice', credits: 100n * DASH });
  const { contractId } = await platform.registerContract({ by: alice, contract: CONTRACT });
  const chain = new DevChain();
  const parts = {
    layer1: chain,
    ...(isOwn && { devChain: chain }),
    platform: { platform: async () => platform },
  };
  const { port } = await gatewayForTest({ maxSubscriptions: 3 }, parts);
  const connect = async (options: { readonly origin?: string } = {}) =>
    new Connection(await WebSocketClient.forTest(`ws://127.0.0.1:${port}/`, options));
  const card = { by: alice, contractId, documentType: 'card' };
  return { platform, alice, contractId, card, connect, port };
}

/** A connection that subscribes, and what it was notified of. */
class Connection {
  #lastId = 0;

  constructor(readonly client: WebSocketClient) {}

  /** Calls a method, and returns the response. */
  async call(
    method: string,
    params: object,
  ): Promise<{ result?: number; error?: { data: Record<string, unknown> } }> {
    this.#lastId += 1;
    const id = this.#lastId;
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await this.client.respond(text, id);
    return {
      ...(typeof result === 'number' && { result }),
      ...(error && { error: { data: { ...error.data } } }),
    };
  }

  async subscribe(method: string, params: object = {}): Promise<number> {
    const { result, error } = await this.call(method, params);
    if (result === undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  notices(subscription: number): Notice[] {
    return this.client.messages.flatMap((message) => {
      if (!('params' in message) || message.params.subscription !== subscription) return [];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as its subscription describes it
      return [message.params.result as unknown as Notice];
    });
  }
}

describe('subscriptions to a platform', () => {
  it('notify of blocks, transitions and documents as they come', async () => {
    const { platform, alice, contractId, card, connect } = await openRoom();
    const connection = await connect();
    const blocks = await connection.subscribe('subscribeToPlatformBlocks');
    const transitions = await connection.subscribe('subscribeToTransitions', { contractId });
    const documents = await connection.subscribe('subscribeToDocuments', {
      contractId,
      documentType: 'card',
      where: [['price', '>', 5]],
    });
    const data = { name: 'a', price: 4 };
    const { document, block } = await platform.createDocument({ ...card, data });
    const { $id: id = '' } = document;
    if (typeof id !== 'string') throw new Error('expected an id');
    await platform.replaceDocument({ ...card, id, data: { name: 'a', price: 9 } });
    await platform.deleteDocument({ ...card, id });
    await platform.transferCredits({ by: alice, recipientId: alice, credits: 5n }).catch(() => undefined);
    await platform.mineBlock();
    const height = Number(block.height);
    await expect.poll(() => connection.notices(blocks)).toHaveLength(4);
    expect(connection.notices(blocks).map((one) => one.height)).toEqual(
      [0, 1, 2, 3].map((at) => height + at),
    );
    expect(connection.notices(transitions).flatMap((one) => one.transitions.map(({ kind }) => kind))).toEqual(
      ['documentCreate', 'documentReplace', 'documentDelete'],
    );
    expect(
      connection
        .notices(documents)
        .flatMap((one) => one.documents.map(({ before, after }) => [before?.['price'], after?.['price']])),
    ).toEqual([
      [4, 9],
      [9, undefined],
    ]);
  });

  it('notify of rejected transitions without a block at a network of its own, and not at a shared one', async () => {
    for (const isOwn of [true, false]) {
      const { platform, alice, connect } = await openRoom(1000, isOwn);
      const connection = await connect();
      const rejected = await connection.subscribe('subscribeToTransitions', { results: 'rejected' });
      const blocks = await connection.subscribe('subscribeToPlatformBlocks');
      await expect(platform.transferCredits({ by: alice, recipientId: alice, credits: 5n })).rejects.toThrow(
        /./,
      );
      await platform.mineBlock();
      await expect.poll(() => connection.notices(blocks)).toHaveLength(1);
      const kinds = connection
        .notices(rejected)
        .map(({ event, transition }) => `${event} ${transition.kind}`);
      expect(kinds).toEqual(isOwn ? ['rejected identityCreditTransfer'] : []);
    }
  });

  it('notify those who may not use the controls of no rejection without a block, and of no reason', async () => {
    for (const [isOwn, origin] of [
      [true, undefined],
      [true, 'https://foreign.example'],
      [false, undefined],
    ] as const) {
      const { platform, alice, card, connect } = await openRoom(1000, isOwn);
      const connection = await connect(origin === undefined ? {} : { origin });
      const all = await connection.subscribe('subscribeToTransitions');
      const blocks = await connection.subscribe('subscribeToPlatformBlocks');
      await expect(platform.transferCredits({ by: alice, recipientId: alice, credits: 5n })).rejects.toThrow(
        /./,
      );
      await expect(platform.deleteDocument({ ...card, id: alice })).rejects.toMatchObject({ isPaid: true });
      await expect.poll(() => connection.notices(blocks)).toHaveLength(1);
      const [rejection] = connection.notices(blocks).flatMap((one) => one.transitions);
      const isTrusted = isOwn && origin === undefined;
      expect(Object.keys(rejection?.rejection ?? {})).toEqual(
        expect.arrayContaining(['code', 'name', 'isPaid']),
      );
      expect('message' in (rejection?.rejection ?? {})).toBe(isTrusted);
      expect(connection.notices(all).map(({ event }) => event)).toEqual([
        ...(isTrusted ? ['rejected'] : []),
        'transitions',
      ]);
    }
  });

  it('resume behind the last height, and reject heights out of the window and other runs', async () => {
    const { platform, connect } = await openRoom(3);
    const first = await connect();
    const blocks = await first.subscribe('subscribeToPlatformBlocks');
    const { block } = await platform.mineBlock();
    await expect.poll(() => first.notices(blocks)).toHaveLength(1);
    const [{ run } = { run: '' }] = first.notices(blocks);
    first.client.socket.close();
    for (let mined = 0; mined < 3; mined += 1) await platform.mineBlock();
    const next = Number(block.height) + 1;
    const second = await connect();
    const resumed = await second.subscribe('subscribeToPlatformBlocks', { fromHeight: next, run });
    await expect
      .poll(() => second.notices(resumed).map(({ height }) => height))
      .toEqual([next, next + 1, next + 2]);
    const reasonOf = async (params: object): Promise<Record<string, unknown> | undefined> =>
      (await second.call('subscribeToPlatformBlocks', params)).error?.data;
    expect(await reasonOf({ fromHeight: next - 1, run })).toMatchObject({
      reason: 'too-far-back',
      expected: `a height from ${next} to ${next + 3}`,
    });
    expect(await reasonOf({ fromHeight: next + 4 })).toMatchObject({ reason: 'height-out-of-range' });
    expect(await reasonOf({ fromHeight: next, run: 'x' })).toMatchObject({
      reason: 'other-run',
      expected: run,
    });
    const away = await connect();
    const last = { fromHeight: next + 3, run };
    const { id } = await platform.snapshot();
    await platform.mineBlock();
    await platform.mineBlock();
    await platform.revert({ id });
    await platform.mineBlock();
    const reverted = await away.subscribe('subscribeToPlatformBlocks', last);
    await expect
      .poll(() => away.notices(reverted).map(({ event, height, run: of }) => [event, height, of === run]))
      .toEqual([
        ['block', next + 3, true],
        ['block', next + 4, true],
        ['replaced', next + 5, false],
        ['block', next + 6, false],
      ]);
  });

  it('are closed with 1013 where their client does not read, while others get each block at once', async () => {
    const { platform, contractId, card } = await openRoom();
    const feed = await platform.openFeed();
    let followers = 0;
    /** The same feed with documents of a megabyte: a few of them are more than an operating system buffers. */
    const wide: PlatformFeed = {
      height: () => feed.height(),
      run: (id?: string) => (id === undefined ? feed.run() : feed.run(id)!),
      end: () => feed.end(),
      at: (position) => {
        const found = feed.at(position);
        return found?.event.kind !== 'block' ? found : { ...found, event: enlarged(found.event) };
      },
      watch: (listener) => {
        followers += 1;
        const stop = feed.watch(listener);
        return () => {
          followers -= 1;
          stop();
        };
      },
      watchRejections: (listener) => feed.watchRejections(listener),
    };
    const chain = new DevChain();
    const { port } = await gatewayForTest(
      { maxBufferedBytes: 500_000 },
      {
        layer1: chain,
        devChain: chain,
        platform: {
          platform: async () => Promise.resolve({ ...platform, openFeed: async () => Promise.resolve(wide) }),
        },
      },
    );
    const open = async () => new Connection(await WebSocketClient.forTest(`ws://127.0.0.1:${port}/`));
    const [slow, fast] = [await open(), await open()];
    await slow.subscribe('subscribeToDocuments', { contractId, documentType: 'card' });
    const blocks = await fast.subscribe('subscribeToPlatformBlocks');
    expect(followers).toBe(2);
    slow.client.socket.pause();
    for (let at = 1; at <= 30; at += 1) {
      await platform.createDocument({ ...card, data: { name: `card ${at}` } });
      await expect.poll(() => fast.notices(blocks)).toHaveLength(at);
    }
    await expect.poll(() => followers).toBe(1);
    slow.client.socket.resume();
    expect(await slow.client.closed).toEqual({
      code: 1013,
      reason: 'messages are read too slowly: connect again and resume',
    });
    expect(fast.client.socket.readyState).toBe(fast.client.socket.OPEN);
  });

  it('count as other subscriptions do, end by unsubscribe, and are rejected over HTTP', async () => {
    const { platform, connect, port } = await openRoom();
    const connection = await connect();
    const ids: number[] = [];
    for (let opened = 0; opened < 3; opened += 1)
      ids.push(await connection.subscribe('subscribeToPlatformBlocks'));
    expect((await connection.call('subscribeToTransitions', {})).error?.data).toMatchObject({
      reason: 'too-many-subscriptions',
    });
    await connection.call('unsubscribe', { subscription: ids[0] });
    await platform.mineBlock();
    await expect.poll(() => connection.notices(ids[1]!)).toHaveLength(1);
    expect(connection.notices(ids[0]!)).toEqual([]);
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"subscribeToPlatformBlocks"}',
    });
    expect(await response.json()).toMatchObject({ error: { data: { reason: 'websocket-required' } } });
  });

  it('reject clauses and types that are none, and a platform without a feed', async () => {
    const { contractId, connect } = await openRoom();
    const connection = await connect();
    const reject = async (params: object) =>
      (await connection.call('subscribeToDocuments', params)).error?.data;
    const type = { contractId, documentType: 'card' };
    expect(await reject({ ...type, documentType: 'crad' })).toMatchObject({
      found: expect.anything() as unknown,
    });
    for (const [where, at] of [
      [['price'], '/params/where/0'],
      [[['price', 'like', 1]], '/params/where/0/1'],
      [[['price', 'in', 1]], '/params/where/0/2'],
      [[[5, '==', 1]], '/params/where/0/0'],
      [[['price', 'in', Array.from({ length: 101 }, () => 1)]], '/params/where/0/2'],
      [[['name', '==', 'a'.repeat(20_000)]], '/params/where'],
    ])
      expect(await reject({ ...type, where })).toMatchObject({
        reason: 'invalid-params',
        at,
      });
    for (const member of ['contractId', 'identity'])
      for (const found of ['alice', '0'.repeat(44), '1'.repeat(33)])
        expect(
          (await connection.call('subscribeToTransitions', { [member]: found })).error?.data,
        ).toMatchObject({
          reason: 'invalid-params',
          at: `/params/${member}`,
        });
    for (const types of [Array.from({ length: 101 }, () => 'documentCreate'), ['a'.repeat(65)]])
      expect((await connection.call('subscribeToTransitions', { types })).error?.data).toMatchObject({
        reason: 'invalid-params',
        at: '/params/types',
      });
    const without = await openRoom(0);
    const other = await without.connect();
    expect((await other.call('subscribeToPlatformBlocks', {})).error?.data).toMatchObject({
      reason: 'no-feed',
    });
  });

  it('a client that loses its connection now and then sees each block and document once, and every revert', async () => {
    const acts = fc.array(fc.constantFrom('create', 'mine', 'snapshot', 'revert', 'break', 'back'), {
      minLength: 8,
      maxLength: 24,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const { platform, contractId, card, connect } = await openRoom();
        const seen: string[] = [];
        const expected: string[] = [];
        let connection = await connect();
        let from: object = {};
        let isAway = false;
        let subscriptions: readonly [number, number] = [0, 0];
        const subscribe = async (): Promise<void> => {
          connection = await connect();
          const type = { contractId, documentType: 'card' };
          subscriptions = [
            await connection.subscribe('subscribeToPlatformBlocks', from),
            await connection.subscribe('subscribeToDocuments', { ...type, ...from }),
          ];
        };
        /** Breaks the connection, and remembers the last block that came over it. */
        const breakOff = async (): Promise<void> => {
          // What is on its way belongs to this connection.
          await expect
            .poll(() => seen.length + connection.notices(subscriptions[0]).length)
            .toBe(expected.length);
          const [blocks, documents] = subscriptions.map((one) => connection.notices(one));
          const names = new Map(
            (documents ?? []).flatMap((one) =>
              one.event === 'documents' ? [[one.height, String(one.documents[0]?.after?.['name'])]] : [],
            ),
          );
          for (const { event, height } of blocks ?? [])
            seen.push([event, height, names.get(height)].join(' '));
          const last = blocks?.at(-1);
          if (last !== undefined) from = { fromHeight: last.height + 1, run: last.run };
          connection.client.socket.terminate();
        };
        const snapshots: number[] = [];
        let named = 0;
        const run: Readonly<Record<string, () => Promise<void>>> = {
          create: async () => {
            named += 1;
            const { block } = await platform.createDocument({ ...card, data: { name: `card ${named}` } });
            expected.push(`block ${block.height} card ${named}`);
          },
          mine: async () => void expected.push(`block ${(await platform.mineBlock()).block.height} `),
          snapshot: async () => void snapshots.push((await platform.snapshot()).id),
          revert: async () => {
            const id = snapshots.pop();
            if (id === undefined) return;
            const { block } = await platform.revert({ id });
            expected.push(`replaced ${block?.height} `);
          },
          // It has to resume where it was, so that it breaks off when it has seen something.
          break: async () => {
            if (isAway || expected.length === 0) return;
            await breakOff();
            isAway = true;
          },
          back: async () => {
            if (isAway) await subscribe();
            isAway = false;
          },
        };
        await subscribe();
        for (const act of all) await run[act]?.();
        await run['back']?.();
        await breakOff();
        expect(seen).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  }, 120_000);
});
