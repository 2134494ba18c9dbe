import { encodeChainLock } from '@dapikit/chain';
import { LightClient } from '../src/client/light-client.js';
import type { CorePeer } from '../src/client/core-peer.js';
import { VerificationError } from '../src/errors/verification-error.js';
import { readDiff } from '../src/list/read-diff.js';
import { PeerError } from '../src/peers/peer-error.js';
import { PeerPool } from '../src/peers/peer-pool.js';
import { readState, writeState, type ProvenState } from '../src/state/verified-state.js';
import type { TrustedState } from '../src/walk/walk.js';
import { clientOf, named } from './client-of.js';
import { REGTEST } from './dev-network.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

/** Describes the chains of all schedules: the honest one, one of invented quorums, and the state that clients start from. */
export interface Chains {
  readonly honest: RecordedChain;
  readonly invented: RecordedChain;
  readonly start: TrustedState;
  /** A stored state, three intervals below all tips: so all its quorums were replaced. */
  readonly stored: ProvenState;
  /** Lowest height of a tip that a schedule begins with. */
  readonly lowest: number;
}

const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const POLL_MS = 1000;

/** Makes the chains once: they take some seconds. */
export async function makeChains(): Promise<Chains> {
  const honest = new RecordedChain();
  honest.chain.quorums.form();
  honest.chain.quorums.form();
  honest.mine(2);
  const start = await honest.stateAt(honest.height);
  for (let formed = 0; formed < 3; formed += 1) {
    honest.chain.quorums.form();
    honest.mine(2);
  }
  const lowest = honest.height;
  honest.mine(40);
  await honest.readKeys(start.height);
  const invented = new RecordedChain({ mnemonic: OTHER });
  invented.chain.quorums.form();
  invented.chain.quorums.form();
  invented.mine(Math.max(0, honest.height - invented.height));
  return { honest, invented, start, stored: await storedAt(honest, start), lowest };
}

/** Returns the state that a client stored when the tip was its start. */
async function storedAt(chain: RecordedChain, start: TrustedState): Promise<ProvenState> {
  const clock = new VirtualClock();
  const peers = named([honestPeer({ chain, clock, tip: () => start.height })]);
  const { client, proven } = clientOf(peers, clock, { start });
  await clock.run(client.start());
  await clock.run(client.close());
  return readState(writeState(proven.at(-1)!, start), start);
}

/** Describes what a liar may use. */
interface Surroundings {
  readonly chains: Chains;
  readonly clock: VirtualClock;
  readonly tip: () => number;
  readonly peer: CorePeer;
  readonly random: () => number;
}

const hang = async (): Promise<never> => new Promise(() => undefined);
const exhausted = async (): Promise<never> => Promise.reject(new PeerError('exhausted', 'rate limit'));

/** Returns bytes of which one bit is another one. */
function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  return Uint8Array.from(bytes, (byte, index) =>
    index === at ? byte ^ (1 << Math.floor(random() * 8)) : byte,
  );
}

/** Changes the lists of a peer. */
function withLists(peer: CorePeer, change: (diff: ReturnType<typeof readDiff>) => unknown): CorePeer {
  return {
    ...peer,
    async *masternodeLists(signal) {
      for await (const list of peer.masternodeLists(signal)) yield change(readDiff(list));
    },
  };
}

/** Lists the liars by what they do, each with its row of the threat model. */
const LIARS: Readonly<Record<string, (around: Surroundings) => CorePeer>> = {
  'shows banned nodes as valid (1)': ({ peer }) =>
    withLists(peer, (diff) => ({
      ...diff,
      mnList: diff.mnList.map((entry) => ({ ...entry, isValid: !entry.isValid })),
    })),
  'withholds a node (1)': ({ peer }) =>
    withLists(peer, (diff) => ({ ...diff, mnList: diff.mnList.slice(1) })),
  'invents a quorum key (2)': ({ peer, chains }) =>
    withLists(peer, (diff) => ({
      ...diff,
      newQuorums: diff.newQuorums.map((quorum) => ({
        ...quorum,
        quorumPublicKey: chains.start.quorums[0]?.quorumPublicKey ?? '',
      })),
    })),
  'forges a coinbase (3)': ({ peer }) =>
    withLists(peer, (diff) => ({ ...diff, cbTx: diff.cbTx.replace(/.{8}$/, 'ffffffff') })),
  'serves another chain with quorums of its own (4, 5)': ({ chains, clock, tip }) =>
    honestPeer({ chain: chains.invented, clock, tip }),
  'sends ChainLocks of other heights (6)': ({ peer, chains, random, tip }) => ({
    ...peer,
    headers: async (from, count, signal) => {
      const height = chains.lowest + Math.floor(random() * (tip() - chains.lowest));
      const { signature } = chains.honest.lockOf(height);
      const chainLock = encodeChainLock({ height: tip(), hash: chains.honest.hashAt(tip()), signature });
      return { ...(await peer.headers(from, count, signal)), chainLock };
    },
  }),
  'shows an old state (7)': ({ chains, clock, tip }) => {
    const old = Math.max(chains.lowest, tip() - 25);
    return honestPeer({ chain: chains.honest, clock, tip: () => old });
  },
  'withholds ChainLocks (8)': ({ chains, clock, tip }) =>
    honestPeer({ chain: chains.honest, clock, tip, unlocked: () => Math.max(0, tip() - chains.lowest) }),
  'withholds blocks (9)': ({ peer }) => ({
    ...peer,
    block: async () => Promise.reject(new PeerError('rejected', 'Block not found')),
  }),
  'claims a high tip (7)': ({ peer }) => ({
    ...peer,
    bestHeight: async (signal) => (await peer.bestHeight(signal)) + 1_000_000,
  }),
  'claims a low tip (7)': ({ peer }) => ({ ...peer, bestHeight: async () => Promise.resolve(1) }),
  'damages blocks and headers (9, 20)': ({ peer, random }) => ({
    ...peer,
    block: async (at, signal) => damaged(await peer.block(at, signal), random),
    headers: async (from, count, signal) => {
      const { headers, chainLock } = await peer.headers(from, count, signal);
      return {
        headers: headers.map((header) => damaged(header, random)),
        chainLock: chainLock && damaged(chainLock, random),
      };
    },
  }),
  'hangs (19)': ({ peer }) => ({ ...peer, bestHeight: hang, block: hang, headers: hang, blockOf: hang }),
  'sends lists without an end (19)': ({ peer, clock }) => ({
    ...peer,
    async *masternodeLists(signal) {
      while (!signal.aborted) {
        await clock.sleep(10);
        yield {};
      }
    },
  }),
  'sends what is no list (20)': ({ peer, clock }) => ({
    ...peer,
    async *masternodeLists() {
      for (const value of [undefined, 7, 'x', [], { nVersion: 2 ** 32, mnList: 7 }]) {
        await clock.sleep(10);
        yield value;
      }
    },
  }),
  'limits the rate (21)': ({ peer }) => ({
    ...peer,
    bestHeight: exhausted,
    block: exhausted,
    headers: exhausted,
  }),
};

/** Describes the outcome of a schedule. */
interface Outcome {
  readonly seed: number;
  readonly peers: readonly string[];
  /** Breaches of the properties S (safety), L (liveness) and Q (quarantine). */
  readonly breaches: readonly string[];
}

/** Every third schedule begins with the stored state. */
const STORED_EVERY = 3;
/** Every sixth schedule begins with a wrong checkpoint beside right keys. */
const WRONG_EVERY = 6;

/** Returns a start of which one member is wrong. */
function wrongStart(start: TrustedState, random: () => number): TrustedState {
  const wrong: readonly Partial<TrustedState>[] = [
    { hash: 'ab'.repeat(32) },
    { height: start.height + 1 },
    { height: start.height - 1 },
    { time: start.time + 1 },
  ];
  return { ...start, ...wrong[Math.floor(random() * wrong.length)] };
}

/** Runs one schedule: three to seven peers, of which any number lies, from the start or a stored state to a tip that moves. */
async function runSchedule(seed: number, chains: Chains): Promise<Outcome> {
  const random = seeded(seed);
  const clock = new VirtualClock();
  const kinds = Object.keys(LIARS);
  const count = 3 + Math.floor(random() * 5);
  const lying = Math.floor(random() * (count + 1));
  let tip = chains.lowest + Math.floor(random() * 20);
  const names = Array.from({ length: count }, (_, at) =>
    at < lying ? (kinds[Math.floor(random() * kinds.length)] ?? '') : 'honest',
  );
  const peers = new Map<string, CorePeer>(
    names.map((name, at) => {
      const peer = honestPeer({
        chain: chains.honest,
        clock,
        tip: () => tip,
        latency: 10 + Math.floor(random() * 200),
      });
      const around = { chains, clock, tip: () => tip, peer, random };
      return [`https://peer${at}:1`, LIARS[name]?.(around) ?? peer] as const;
    }),
  );
  const quarantined = new Set<string>();
  const asked = new Map<string, number>();
  const breaches: string[] = [];
  const pool = new PeerPool({
    clock,
    random,
    limits: { requestsPerSecond: 50, attemptMs: 3000 },
    onQuarantine: (address) => void quarantined.add(address),
  });
  const isWrong = seed % WRONG_EVERY === 1;
  const client = new LightClient({
    network: REGTEST,
    start: isWrong ? wrongStart(chains.start, random) : chains.start,
    ...(seed % STORED_EVERY === 0 && { proven: chains.stored }),
    pool,
    core: (address) => {
      if (quarantined.has(address)) breaches.push(`Q: ${address} was asked within its quarantine`);
      asked.set(address, (asked.get(address) ?? 0) + 1);
      const peer = peers.get(address);
      if (peer === undefined) throw new Error(`unknown peer ${address}`);
      return peer;
    },
    seeds: [...peers.keys()],
    isDiscovering: false,
    clock,
    random,
    pollMs: POLL_MS,
    on: {
      forked: () => {
        breaches.push('S: a fork was reported that nobody signed');
      },
    },
  });
  let isOver = false;
  let isContradicted = false;
  client.start().catch((error: unknown) => {
    if (isOver) return;
    if (isWrong && error instanceof VerificationError && error.reason === 'wrong-checkpoint')
      isContradicted = true;
    else breaches.push(`L: the start ended with ${String(error)}`);
  });
  const check = (): void => {
    breaches.push(...wrongState(client, chains));
  };
  for (let step = 0; step < STEPS; step += 1) {
    await clock.advance(2000 + random() * 3000);
    if (random() < 0.5) tip = Math.min(chains.honest.height, tip + 1 + Math.floor(random() * 3));
    check();
  }
  tip = chains.honest.height;
  const isAtTip = (): boolean => client.isStarted && client.chain.locked.height === tip;
  const isSettled = (): boolean => isContradicted || isAtTip();
  const end = clock.now() + SETTLE_MS;
  while (clock.now() < end && !isSettled()) await clock.advance(STAY_MS);
  check();
  await clock.advance(STAY_MS);
  check();
  if (isWrong && (client.isStarted || (lying < count && !isContradicted)))
    breaches.push('S: the wrong checkpoint was not found');
  if (!isWrong && lying < count && !isAtTip())
    breaches.push(`L: the tip is ${client.isStarted ? client.chain.locked.height : 'unknown'}, not ${tip}`);
  for (const address of quarantined)
    if (names[Number(/\d+/.exec(address)?.[0])] === 'honest')
      breaches.push(`Q: the honest ${address} is in quarantine`);
  isOver = true;
  await clock.run(client.close());
  return { seed, peers: names, breaches: [...new Set(breaches)] };
}

const STEPS = 6;
/** Limits the wait for the tip: a client with honest peers is there long before. */
const SETTLE_MS = 200_000;
/** A client stays as it is at the tip: polls that change nothing would take most of the time of a schedule. */
const STAY_MS = 10_000;

/** Returns what a client serves as verified and is not of the honest chain. */
function wrongState(client: LightClient, { honest }: Chains): string[] {
  if (!client.isStarted || client.fork !== undefined) return [];
  const { chain } = client;
  const wrong: string[] = [];
  for (let height = Math.max(1, chain.lowest); height <= chain.locked.height; height += 1)
    if (chain.hashAt(height) !== honest.hashAt(height)) wrong.push(`S: another block at ${height}`);
  const { coinbase, height, hash } = chain.state.list;
  if (honest.hashAt(height) !== hash) wrong.push(`S: the list of another block at ${height}`);
  const keys = honest.keysAt(height);
  for (const [key, { quorumPublicKey }] of chain.state.list.quorums)
    if (keys.get(key) !== quorumPublicKey) wrong.push(`S: another key of quorum ${key}`);
  if (coinbase.payload.height !== height) wrong.push('S: another coinbase');
  return wrong;
}

/** Returns a text of the seeds whose schedules breach a property; empty where none does. */
export async function breachesOf(seeds: readonly number[], chains: Chains): Promise<string> {
  const found: string[] = [];
  for (const seed of seeds) {
    const { peers, breaches } = await runSchedule(seed, chains);
    if (breaches.length > 0) found.push(`seed ${seed} (${peers.join('; ')}): ${breaches.join('; ')}`);
  }
  return found.join('\n');
}
