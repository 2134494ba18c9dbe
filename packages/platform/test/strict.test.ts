import { describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { contestRules } from '../src/state/contest/contest-rules.js';
import { contestRulesWith, quirksOf } from '../src/state/rules/quirks.js';
import type { Choice } from '../src/state/contest/contest.js';
import { createPlatform, type Platform, type PlatformOptions } from '../src/index.js';
import { idOf, Play, towards } from './contest-play.js';
import { claim, openNameRoom, ownerOf, vote } from './dpns-fixture.js';
import { onEachEngine, type Engine } from './engines.js';
import { DASH, documentIdIn, openRoom, T0 } from './platform-fixture.js';
import { contractOf, schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { distributedToken } from './sample-token.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

/** An epoch lasts so long on regtest. */
const EPOCH = 788_400_000;
const NOTE = { note: schemaOf({ text: SCHEMAS.string }) };

const RANKED = schemaOf(
  { rank: { type: 'integer', minimum: 0, maximum: 255, position: 0 } },
  { indices: [{ name: 'rank', properties: [{ rank: 'asc' }] }] },
);

/** Returns a token whose owner receives 10 at the beginning of each third epoch. */
const epochToken = (): object =>
  distributedToken({
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'epochBasedDistribution',
        interval: 3,
        function: { $type: 'fixedAmount', amount: 10 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
  });

interface TokenOwner {
  readonly platform: Platform;
  readonly by: string;
  readonly advance: (epochs: number) => Promise<void>;
}

async function openOwner(strict: boolean): Promise<TokenOwner> {
  const clock = createClock({ time: T0, frozen: true });
  const platform = await createPlatform({ clock, strict });
  const { id: by } = await platform.createIdentity({ credits: 100n * DASH, keys: keysFrom(300) });
  const advance = async (epochs: number): Promise<void> => {
    clock.advance(epochs * EPOCH);
    await platform.mineBlock();
  };
  return { platform, by, advance };
}

/** Returns the contract of an owner as the network has it. */
const contractBy = (ownerId: string, members: object): object => {
  const { id: _, ...whole } = { id: '', ...contractOf(NOTE) };
  return { ...whole, ownerId, ...members };
};

/** With the defects of the network, and without them. */
const BOTH = [{ strict: false }, { strict: true }] as const;

const ANYTHING: unknown = expect.anything();

/** Returns what work results in, or its rejection. */
const outcome = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

const openKept = async (engine: Engine, options: PlatformOptions): Promise<Platform> =>
  createPlatform({ ...options, store: await engine.open('kept') });

onEachEngine((engine) => {
  describe('a strict platform', () => {
    it.each(BOTH)('drops transient properties at a replace, too: strict $strict', async ({ strict }) => {
      const type = schemaOf({ text: SCHEMAS.string, salt: SCHEMAS.u8 }, { transient: ['salt'] });
      const { platform, contractId, alice: by } = await openRoom(engine, { note: type }, { strict });
      const name = { contractId, documentType: 'note' };
      const { document } = await platform.createDocument({ ...name, by, data: { text: 'a', salt: 5 } });
      const id = documentIdIn(document);
      await platform.replaceDocument({ ...name, by, id, data: { text: 'b', salt: 6 } });
      const stored = await platform.getDocument({ ...name, id });
      expect(stored?.['salt']).toBe(strict ? undefined : 6);
      expect(await platform.verify()).toMatchObject({ ok: true });
    });

    it.each(BOTH)('sorts unsigned integers by their values: strict $strict', async ({ strict }) => {
      const { platform, contractId, alice: by } = await openRoom(engine, { card: RANKED }, { strict });
      const name = { contractId, documentType: 'card' };
      for (const rank of [5, 120, 200]) await platform.createDocument({ ...name, by, data: { rank } });
      const found = await platform.getDocuments({
        ...name,
        where: [['rank', '>', 100]],
        orderBy: [['rank', 'asc']],
      });
      expect(found.map(({ rank }) => rank)).toEqual(strict ? [120, 200] : [120]);
    });

    it('leaves its order of unsigned integers to its store', async () => {
      const first = await openKept(engine, { strict: true });
      const { id: by } = await first.createIdentity({ credits: DASH });
      const contract = { card: RANKED };
      const { contractId } = await first.registerContract({ by, contract });
      const name = { contractId, documentType: 'card' };
      for (const rank of [200, 5]) await first.createDocument({ ...name, by, data: { rank } });
      await first.close();
      await expect(openKept(engine, { quirks: { flipsUnsignedKeys: true } })).rejects.toThrow(
        'its unsigned integers sort by their values',
      );
      const again = await openKept(engine, {});
      const found = await again.getDocuments({ ...name, orderBy: [['rank', 'asc']] });
      expect(found.map(({ rank }) => rank)).toEqual([5, 200]);
      await again.close();
    });

    it.each(BOTH)(
      'imports no state of another order of unsigned integers: strict $strict',
      async ({ strict }) => {
        const [one, other] = await Promise.all(
          [strict, !strict].map(async (is) => createPlatform({ store: await engine.open(), strict: is })),
        );
        const file = await one!.exportState();
        expect(await outcome(other!.importState(file))).toMatchObject({
          reason: 'invalid-input',
          message: expect.stringContaining('its unsigned integers sort'),
          fix: `create a platform with strict: ${strict}, or with quirks.flipsUnsignedKeys: ${!strict}`,
        });
        await Promise.all([one?.close(), other?.close()]);
      },
    );

    it.each(BOTH)('gives a tied name to the earliest contender: strict $strict', async ({ strict }) => {
      const room = await openNameRoom(await engine.open(), { strict });
      for (const name of ['A', 'B']) {
        await claim(room, name, 'tied');
        room.clock.advance(10);
      }
      await vote(room, 'M1', 'tied', { for: 'A' });
      await vote(room, 'M2', 'tied', { for: 'B' });
      room.clock.advance(90 * 60_000);
      expect(await ownerOf(room, 'tied')).toBe(await room.who(strict ? 'A' : 'B'));
    });

    it.each(BOTH)(
      'rejects a balance for a name that is not contested: strict $strict',
      async ({ strict }) => {
        const room = await openNameRoom(await engine.open(), { strict });
        const prefundedVotingBalance = { indexName: 'parentNameAndLabel', credits: 5_000_000n };
        const work = claim(room, 'A', 'user3', { prefundedVotingBalance });
        expect(await outcome(work)).toMatchObject(strict ? { code: 40_119 } : { contest: ANYTHING });
      },
    );
  });
});

it.each(BOTH)('all contenders of a contest are considered: strict $strict', ({ strict }) => {
  const play = new Play(contestRulesWith(contestRules('regtest', 13), quirksOf(13, strict, {})));
  const contenders = Array.from({ length: 101 }, (_, at) => `contender ${100 + at}`);
  for (const [at, name] of contenders.entries()) play.join(name, T0 + at);
  // The last contender in the order of ids is the only one with a vote.
  const [last = '', before = ''] = contenders.toReversed();
  play.vote('M1', towards(last));
  play.end(T0 + 5_400_000);
  expect(play.contest.status).toEqual({ kind: 'Awarded', identityId: idOf(strict ? last : before) });
});

/** Is a vote for an identifier under which votes for nobody are counted. */
const reserved = (last: number): Choice => ({
  kind: 'towardsIdentity',
  identityId: identifierText(new Uint8Array(32).fill(last, 31)),
});

it.each(BOTH)('a vote for the identifier of locks is none: strict $strict', ({ strict }) => {
  const play = new Play(contestRulesWith(contestRules('regtest', 13), quirksOf(13, strict, {})));
  play.join('contender', T0);
  const voteFor = (name: string, choice: Choice): unknown => {
    try {
      play.vote(name, choice);
      return { counted: true };
    } catch (error) {
      return error;
    }
  };
  const rejected = { code: 40_307 };
  const told = strict ? rejected : { counted: true };
  expect(voteFor('M1', reserved(2))).toMatchObject(told);
  expect(voteFor('M2', reserved(1))).toMatchObject(told);
  expect(play.contest).toMatchObject(strict ? { lock: 0, abstain: 0 } : { lock: 1, abstain: 1 });
  const unnumbered = {
    reason: 'invalid-input',
    message: expect.stringContaining('does not contend') as unknown,
  };
  expect(voteFor('M3', towards('nobody'))).toMatchObject(strict ? rejected : unnumbered);
});

it.each(BOTH)('claims reach beyond the last epoch of 16 bits: strict $strict', async ({ strict }) => {
  const { platform, by, advance } = await openOwner(strict);
  await advance(4);
  const contract = contractBy(by, { tokens: { 0: epochToken() } });
  const { contractId } = await platform.registerContract({ by, contract });
  await advance(8);
  const work = platform.claimTokens({ by, contractId, distribution: 'perpetual' });
  expect(await outcome(work)).toMatchObject(strict ? { amount: 10n } : { code: 40_716 });
  await platform.close();
});

it.each(BOTH)('a token that an update adds is minted and distributed: strict $strict', async ({ strict }) => {
  const { platform, by, advance } = await openOwner(strict);
  const registered = await platform.registerContract({ by, contract: contractBy(by, {}) });
  const { contractId } = registered;
  const contract = { ...registered.contract, version: 2, tokens: { 0: epochToken() } };
  await platform.updateContract({ by, contract });
  const { totalSupply } = (await platform.getToken({ contractId })) ?? {};
  expect(totalSupply).toBe(strict ? 1000n : 0n);
  await advance(16);
  const work = platform.claimTokens({ by, contractId, distribution: 'perpetual' });
  const told = expect.stringContaining('came with an update');
  expect(await outcome(work)).toMatchObject(strict ? { amount: 30n } : { message: told });
  expect(await platform.verify()).toMatchObject({ ok: true });
  await platform.close();
});

it.each(BOTH)('bytes behind a state transition are rejected: strict $strict', async ({ strict }) => {
  const { platform, by } = await openOwner(strict);
  const { id: to } = await platform.createIdentity();
  const bytes = signed(
    {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: bytesOf(by),
      recipientId: bytesOf(to),
      amount: 1_000_000n,
      nonce: 1n,
      ...UNSIGNED,
    },
    300,
    3,
  );
  const work = platform.broadcastStateTransition({ stateTransition: Uint8Array.of(...bytes, 0) });
  expect(await outcome(work)).toMatchObject(strict ? { code: 10_002 } : { id: ANYTHING });
  await platform.close();
});
