import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Checkpoint } from '../src/checkpoint/checkpoint.js';
import { verifyBlock } from '../src/coinbase/verified-block.js';
import type { CorePeer } from '../src/client/core-peer.js';
import { clientOf, named, POLL_MS } from './client-of.js';
import { REGTEST } from './dev-network.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { VirtualClock } from './virtual-clock.js';

vi.setConfig({ testTimeout: 120_000 });

/** A chain with a quorum in each of three intervals above its checkpoint. */
let chain: RecordedChain;
let checkpoint: Checkpoint;
/** Height of the last of these quorums' commitments, and a checkpoint below it. */
let formed: number;
let earlier: Checkpoint;
beforeAll(async () => {
  chain = new RecordedChain();
  for (let quorum = 0; quorum < 3; quorum += 1) chain.chain.quorums.form();
  chain.mine(2);
  checkpoint = await checkpointAt(chain.height);
  for (let quorum = 0; quorum < 3; quorum += 1) {
    earlier = await checkpointAt(chain.height);
    chain.chain.quorums.form();
    formed = chain.height;
    chain.mine(2);
  }
  chain.mine(30);
}, 600_000);
afterAll(() => chain.chain.close());

/** Makes a checkpoint with the roots of its block. */
async function checkpointAt(height: number): Promise<Checkpoint> {
  const { coinbase } = verifyBlock(chain.block(height)!, height, REGTEST);
  const { merkleRootMNList } = coinbase;
  const roots = 'merkleRootQuorums' in coinbase && {
    merkleRootQuorums: coinbase.merkleRootQuorums,
  };
  return { ...(await chain.stateAt(height)), merkleRootMNList, ...roots };
}

const shown = (clock: VirtualClock, of = chain) => ({
  chain: of,
  clock,
  tip: () => chain.height,
});
const ZEROS = '0'.repeat(64);
const above = (count: number) => () => ({ height: checkpoint.height + count });
const cycle = REGTEST.quorums.chainLocks.cycle;

/** Starts a client with a checkpoint. Returns how that ended: `undefined` where it did not. */
async function startWith(start: Checkpoint, peers: (clock: VirtualClock) => readonly CorePeer[]) {
  const clock = new VirtualClock();
  const found = clientOf(named(peers(clock)), clock, { start });
  const last: { end?: unknown } = {};
  found.client.start().then(
    () => (last.end = 'started'),
    (error: unknown) => (last.end = error),
  );
  for (let step = 0; step < 60 && last.end === undefined; step += 1) await clock.advance(POLL_MS);
  const [ended, { isStarted }] = [last.end, found.client];
  await clock.run(found.client.close());
  return { ...found, ended, isStarted };
}

const lies: Readonly<Record<string, (clock: VirtualClock) => CorePeer>> = {
  'headers that do not lead on': (clock) => {
    const peer = honestPeer(shown(clock));
    const headers: CorePeer['headers'] = async (from, count, signal) => {
      const given = await peer.headers(from, count, signal);
      return {
        ...given,
        headers: [...given.headers.slice(1), ...given.headers.slice(0, 1)],
      };
    };
    return { ...peer, headers };
  },
  'fewer headers, which have other heights': (clock) => {
    const peer = honestPeer(shown(clock));
    const headers: CorePeer['headers'] = async (from, count, signal) => {
      const given = await peer.headers(from, count, signal);
      return { ...given, headers: given.headers.slice(-2) };
    };
    return { ...peer, headers };
  },
  'other blocks for hashes': (clock) => {
    const peer = honestPeer(shown(clock));
    const block: CorePeer['block'] = async (at, signal) =>
      peer.block(typeof at === 'string' ? checkpoint.height - 1 : at, signal);
    return { ...peer, block };
  },
};

describe('a light client', () => {
  it.each<[string, () => Partial<Checkpoint>, RegExp]>([
    ['another hash', () => ({ hash: 'ab'.repeat(32) }), /is abab.* in the checkpoint, and .* in the chain/],
    ['the hash of the block before', () => ({ hash: chain.hashAt(checkpoint.height - 1) }), /in the chain/],
    ['the next height', above(1), /in the chain/],
    ['the height before', above(-1), /in the chain/],
    ['a height an interval below', above(-cycle), /in the chain/],
    ['a height above the next quorum', () => ({ ...earlier, height: formed + 4 }), /in the chain/],
    ['a later time', () => ({ time: checkpoint.time + 1 }), /the time of the checkpoint is/],
    ['another root of the list', () => ({ merkleRootMNList: ZEROS }), /merkleRootMNList is 0{64} in the/],
    ['another root of the quorums', () => ({ merkleRootQuorums: ZEROS }), /merkleRootQuorums is 0{64} in/],
  ])('ends with the reason where the checkpoint has %s beside right keys', async (_, wrong, message) => {
    for (const lie of [undefined, ...Object.values(lies)]) {
      const peers = (clock: VirtualClock) =>
        lie === undefined
          ? [0, 1, 2].map(() => honestPeer(shown(clock)))
          : [lie(clock), honestPeer(shown(clock)), lie(clock)];
      const found = await startWith({ ...checkpoint, ...wrong() }, peers);
      expect(found.ended).toMatchObject({
        reason: 'wrong-checkpoint',
        message: expect.stringMatching(message),
      });
      expect([found.isStarted, found.proven, found.forks]).toEqual([false, [], []]);
      const liars = lie === undefined ? [] : ['https://peer0:1', 'https://peer2:1'];
      expect(found.quarantined.filter((address) => !liars.includes(address))).toEqual([]);
    }
  });

  it('does not start, and blames nobody, where the checkpoint has a height above the tip', async () => {
    const found = await startWith({ ...checkpoint, height: chain.height + 5 * cycle }, (clock) => [
      honestPeer(shown(clock)),
      honestPeer(shown(clock)),
    ]);
    expect([found.ended, found.quarantined, found.proven]).toEqual([undefined, [], []]);
    expect(String(found.failures.at(-1)?.[1])).toContain(`below ${chain.height + 5 * cycle}`);
  });

  it.each(Object.entries(lies))(
    'starts with a right checkpoint, also of an earlier time, where two of three peers send %s',
    async (_, lie) => {
      const peers = (clock: VirtualClock) => [lie(clock), honestPeer(shown(clock)), lie(clock)];
      const found = await startWith({ ...checkpoint, time: checkpoint.time - 1000 }, peers);
      expect([found.ended, found.forks]).toEqual(['started', []]);
      expect(found.quarantined).not.toContain('https://peer1:1');
    },
  );

  it('ends with the reason at the tip, where no interval is walked', async () => {
    const start = { ...(await checkpointAt(chain.height)), hash: ZEROS };
    const found = await startWith(start, (clock) => [honestPeer(shown(clock)), honestPeer(shown(clock))]);
    expect(found.ended).toMatchObject({ reason: 'wrong-checkpoint' });
    const right = await startWith(await checkpointAt(chain.height), (clock) => [honestPeer(shown(clock))]);
    expect(right.ended).toBe('started');
  });

  it('is not stopped by peers whose chain the quorums of the checkpoint did not sign', async () => {
    const other = new RecordedChain({ mnemonic: OTHER });
    onTestFinished(() => other.chain.close());
    for (let quorum = 0; quorum < 3; quorum += 1) other.chain.quorums.form();
    other.mine(chain.height - other.height);
    const found = await startWith(checkpoint, (clock) => [0, 1].map(() => honestPeer(shown(clock, other))));
    expect([found.ended, found.quarantined]).toEqual([undefined, []]);
  });
});

const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
