import { blockHash, decodeBlockHeader, NETWORKS } from '@dapikit/chain/browser';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CorePeer } from '../src/client/core-peer.js';
import { LightClient } from '../src/client/light-client.js';
import { workBefore } from '../src/client/work-before.js';
import { HeaderChain } from '../src/headers/header-chain.js';
import { PeerError, PeersUnavailableError } from '../src/peers/peer-error.js';
import { PeerPool } from '../src/peers/peer-pool.js';
import { readState, writeState, type ProvenState } from '../src/state/verified-state.js';
import { data, origin, provenState } from './proven-state.js';
import { recordedHeaders } from './recorded-folders.js';
import { seeded } from './seeded.js';
import { VirtualClock } from './virtual-clock.js';

const FIRST = 942_249;
const AT = 100;
const bytes = recordedHeaders('testnet-942249');
const headerBytes = (at: number) => bytes.subarray(at * 80, (at + 1) * 80);
const headers = Array.from({ length: 200 }, (_, at) => decodeBlockHeader(headerBytes(at)));
const start = { height: FIRST + AT, hash: blockHash(headers[AT]!) };

const unused = () => {
  throw new Error('unused');
};

const out = async () => Promise.reject(new PeerError('outage', 'out'));

async function workOf(shift: number) {
  const clock = new VirtualClock();
  const pool = new PeerPool({ clock, random: seeded(6) });
  pool.setPeers(['https://peer:1']);
  const peer = {
    headers: async (from: number, count: number) => ({
      headers: Array.from({ length: count }, (_, at) => headerBytes(from - FIRST + at + shift)),
      chainLock: undefined,
    }),
    bestHeight: unused,
    block: unused,
    masternodeLists: unused,
    blockOf: unused,
    send: unused,
  } satisfies CorePeer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- headers need no list
  const state = { ...start, network: NETWORKS.testnet } as ProvenState['state'];
  const { signal } = new AbortController();
  return clock.run(workBefore({ state, header: headers[AT]! }, { pool, core: () => peer, signal }));
}

describe('headers before a start', () => {
  it('let the target of the first header above it be checked', async () => {
    const before = await workOf(0);
    expect(before).toEqual(headers.slice(AT - 23, AT + 1).toReversed());
    const chain = new HeaderChain(start, NETWORKS.testnet, { checkWork: true, before });
    expect(chain.add(headers.slice(AT + 1)).height).toBe(FIRST + 199);
    const others = before.map((header) => ({ ...header, time: header.time * 2 }));
    const wrong = new HeaderChain(start, NETWORKS.testnet, { checkWork: true, before: others });
    expect(() => wrong.add([headers[AT + 1]!])).toThrow('has the target');
  });

  it('are read from evonodes of a stored list where no seed responds', async () => {
    const clock = new VirtualClock();
    const seed = 'https://seed.example';
    const stored = readState(writeState(provenState(), origin), origin);
    const { first, bytes: recorded } = data.headers[0]!;
    const bytesAt = (height: number) => recorded.subarray((height - first) * 80, (height - first + 1) * 80);
    const peerAt = (address: string): CorePeer => ({
      headers: async (from, count) =>
        address === seed
          ? out()
          : { headers: Array.from({ length: count }, (_, at) => bytesAt(from + at)), chainLock: undefined },
      bestHeight: out,
      block: out,
      masternodeLists: unused,
      blockOf: out,
      send: unused,
    });
    const client = new LightClient({
      network: stored.state.network,
      start: stored.state,
      proven: stored,
      pool: new PeerPool({ clock, random: seeded(6) }),
      core: peerAt,
      seeds: [seed],
      isDiscovering: true,
      clock,
      random: seeded(7),
      pollMs: 1000,
      checksWork: true,
    });
    const starting = client.start().catch(() => undefined);
    // The list is verified in turns of the event loop.
    for (let turn = 0; turn < 1000 && !client.isStarted; turn += 1) {
      await nextTurn();
      await clock.advance(100);
    }
    expect(client.isStarted && client.chain.locked.height).toBe(stored.chainLock.height);
    await clock.run(client.close());
    await clock.run(starting);
  });

  it('are not taken where they do not lead to it', async () => {
    await expect(workOf(1)).rejects.toThrow(PeersUnavailableError);
  });
});
