import {
  buildPartialMerkleTree,
  bytesToHex,
  decodeBlock,
  decodeTransaction,
  encodeTransaction,
  hexToBytes,
  networkTransactionId,
  partialMerkleTreeToHex,
  ZERO_HASH,
  type MasternodeListDiff,
} from '@dapikit/chain/browser';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LightClient } from '../src/client/light-client.js';
import type { CorePeer } from '../src/client/core-peer.js';
import { walkToTip } from '../src/client/first-start.js';
import { ForkError } from '../src/client/fork.js';
import { reportNetwork } from '../src/client/network-report.js';
import { jumpToTip } from '../src/client/jump-to-tip.js';
import { verifyBlock } from '../src/coinbase/verified-block.js';
import { readDiff } from '../src/list/read-diff.js';
import { PeerError } from '../src/peers/peer-error.js';
import { PeerPool } from '../src/peers/peer-pool.js';
import { readState, writeState } from '../src/state/verified-state.js';
import type { TrustedState } from '../src/walk/walk.js';
import { clientOf, named, POLL_MS } from './client-of.js';
import { headersBetween, REGTEST } from './dev-network.js';
import { forgedState } from './forged-state.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

vi.setConfig({ testTimeout: 120_000 });

/** A block so far below the tip is ChainLocked by a quorum that clients know. */
const BEHIND = 12;

/** A chain of three intervals with a quorum each above the state that clients start from, and some blocks more. */
let chain: RecordedChain;
let start: TrustedState;
beforeAll(async () => {
  chain = new RecordedChain();
  chain.chain.quorums.form();
  chain.chain.quorums.form();
  chain.mine(2);
  start = await chain.stateAt(chain.height);
  for (let formed = 0; formed < 3; formed += 1) {
    chain.chain.quorums.form();
    chain.mine(2);
  }
  chain.mine(30);
}, 600_000);
afterAll(() => chain.chain.close());

const hashes = (client: LightClient) =>
  [...client.chain.state.quorums].map(({ quorumHash }) => quorumHash).toSorted();

/** Shows a node as valid that is not, or the other way round. */
function withForgedLists(peer: CorePeer): CorePeer {
  return {
    ...peer,
    async *masternodeLists(signal) {
      for await (const list of peer.masternodeLists(signal)) {
        const diff = readDiff(list);
        yield { ...diff, mnList: diff.mnList.map((entry) => ({ ...entry, isValid: !entry.isValid })) };
      }
    },
  };
}

/** Sends each list of a new block with another coinbase that has its roots. */
function withForgedCoinbases(peer: CorePeer, isLying: () => boolean): CorePeer {
  return {
    ...peer,
    async *masternodeLists(signal) {
      for await (const list of peer.masternodeLists(signal)) yield isLying() ? forged(readDiff(list)) : list;
    },
  };
}

function forged(diff: MasternodeListDiff): MasternodeListDiff {
  const coinbase = decodeTransaction(hexToBytes(diff.cbTx));
  const outputs = coinbase.outputs.map((output) => ({ ...output, value: output.value + 1n }));
  const cbTx = encodeTransaction({ ...coinbase, outputs });
  const txid = networkTransactionId(decodeTransaction(cbTx));
  const tree = buildPartialMerkleTree([txid], new Set([txid]));
  return { ...diff, cbTx: bytesToHex(cbTx), cbTxMerkleTree: partialMerkleTreeToHex(tree) };
}

/** Shows the first valid masternode as banned. */
const banned = (masternodes: string): string => masternodes.replace('"isValid":true', '"isValid":false');

/** Ends streams of lists while it is told to. */
function withoutLists(peer: CorePeer, isWithout: () => boolean): CorePeer {
  return {
    ...peer,
    async *masternodeLists(signal) {
      for await (const list of peer.masternodeLists(signal)) {
        if (isWithout()) throw new PeerError('unhelpful', 'no lists');
        yield list;
      }
    },
  };
}

describe('LightClient', () => {
  it('walks from a checkpoint to the tip, follows it, and knows blocks, quorums and transactions', async () => {
    const clock = new VirtualClock();
    let tip = chain.height - BEHIND;
    const peer = () => honestPeer({ chain, clock, tip: () => tip });
    const { client, quarantined, forks } = clientOf(named([peer(), peer(), peer()]), clock, { start });
    await clock.run(client.start());
    expect(client.chain.locked).toEqual({ height: tip, hash: chain.hashAt(tip) });
    const blocks: number[] = [];
    client.watchBlocks(({ height }) => void blocks.push(height));
    tip = chain.height;
    await clock.advance(5 * POLL_MS);
    expect(client.chain.locked).toEqual({ height: tip, hash: chain.hashAt(tip) });
    expect(client.chain.state.height).toBe(tip);
    expect(blocks).toEqual(Array.from({ length: BEHIND }, (_, at) => tip - BEHIND + 1 + at));
    const { quorums } = await chain.stateAt(tip);
    expect(hashes(client)).toEqual(quorums.map(({ quorumHash }) => quorumHash).toSorted());
    expect(await clock.run(client.reachDownTo(5))).toBe(true);
    expect(client.chain.hashAt(5)).toBe(chain.hashAt(5));
    const txid = coinbaseOf(tip - 3);
    const found = await clock.run(client.transaction(txid));
    expect(found.block).toEqual({ height: tip - 3, hash: chain.hashAt(tip - 3) });
    expect([quarantined, forks]).toEqual([[], []]);
    await clock.run(client.close());
  });

  it('begins with a stored state without a walk', async () => {
    const clock = new VirtualClock();
    const peers = named([honestPeer({ chain, clock, tip: () => chain.height })]);
    const first = clientOf(peers, clock, { start });
    await clock.run(first.client.start());
    await clock.run(first.client.close());
    const origin = { ...start };
    const proven = readState(writeState(first.proven.at(-1)!, origin), origin);
    const walked: number[] = [];
    const { client } = clientOf(peers, clock, {
      start,
      proven,
      on: { walked: (height) => void walked.push(height) },
    });
    await clock.run(client.start());
    expect([client.chain.state.height, walked]).toEqual([first.client.chain.state.height, []]);
    await clock.run(client.close());
  });

  it('verifies masternodes of a stored state after the first answer of the platform, and keeps the quorums of a wrong list', async () => {
    const clock = new VirtualClock();
    const honest = honestPeer({ chain, clock, tip: () => chain.height });
    const first = clientOf(named([honest]), clock, { start });
    await clock.run(first.client.start());
    await clock.run(first.client.close());
    const text = forgedState(writeState(first.proven.at(-1)!, start), { masternodes: banned });
    const proven = readState(text, start);
    let isWithout = true;
    const peers = named([withoutLists(honest, () => isWithout)]);
    const { client, pool, failures, quarantined, proven: stored } = clientOf(peers, clock, { start, proven });
    await clock.run(client.start());
    const wrong = client.chain.state.list;
    expect([client.platformQuorums(wrong).length > 0, client.chain.lists.nearest(0)]).toEqual([true, wrong]);
    await clock.advance(POLL_MS);
    expect(failures).toEqual([]);
    client.noteState(1n, 'aa');
    await clock.advance(1);
    expect(failures[0]).toEqual(['stored masternodes', expect.objectContaining({ reason: 'list-root' })]);
    // Reads of the platform need no more.
    expect(client.chain.lists.nearest(0)).toBe(wrong);
    expect(reportNetwork(client, pool, clock).chain).toMatchObject({
      listHeight: wrong.height,
      masternodes: undefined,
    });
    expect(() => client.diff(undefined, wrong)).toThrow('the masternodes have the root');
    expect(stored).toEqual([]);
    isWithout = false;
    await clock.advance(5 * POLL_MS);
    // No block came: the list of the peer is of the same one.
    const { locked, state, lists } = client.chain;
    expect([locked.height, state.height]).toEqual([chain.height, wrong.height]);
    const size = first.client.chain.state.list.masternodes.size;
    expect([state.list.masternodes.size, lists.nearest(0)]).toEqual([size, state.list]);
    expect(reportNetwork(client, pool, clock).chain?.masternodes).toBe(size);
    expect(stored.at(-1)?.state).toBe(state);
    expect(quarantined).toEqual([]);
    await clock.run(client.close());
  });

  it('goes on with a walk that was stopped, and walks again where a peer has another block there', async () => {
    const clock = new VirtualClock();
    const peer = honestPeer({ chain, clock, tip: () => chain.height });
    const states: TrustedState[] = [];
    const walkWith = async (peers: readonly CorePeer[], reached?: TrustedState): Promise<number[]> => {
      const heights: number[] = [];
      const on = {
        walked: (height: number, state: TrustedState) => {
          heights.push(height);
          states.push(state);
        },
      };
      const { client } = clientOf(named(peers), clock, { start, reached, on });
      await clock.run(client.start());
      await clock.run(client.close());
      return heights;
    };
    const all = await walkWith([peer]);
    expect(all.length).toBeGreaterThan(2);
    const [first] = states;
    expect(await walkWith([peer], first)).toEqual(all.slice(1));
    const earlier = chain.block(first!.height - 1)!;
    const other = { ...first!, hash: verifyBlock(earlier, first!.height - 1, REGTEST).hash };
    expect(await walkWith([peer], other)).toEqual(all);
  });

  it('goes on with a walk that an outage of all peers interrupts', async () => {
    const clock = new VirtualClock();
    const honest = honestPeer({ chain, clock, tip: () => chain.height });
    const heights: number[] = [];
    let isOut = false;
    const peer: CorePeer = {
      ...honest,
      block: async (at, signal) => {
        if (isOut) throw new PeerError('outage', 'out');
        return honest.block(at, signal);
      },
    };
    const on = {
      walked: (height: number) => {
        isOut ||= heights.length === 0;
        heights.push(height);
      },
    };
    const { client, failures } = clientOf(named([peer]), clock, { start, on });
    const starting = client.start();
    await clock.advance(20_000);
    expect([heights.length, failures.length > 0]).toEqual([1, true]);
    isOut = false;
    await clock.run(starting);
    expect(heights).toEqual([...new Set(heights)]);
    expect(heights.length).toBeGreaterThan(2);
    await clock.run(client.close());
  });

  it('quarantines exactly the peers with forged lists, and serves the honest list', async () => {
    const clock = new VirtualClock();
    const shown = { chain, clock, tip: () => chain.height };
    const peers = named(
      [0, 1, 2, 3].map((at) => (at === 2 ? honestPeer(shown) : withForgedLists(honestPeer(shown)))),
    );
    const { client, quarantined } = clientOf(peers, clock, { start });
    await clock.run(client.start());
    expect(quarantined.toSorted()).toEqual(['https://peer0:1', 'https://peer1:1', 'https://peer3:1']);
    const { masternodes } = client.chain.state.list;
    const { mnList } = await chain.diff(ZERO_HASH, chain.height);
    expect([...masternodes.values()].map(({ isValid }) => isValid)).toEqual(
      mnList.map(({ isValid }) => isValid),
    );
    await clock.run(client.close());
  });

  it('blames the sender of a list with a forged coinbase, and no sender of the header of its block', async () => {
    const clock = new VirtualClock();
    let tip = chain.height - BEHIND;
    let isLying = false;
    const shown = { chain, clock, tip: () => tip };
    const liar = withForgedCoinbases(honestPeer(shown), () => isLying);
    const others = [1, 2].map(() => withoutLists(honestPeer(shown), () => isLying));
    const { client, quarantined } = clientOf(named([liar, ...others]), clock, { start });
    await clock.run(client.start());
    const blocks: number[] = [];
    client.watchBlocks(({ height }) => void blocks.push(height));
    isLying = true;
    await clock.advance(10 * POLL_MS);
    for (; tip < chain.height; await clock.advance(POLL_MS)) tip += 1;
    await clock.advance(3 * POLL_MS);
    expect(quarantined).toEqual(['https://peer0:1']);
    expect(blocks).toEqual(Array.from({ length: BEHIND }, (_, at) => tip - BEHIND + 1 + at));
    await clock.run(client.close());
  });

  it('accepts nothing of peers whose quorums are their own, and blames none of them for it', async () => {
    const clock = new VirtualClock();
    const other = new RecordedChain({ mnemonic: OTHER });
    onTestFinished(() => other.chain.close());
    other.chain.quorums.form();
    other.chain.quorums.form();
    other.mine(chain.height - other.height);
    const peer = () => honestPeer({ chain: other, clock, tip: () => chain.height });
    const { client, quarantined, failures } = clientOf(named([peer(), peer()]), clock, { start });
    client.start().catch(() => undefined);
    await clock.advance(20 * POLL_MS);
    expect(client.isStarted).toBe(false);
    expect(quarantined).toEqual([]);
    expect(failures.length).toBeGreaterThan(3);
    await clock.run(client.close());
  });

  it('follows the honest tip where all other peers show an old one', async () => {
    const clock = new VirtualClock();
    const old = chain.height - 25;
    const peer = (tip: number) => honestPeer({ chain, clock, tip: () => tip });
    const peers = named([peer(old), peer(old), peer(chain.height), peer(old)]);
    const { client, quarantined } = clientOf(peers, clock, { start });
    await clock.run(client.start());
    await clock.advance(12 * POLL_MS);
    expect(client.chain.locked.height).toBe(chain.height);
    expect(quarantined).toEqual([]);
    await clock.run(client.close());
  });

  it('stays at the last locked block while ChainLocks are withheld', async () => {
    const clock = new VirtualClock();
    let tip = chain.height - BEHIND;
    const begin = tip;
    const peer = () => honestPeer({ chain, clock, tip: () => tip, unlocked: () => tip - begin });
    const { client, quarantined } = clientOf(named([peer(), peer()]), clock, { start });
    await clock.run(client.start());
    tip = chain.height;
    await clock.advance(5 * POLL_MS);
    expect([client.chain.locked.height, client.chain.headerTip.height]).toEqual([begin, tip]);
    expect(quarantined).toEqual([]);
    await clock.run(client.close());
  });

  it('drops headers of other branches with the next ChainLock, and goes on', async () => {
    const clock = new VirtualClock();
    const other = new RecordedChain({}, chain.chain.copy());
    onTestFinished(() => other.chain.close());
    let tip = chain.height - BEHIND;
    other.chain.invalidate(other.hashAt(tip + 1));
    other.chain.fund(ADDRESS, 1_000_000n);
    other.mine(4);
    const peer = () => honestPeer({ chain, clock, tip: () => tip });
    const { client } = clientOf(named([peer(), peer()]), clock, { start });
    await clock.run(client.start());
    client.chain.addHeaders(headersBetween(other.chain, tip, tip + 3));
    const branch = other.hashAt(tip + 3);
    expect(client.chain.headerTip.hash).toBe(branch);
    tip = chain.height;
    await clock.advance(6 * POLL_MS);
    expect(client.chain.locked).toEqual({ height: tip, hash: chain.hashAt(tip) });
    expect(client.chain.headers.get(branch)).toBeUndefined();
    await clock.run(client.close());
  });

  it('stops where quorums signed two blocks of one height, also after a restart, until one of them is accepted', async () => {
    const clock = new VirtualClock();
    const at = chain.height;
    const other = new RecordedChain({}, chain.chain.copy());
    onTestFinished(() => other.chain.close());
    other.chain.invalidate(other.hashAt(at - 3));
    other.chain.fund(ADDRESS, 1_000_000n);
    other.mine(at + 2 - other.height);
    let second = chain;
    const first = honestPeer({ chain, clock, tip: () => at });
    const changing = () => honestPeer({ chain: second, clock, tip: () => (second === chain ? at : at + 2) });
    const peers = () => named([first, changing()]);
    const { client, forks, proven, quarantined } = clientOf(named([first, first]), clock, { start });
    await clock.run(client.start());
    second = other;
    const stopped = clientOf(peers(), clock, { start, proven: proven.at(-1) });
    await clock.run(stopped.client.start());
    await clock.advance(20 * POLL_MS);
    expect(stopped.forks).toMatchObject([
      { hashes: [chain.hashAt(stopped.forks[0]!.height), other.hashAt(stopped.forks[0]!.height)] },
    ]);
    expect(() => stopped.client.chain).toThrow(ForkError);
    expect([forks, quarantined]).toEqual([[], []]);
    const { height, hashes: blocks } = stopped.forks[0]!;
    const accepting = clientOf(peers(), clock, {
      start,
      proven: proven.at(-1),
      accepted: new Map([[height, blocks[0]]]),
    });
    await clock.run(accepting.client.start());
    await clock.advance(20 * POLL_MS);
    expect(accepting.client.chain.locked.hash).toBe(chain.hashAt(at));
    expect(accepting.forks).toEqual([]);
    for (const one of [client, stopped.client, accepting.client]) await clock.run(one.close());
  });
});

/** Follows a chain with one peer that is on another branch after the start. @param depth blocks below the tip where the branch begins */
async function withBranch(depth: number, length: number) {
  const clock = new VirtualClock();
  let tip = chain.height;
  let isForked = false;
  const honest = honestPeer({ chain, clock, tip: () => tip });
  const other = new RecordedChain({}, chain.chain.copy());
  onTestFinished(() => other.chain.close());
  const forked = honestPeer({ chain: other, clock, tip: () => other.height });
  const changing: CorePeer = {
    ...honest,
    bestHeight: async (signal) => (isForked ? forked : honest).bestHeight(signal),
    headers: async (...args) => (isForked ? forked : honest).headers(...args),
  };
  const peers = named([honest, changing]);
  const first = clientOf(peers, clock, { start });
  await clock.run(first.client.start());
  chain.mine(4);
  tip = chain.height;
  await clock.advance(5 * POLL_MS);
  expect([first.client.chain.locked.height, first.forks]).toEqual([tip, []]);
  const at = tip - depth;
  other.mine(at - 1 - other.height);
  other.chain.fund(ADDRESS, 1_000_000n);
  other.mine(at - 1 + length - other.height);
  isForked = true;
  // Each peer is asked once after a final block.
  chain.mine(1);
  tip = chain.height;
  await clock.advance(10 * POLL_MS);
  return { ...first, at, hashes: [chain.hashAt(at), other.hashAt(at)] as const, peers, clock };
}

describe('a ChainLock of another block, whose branch has nothing newer', () => {
  it.each([
    ['of the same height', 0, 1],
    ['of a lower one', 2, 1],
    ['above the first block of the branch', 2, 2],
  ])('stops it: %s', async (_, depth, length) => {
    const { client, forks, quarantined, at, hashes: blocks, clock } = await withBranch(depth, length);
    expect(forks).toMatchObject([{ of: 'block', height: at, hashes: blocks }]);
    expect(() => client.chain).toThrow(ForkError);
    expect(quarantined).toEqual([]);
    await clock.run(client.close());
  });

  it('does not stop it again, once the block that it follows is accepted', async () => {
    const { client, proven, at, hashes: blocks, peers, clock } = await withBranch(3, 3);
    await clock.run(client.close());
    const state = proven.find((one) => one.state.height < at);
    const accepting = clientOf(peers, clock, {
      start,
      proven: state ?? proven[0]!,
      accepted: new Map([[at, blocks[0]]]),
    });
    await clock.run(accepting.client.start());
    await clock.advance(20 * POLL_MS);
    expect(accepting.forks).toEqual([]);
    expect(accepting.client.chain.hashAt(at)).toBe(blocks[0]);
    expect(accepting.client.chain.locked.height).toBe(chain.height);
    await clock.run(accepting.client.close());
  });
});

it.each([
  ['the followed block', 'followed', false],
  ['the other block', 'other', false],
  ['the followed block, with the peers in another order', 'followed', true],
  ['the other block, with the peers in another order', 'other', true],
])('one decision ends a fork that a walk found: %s', async (_, side, isReversed) => {
  const clock = new VirtualClock();
  const other = new RecordedChain({}, chain.chain.copy());
  onTestFinished(() => other.chain.close());
  const at = start.height + 7;
  other.chain.invalidate(other.hashAt(at));
  other.chain.fund(ADDRESS, 1_000_000n);
  for (let formed = 0; formed < 3; formed += 1) {
    other.chain.quorums.form();
    other.mine(2);
  }
  other.mine(20);
  const shown = [chain, other, other, chain].map((one) =>
    honestPeer({ chain: one, clock, tip: () => one.height }),
  );
  const peers = named(isReversed ? shown.toReversed() : shown);
  const stopped = clientOf(peers, clock, { start });
  expect(await clock.run(stopped.client.start().catch((error: unknown) => error))).toBeInstanceOf(ForkError);
  const [fork] = stopped.forks;
  expect(fork).toMatchObject({ of: 'block', height: at });
  expect(fork!.hashes.toSorted()).toEqual([chain.hashAt(at), other.hashAt(at)].toSorted());
  const hash = fork!.hashes[side === 'followed' ? 0 : 1];
  const followed = hash === chain.hashAt(at) ? chain : other;
  for (let restart = 0; restart < 3; restart += 1) {
    const { client, forks, quarantined } = clientOf(peers, clock, { start, accepted: new Map([[at, hash]]) });
    await clock.run(client.start());
    await clock.advance(20 * POLL_MS);
    expect([forks, quarantined]).toEqual([[], []]);
    expect(client.chain.locked).toEqual({ height: followed.height, hash: followed.hashAt(followed.height) });
    await clock.run(client.close());
  }
});

it('one decision ends a fork whose headers a liar withholds at first', async () => {
  const clock = new VirtualClock();
  const other = new RecordedChain({}, chain.chain.copy());
  onTestFinished(() => other.chain.close());
  const at = start.height + 7;
  other.chain.invalidate(other.hashAt(at));
  other.chain.fund(ADDRESS, 1_000_000n);
  for (let formed = 0; formed < 3; formed += 1) {
    other.chain.quorums.form();
    other.mine(2);
  }
  other.mine(Math.max(20, chain.height - other.height));
  let withholds = true;
  const peer = honestPeer({ chain: other, clock, tip: () => other.height });
  const liar: CorePeer = {
    ...withoutLists(peer, () => true),
    headers: async (...asked) => {
      if (withholds) throw new PeerError('rejected', 'no');
      return peer.headers(...asked);
    },
  };
  const honest = honestPeer({ chain, clock, tip: () => chain.height });
  const peers = named([honest, liar, honest, liar]);
  const accepted = new Map<number, string>();
  const heights: number[] = [];
  for (const isHidden of [true, true, false, false, true, false]) {
    withholds = isHidden;
    const { client, forks } = clientOf(peers, clock, { start, accepted });
    const started = client.start().then(
      () => 'started',
      () => 'stopped',
    );
    if ((await clock.run(started)) === 'started') await clock.advance(10 * POLL_MS);
    for (const { height } of forks) {
      heights.push(height);
      accepted.set(height, chain.hashAt(height));
    }
    await clock.run(client.close());
  }
  expect(heights).toHaveLength(1);
  expect(heights[0]).toBeGreaterThan(at);
});

it.each([
  ['no block is accepted', 0, true],
  ['a block below it is accepted', -2, true],
  ['its height is decided', 1, false],
  ['a block above it is accepted', 3, false],
])('a ChainLock whose branch nobody shows needs a decision: %s', async (_, offset, isForked) => {
  const clock = new VirtualClock();
  const at = chain.height - 6;
  const other = new RecordedChain({}, chain.chain.copy());
  onTestFinished(() => other.chain.close());
  other.chain.invalidate(other.hashAt(at));
  other.chain.fund(ADDRESS, 1_000_000n);
  other.mine(3);
  let tip = at - 3;
  const accepted = new Map(offset === 0 ? [] : [[at + offset, chain.hashAt(at + offset)]]);
  const peers = named([honestPeer({ chain, clock, tip: () => tip })]);
  const { client } = clientOf(peers, clock, { start, accepted });
  await clock.run(client.start());
  tip = chain.height;
  await clock.advance(10 * POLL_MS);
  expect(client.chain.locked.height).toBe(tip);
  let thrown: unknown;
  try {
    client.chain.takeChainLock(other.lockOf(at + 1));
  } catch (error) {
    thrown = error;
  }
  expect(thrown instanceof ForkError).toBe(isForked);
  await clock.run(client.close());
});

it('stops at a walk where trusted quorums signed another branch, whose interval has no new quorum', async () => {
  const clock = new VirtualClock();
  const other = new RecordedChain({}, chain.chain.copy());
  onTestFinished(() => other.chain.close());
  other.chain.invalidate(other.hashAt(start.height + 1));
  other.mine(chain.height - start.height);
  const shown = [chain, other].map((one) => honestPeer({ chain: one, clock, tip: () => chain.height }));
  const peers = named(shown);
  const pool = new PeerPool({ clock, random: seeded(5), limits: { requestsPerSecond: 100 } });
  pool.setPeers(Object.keys(peers));
  const walk = walkToTip([start], {
    pool,
    core: (address) => peers[address]!,
    clock,
    accepted: new Map(),
    signal: new AbortController().signal,
  });
  const error: unknown = await clock.run(walk.catch((thrown: unknown) => thrown));
  expect(error).toBeInstanceOf(ForkError);
});

it.each([
  ['stops at a jump where trusted quorums signed another branch up to a lower block', true],
  ['jumps to the higher of two lists of one chain that have no height in common', false],
])('%s', async (_, isForked) => {
  const clock = new VirtualClock();
  const low = chain.height - 20;
  let lower = chain;
  if (isForked) {
    lower = new RecordedChain({}, chain.chain.copy());
    onTestFinished(() => lower.chain.close());
    lower.chain.invalidate(lower.hashAt(low - 1));
    lower.chain.fund(ADDRESS, 1_000_000n);
    lower.mine(low - lower.height);
  }
  const trusted = await chain.stateAt(low - 10);
  const peers = named([
    honestPeer({ chain, clock, tip: () => chain.height }),
    honestPeer({ chain: lower, clock, tip: () => low }),
  ]);
  const pool = new PeerPool({ clock, random: seeded(5), limits: { requestsPerSecond: 100 } });
  pool.setPeers(Object.keys(peers));
  const signal = new AbortController().signal;
  const parts = { pool, core: (address: string) => peers[address]!, clock, accepted: new Map(), signal };
  const jumping = jumpToTip(trusted, parts).catch((thrown: unknown) => thrown);
  const found: unknown = await clock.run(jumping);
  expect(found).toMatchObject(isForked ? { name: 'ForkError' } : { state: { height: chain.height } });
});

it('jumps to no list whose ChainLock is on a branch that was not accepted', async () => {
  const clock = new VirtualClock();
  const at = chain.height - 3;
  const other = new RecordedChain({}, chain.chain.copy());
  onTestFinished(() => other.chain.close());
  other.chain.invalidate(other.hashAt(at));
  other.chain.fund(ADDRESS, 1_000_000n);
  other.mine(at + 2 - other.height);
  const trusted = await chain.stateAt(at - 10);
  const lists = honestPeer({ chain: other, clock, tip: () => at - 1 });
  const peers = named([
    { ...honestPeer({ chain: other, clock, tip: () => at + 2 }), masternodeLists: lists.masternodeLists },
  ]);
  const jumpWith = async (accepted: string) => {
    const pool = new PeerPool({ clock, random: seeded(5), limits: { requestsPerSecond: 100 } });
    pool.setPeers(Object.keys(peers));
    const core = (address: string) => peers[address]!;
    const { signal } = new AbortController();
    const parts = { pool, core, clock, accepted: new Map([[at, accepted]]), signal };
    return clock.run(jumpToTip(trusted, parts).catch((thrown: unknown) => thrown));
  };
  expect(await jumpWith(other.hashAt(at))).toMatchObject({ state: { height: at - 1 } });
  expect(String(await jumpWith(chain.hashAt(at)))).toContain('does not follow the accepted block');
});

describe('a light client that notes states of the platform', () => {
  const [one, other] = ['aa'.repeat(32), 'bb'.repeat(32)];

  it('stops all service where quorums signed two of one height', async () => {
    const clock = new VirtualClock();
    const peers = named([honestPeer({ chain, clock, tip: () => chain.height })]);
    const { client, forks } = clientOf(peers, clock, { start });
    await clock.run(client.start());
    for (const [height, hash] of [
      [7n, one],
      [8n, other],
      [7n, one],
    ] as const)
      client.noteState(height, hash);
    expect(() => client.noteState(7n, other)).toThrow('two states of the platform at height 7');
    expect(forks).toEqual([{ of: 'state', height: 7, hashes: [one, other], chainLocks: [] }]);
    expect(() => client.chain).toThrow(ForkError);
    expect(() => client.noteState(9n, one)).toThrow(ForkError);
    await clock.run(client.close());
  });

  it('knows the highest one after a restart, also where it was noted after the last block', async () => {
    const clock = new VirtualClock();
    const peers = named([honestPeer({ chain, clock, tip: () => chain.height })]);
    const first = clientOf(peers, clock, { start });
    await clock.run(first.client.start());
    first.client.noteState(7n, one);
    first.client.noteState(5n, one);
    expect(first.client.seenHeight).toBe(7n);
    await clock.run(first.client.close());
    const proven = readState(writeState(first.proven.at(-1)!, start), start);
    const again = clientOf(peers, clock, { start, proven });
    expect(again.client.seenHeight).toBe(7n);
    expect(() => again.client.noteState(7n, other)).toThrow(ForkError);
    const acceptedStates = new Map([[7, other]]);
    expect(clientOf(peers, clock, { start, proven, acceptedStates }).client.seenHeight).toBe(0n);
  });

  it('takes the accepted one after that, and blames who sends the other one', () => {
    const clock = new VirtualClock();
    const acceptedStates = new Map([[7, other]]);
    const { client, forks } = clientOf({}, clock, { start, acceptedStates });
    client.noteState(7n, other);
    expect(() => client.noteState(7n, one)).toThrow(expect.objectContaining({ failure: 'lie' }));
    client.noteState(8n, one);
    expect(() => client.noteState(8n, other)).toThrow(ForkError);
    expect(forks).toHaveLength(1);
  });
});

const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ADDRESS = 'yLKSrCjLQFsfVgX8RjdctZ797d54atPjnV';

function coinbaseOf(height: number): string {
  return networkTransactionId(decodeBlock(chain.block(height)!).transactions[0]!);
}
