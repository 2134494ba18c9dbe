import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../scripts/property-runs.js';
import { VerificationError } from '../src/errors/verification-error.js';
import type { Attempt, PeerTurn } from '../src/peers/hedged-call.js';
import { PeerError, PeersUnavailableError } from '../src/peers/peer-error.js';
import { PeerPool, type PeerPoolOptions } from '../src/peers/peer-pool.js';
import { QUARANTINE_MS } from '../src/peers/peer.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

const LATENCY_MS = 50;
const ADDRESSES = ['https://a:1', 'https://b:1', 'https://c:1', 'https://d:1'];

/** A pool of four peers whose behaviour is by their address, and what was asked of whom. */
function poolOf(limits: PeerPoolOptions['limits'] = {}, addresses = ADDRESSES, seed = 7) {
  const clock = new VirtualClock();
  const asked: { readonly address: string; readonly at: number }[] = [];
  const quarantined: string[] = [];
  const pool = new PeerPool({
    clock,
    random: seeded(seed),
    limits,
    onQuarantine: (address) => void quarantined.push(address),
  });
  pool.setPeers(addresses);
  const attemptOf =
    (behaviours: Readonly<Record<string, (turn: PeerTurn) => Promise<string>>>): Attempt<string> =>
    async (turn) => {
      asked.push({ address: turn.address, at: clock.now() });
      await clock.sleep(LATENCY_MS);
      return await (behaviours[turn.address]?.(turn) ?? 'honest');
    };
  return { clock, pool, asked, quarantined, attemptOf };
}

const lie = async (): Promise<string> => {
  throw new VerificationError('list-root', 'the masternodes have another root');
};
const failing = (failure: ConstructorParameters<typeof PeerError>[0]) => async (): Promise<string> => {
  throw new PeerError(failure, failure);
};
const hang = async (): Promise<string> => new Promise<string>(() => undefined);

const slow = async ({ charge }: PeerTurn): Promise<string> => {
  charge(6000);
  return 'verified';
};
const broken = async (): Promise<string> => {
  throw new TypeError('a defect');
};
/** A pool whose peers callers keep busy until the end. */
async function busyPool() {
  const parts = poolOf();
  const { clock, pool, attemptOf } = parts;
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const calls = Array.from({ length: 60 }, async () => {
    while (!over.signal.aborted)
      await pool.call(attemptOf({}), { signal: over.signal }).catch(() => undefined);
  });
  await clock.run(clock.sleep(5000));
  const end = async (): Promise<void> => {
    over.abort(new Error('over'));
    await clock.run(Promise.all(calls));
  };
  return { ...parts, end };
}

describe('PeerPool', () => {
  it('returns the honest response where all other peers lie, and quarantines exactly the liars that it asked', async () => {
    const { clock, pool, asked, quarantined, attemptOf } = poolOf();
    const attempt = attemptOf({ 'https://a:1': lie, 'https://b:1': lie, 'https://d:1': lie });
    for (let call = 0; call < 8; call += 1) expect(await clock.run(pool.call(attempt))).toBe('honest');
    expect(quarantined.every((address) => address !== 'https://c:1')).toBe(true);
    for (const liar of ['https://a:1', 'https://b:1', 'https://d:1'])
      expect(asked.filter(({ address }) => address === liar).length).toBeLessThanOrEqual(1);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'ends a turn in which one request hangs long before the time of the turn, and starts that time again with each request (seed %i)',
    async (seed) => {
      const { clock, pool, attemptOf } = poolOf({}, ADDRESSES, seed);
      const inSteps = async ({ pass }: PeerTurn): Promise<string> => {
        for (let request = 0; request < 3; request += 1) {
          await pass();
          await clock.sleep(4000);
        }
        return 'honest';
      };
      const hanging = ADDRESSES.filter((address) => address !== 'https://d:1');
      const attempt = attemptOf({
        ...Object.fromEntries(hanging.map((address) => [address, hang])),
        'https://d:1': inSteps,
      });
      const limits = { attemptMs: 60_000, requestMs: 5000, callMs: 240_000 };
      expect(await clock.run(pool.call(attempt, limits))).toBe('honest');
      expect(clock.now()).toBeLessThan(30_000);
    },
  );

  it('asks a liar again only after its quarantine', async () => {
    const { clock, pool, asked, attemptOf } = poolOf({}, ['https://a:1']);
    await expect(clock.run(pool.call(attemptOf({ 'https://a:1': lie })))).rejects.toThrow(
      PeersUnavailableError,
    );
    await expect(clock.run(pool.call(attemptOf({})))).rejects.toThrow(PeersUnavailableError);
    expect(asked).toHaveLength(1);
    expect(pool.report()).toMatchObject([
      { state: 'quarantined', reason: 'list-root: the masternodes have another root' },
    ]);
    await clock.advance(QUARANTINE_MS);
    expect(await clock.run(pool.call(attemptOf({})))).toBe('honest');
  });

  it('keeps a quarantine while the peer is not in the list', async () => {
    const { clock, pool, attemptOf } = poolOf({}, ['https://a:1']);
    await expect(clock.run(pool.call(attemptOf({ 'https://a:1': lie })))).rejects.toThrow(
      PeersUnavailableError,
    );
    pool.setPeers(['https://b:1']);
    pool.setPeers(['https://a:1']);
    await expect(clock.run(pool.call(attemptOf({})))).rejects.toThrow(PeersUnavailableError);
  });

  it('quarantines no peer for an outage, being behind, a rejection or an exhausted rate', async () => {
    for (const failure of ['outage', 'unhelpful', 'rejected', 'exhausted'] as const) {
      const { clock, pool, quarantined, attemptOf } = poolOf();
      const attempt = attemptOf(Object.fromEntries(ADDRESSES.map((address) => [address, failing(failure)])));
      await expect(clock.run(pool.call(attempt))).rejects.toThrow(
        failure === 'rejected' ? PeerError : PeersUnavailableError,
      );
      expect(quarantined).toEqual([]);
    }
  });

  it('pauses a peer that limits its rate for a minute', async () => {
    const { clock, pool, asked, attemptOf } = poolOf({}, ['https://a:1']);
    await expect(clock.run(pool.call(attemptOf({ 'https://a:1': failing('exhausted') })))).rejects.toThrow(
      PeersUnavailableError,
    );
    await clock.advance(59_000);
    await expect(clock.run(pool.call(attemptOf({})))).rejects.toThrow(PeersUnavailableError);
    await clock.advance(1000);
    expect(await clock.run(pool.call(attemptOf({})))).toBe('honest');
    expect(asked).toHaveLength(2);
  });

  it('tries a peer after an outage again before its pause is over where no other is left', async () => {
    const { clock, pool, attemptOf } = poolOf({}, ['https://a:1']);
    await expect(clock.run(pool.call(attemptOf({ 'https://a:1': failing('outage') })))).rejects.toThrow(
      PeersUnavailableError,
    );
    expect(await clock.run(pool.call(attemptOf({})))).toBe('honest');
  });

  it.each([1, 2, 3, 4, 5])(
    'asks the next peer while others hang, and ends their turns (seed %i)',
    async (seed) => {
      const { clock, pool, attemptOf } = poolOf({}, ADDRESSES, seed);
      const signals: AbortSignal[] = [];
      const hanging = async (turn: PeerTurn): Promise<string> => {
        signals.push(turn.signal);
        return hang();
      };
      const behaviours = Object.fromEntries(ADDRESSES.slice(1).map((address) => [address, hanging]));
      expect(await clock.run(pool.call(attemptOf(behaviours), { maxParallel: 4 }))).toBe('honest');
      expect(clock.now()).toBeLessThanOrEqual(3 * 2000 + LATENCY_MS);
      expect(signals.every(({ aborted }) => aborted)).toBe(true);
    },
  );

  it('ends a call in its time where all peers hang', async () => {
    const { clock, pool, attemptOf } = poolOf();
    const attempt = attemptOf(Object.fromEntries(ADDRESSES.map((address) => [address, hang])));
    await expect(clock.run(pool.call(attempt, { callMs: 5000 }))).rejects.toThrow(PeersUnavailableError);
    expect(clock.now()).toBe(5000);
  });

  it('ends a call when its caller leaves, and blames nobody', async () => {
    const { clock, pool, attemptOf } = poolOf();
    const caller = new AbortController();
    clock.after(100, () => caller.abort(new Error('left')));
    const attempt = attemptOf(Object.fromEntries(ADDRESSES.map((address) => [address, hang])));
    await expect(clock.run(pool.call(attempt, { signal: caller.signal }))).rejects.toThrow('left');
    expect(pool.report().every(({ failures }) => failures === 0)).toBe(true);
  });

  it('sends a peer at most two requests a second, and a call waits for its place', async () => {
    const { clock, pool, asked, attemptOf } = poolOf({}, ['https://a:1']);
    const calls = Array.from({ length: 12 }, async () => pool.call(attemptOf({})));
    expect(await clock.run(Promise.all(calls))).toHaveLength(12);
    const times = asked.map(({ at }) => at);
    for (const [at, time] of times.entries())
      expect(
        times.filter((other) => other >= time && other < time + 1000).length,
        `call ${at}`,
      ).toBeLessThanOrEqual(2);
  });

  it('pauses a peer whose responses take too long to verify', async () => {
    const { clock, pool, attemptOf } = poolOf({}, ['https://a:1']);
    const attempt = attemptOf({ 'https://a:1': slow });
    expect(await clock.run(pool.call(attempt))).toBe('verified');
    expect(await clock.run(pool.call(attempt))).toBe('verified');
    await expect(clock.run(pool.call(attempt))).rejects.toThrow(PeersUnavailableError);
    expect(pool.report()).toMatchObject([{ state: 'paused', reason: 'its responses take long to verify' }]);
    await clock.advance(60_000);
    expect(await clock.run(pool.call(attempt))).toBe('verified');
  });

  it('passes an error that no peer caused to the caller at once', async () => {
    const { clock, pool, asked, attemptOf } = poolOf();
    const attempt = attemptOf(Object.fromEntries(ADDRESSES.map((address) => [address, broken])));
    await expect(clock.run(pool.call(attempt))).rejects.toThrow(TypeError);
    expect(asked).toHaveLength(1);
  });

  it('surveys several peers at the same time and returns what verifies', async () => {
    const { clock, pool, quarantined, attemptOf } = poolOf();
    const found = await clock.run(
      pool.survey(4, attemptOf({ 'https://a:1': lie, 'https://b:1': failing('outage') })),
    );
    expect(found.map(({ address }) => address).toSorted()).toEqual(['https://c:1', 'https://d:1']);
    expect(quarantined).toEqual(['https://a:1']);
  });

  it('asks others in the place of peers that were unhelpful, and these again where all were', async () => {
    const addresses = Array.from({ length: 9 }, (_, at) => `https://p${at}:1`);
    const { clock, pool, asked, attemptOf } = poolOf({}, addresses);
    const unhelpful = Object.fromEntries(addresses.slice(0, 8).map((one) => [one, failing('unhelpful')]));
    const answers: string[] = [];
    for (let call = 0; call < 20; call += 1) {
      answers.push(await clock.run(pool.call(attemptOf(unhelpful)).catch(() => 'none')));
      await clock.run(clock.sleep(60_000));
    }
    expect(new Set(answers.slice(5))).toEqual(new Set(['honest']));
    const all = Object.fromEntries(addresses.map((one) => [one, failing('unhelpful')]));
    asked.length = 0;
    for (let call = 0; call < 5; call += 1) {
      await clock.run(pool.call(attemptOf(all)).catch(() => 'none'));
      await clock.run(clock.sleep(60_000));
    }
    expect(new Set(asked.map(({ address }) => address)).size).toBe(9);
  });

  it('sends two requests a second to at most eight peers, however many calls wait', async () => {
    const addresses = Array.from({ length: 100 }, (_, at) => `https://p${at}:1`);
    const { clock, pool, asked, attemptOf } = poolOf({ callMs: 5000 }, addresses);
    const calls: Promise<unknown>[] = [];
    for (let second = 0; second < 15; second += 1) {
      for (let call = 0; call < 60; call += 1) calls.push(pool.call(attemptOf({})).catch(() => undefined));
      await clock.run(clock.sleep(1000));
    }
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.length).toBeLessThanOrEqual(8 * (2 * 15 + 1));
    expect(new Set(asked.map(({ address }) => address)).size).toBeLessThanOrEqual(8);
    await clock.run(Promise.all(calls));
  });

  it('asks peers whose responses took long to verify for the chain, where no other one is left', async () => {
    const { clock, pool, attemptOf } = poolOf();
    await clock.run(pool.survey(8, async ({ charge }) => charge(15_000)));
    await expect(clock.run(pool.call(attemptOf({})))).rejects.toThrow(PeersUnavailableError);
    expect(await clock.run(pool.call(attemptOf({}), { purpose: 'follow' }))).toBe('honest');
    expect(await clock.run(pool.survey(2, attemptOf({}), { purpose: 'follow' }))).toHaveLength(2);
    await clock.run(clock.sleep(60_000));
    expect(await clock.run(pool.call(attemptOf({})))).toBe('honest');
  });

  it('keeps places for other calls while many wait', async () => {
    const { clock, pool, attemptOf } = poolOf();
    let waiting = 0;
    const over = new AbortController();
    const wait = async (): Promise<void> => {
      waiting += 1;
      await clock.sleep(100_000);
    };
    const long = {
      purpose: 'wait',
      attemptMs: 60_000,
      callMs: 60_000,
      minHedgeMs: 60_000,
      maxHedgeMs: 60_000,
    } as const;
    const waits = Array.from({ length: 60 }, async () =>
      pool.call(wait, { ...long, signal: over.signal }).catch(() => undefined),
    );
    await clock.run(clock.sleep(20_000));
    const peers = pool.report().length;
    expect(waiting).toBe(3 * peers);
    for (let call = 0; call < 20; call += 1) expect(await clock.run(pool.call(attemptOf({})))).toBe('honest');
    over.abort();
    await clock.run(Promise.all(waits));
  });

  it('asks for the chain in the whole rate where no caller waits', async () => {
    const { clock, pool, asked, attemptOf } = poolOf({}, ['https://a:1']);
    await clock.run(clock.sleep(1000 / 3));
    for (let call = 0; call < 60; call += 1)
      await clock.run(pool.call(attemptOf({}), { purpose: 'follow', callMs: 30_000 }));
    const [first, last] = [asked[0]!.at, asked.at(-1)!.at];
    expect(last - first).toBeLessThan(59 * 500 + 1);
    expect(last - first).toBeGreaterThan(59 * 500 - 1);
  });

  it('keeps a place for what callers send while others keep all peers busy', async () => {
    const { clock, pool, attemptOf, end } = await busyPool();
    for (let sent = 0; sent < 10; sent += 1) {
      const found = await clock.run(pool.survey(2, attemptOf({}), { purpose: 'send' }));
      expect(found.length).toBeGreaterThan(0);
    }
    await end();
  });

  it('starts waits of callers while others keep all peers busy', async () => {
    const { clock, pool, attemptOf, end } = await busyPool();
    const waits = Array.from({ length: 4 }, async () =>
      pool.call(attemptOf({}), { purpose: 'wait', callMs: 60_000 }),
    );
    expect(await clock.run(Promise.all(waits))).toEqual(waits.map(() => 'honest'));
    await end();
  });

  it('asks one in a survey that explores that is none of the active peers', async () => {
    const addresses = Array.from({ length: 12 }, (_, at) => `https://p${at}:1`);
    const { clock, pool, asked, attemptOf } = poolOf({}, addresses);
    for (let round = 0; round < 40; round += 1) {
      await clock.run(pool.survey(2, attemptOf({}), { explores: true }));
      await clock.run(clock.sleep(10_000));
      const [one, other] = asked.slice(-2).map(({ address }) => addresses.indexOf(address));
      expect([one, other].filter((at) => (at ?? 0) >= 8)).toHaveLength(1);
    }
    expect(new Set(asked.map(({ address }) => address)).size).toBe(12);
  });

  it('sends requests to a limited number of peers, and to others in the place of liars', async () => {
    const addresses = Array.from({ length: 20 }, (_, at) => `https://p${at}:1`);
    const { clock, pool, asked, attemptOf } = poolOf({ maxActive: 3 }, addresses);
    for (let call = 0; call < 30; call += 1) await clock.run(pool.call(attemptOf({})));
    expect(new Set(asked.map(({ address }) => address)).size).toBe(3);
    const attempt = attemptOf(Object.fromEntries(addresses.slice(0, 3).map((address) => [address, lie])));
    expect(await clock.run(pool.call(attempt))).toBe('honest');
  });
});

/** Behaviours of peers in the model. */
const BEHAVIOURS = {
  honest: undefined,
  lie,
  outage: failing('outage'),
  unhelpful: failing('unhelpful'),
  exhausted: failing('exhausted'),
  rejected: failing('rejected'),
  hang,
} as const;
const NAMES = ['honest', 'lie', 'outage', 'unhelpful', 'exhausted', 'rejected', 'hang'] as const;

describe('PeerPool, by random schedules', () => {
  it.each(Array.from({ length: costlyRuns(60) }, (_, seed) => seed))(
    'is safe, live and blames only liars (seed %i)',
    async (seed) => {
      const random = seeded(seed + 1);
      const count = 3 + Math.floor(random() * 5);
      const addresses = Array.from({ length: count }, (_, at) => `https://p${at}:1`);
      const { clock, pool, asked, quarantined, attemptOf } = poolOf({ callMs: 120_000 }, addresses);
      const liars = new Set<string>();
      for (let call = 0; call < 20; call += 1) {
        const names = addresses.map(() => NAMES[Math.floor(random() * NAMES.length)] ?? 'honest');
        const honest = addresses.filter((address, at) => names[at] === 'honest' && !liars.has(address));
        const behaviours = Object.fromEntries(
          addresses.flatMap((address, at) => {
            const behaviour = BEHAVIOURS[names[at] ?? 'honest'];
            return behaviour === undefined ? [] : [[address, behaviour]];
          }),
        );
        const ready = new Set(
          pool.report().flatMap(({ state, address }) => (state === 'ready' ? [address] : [])),
        );
        const before = asked.length;
        const outcome = await clock.run(
          pool.call(attemptOf(behaviours)).then(
            (value) => value,
            (error: Error) => error.name,
          ),
        );
        const now = asked.slice(before);
        // Nobody is asked twice in a call, nor within the quarantine.
        expect(new Set(now.map(({ address }) => address)).size).toBe(now.length);
        expect(now.some(({ address }) => liars.has(address))).toBe(false);
        for (const { address } of now) if (behaviours[address] === lie) liars.add(address);
        expect(['honest', 'PeerError', 'PeersUnavailableError']).toContain(outcome);
        const mustSucceed = honest.some((address) => ready.has(address));
        expect(outcome === 'honest' || !mustSucceed).toBe(true);
        const wasHonest = now.some(({ address }) => behaviours[address] === undefined);
        expect(outcome !== 'honest' || wasHonest).toBe(true);
        await clock.advance(random() * 20_000);
      }
      expect(quarantined.every((address) => liars.has(address))).toBe(true);
    },
  );
});
