import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createLightClient, type VerifiedNetwork } from '@dapikit/light-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seeded } from '../../light-client/test/seeded.js';
import { connectEvoSdk } from '../src/testing/evo-sdk.js';
import type { DevNetwork } from '../src/testing/dev-network.js';
import { LyingWebPeer, withOtherByteOfMessage, type WebFault } from './lying-web-peer.js';
import { networkWithCheckpoint } from './network-with-checkpoint.js';

const SECONDS = Number(process.env['DAPIKIT_SOAK_SECONDS'] ?? 12);
const SEED = Number(process.env['DAPIKIT_SOAK_SEED'] ?? 1);
const RESULT = process.env['DAPIKIT_SOAK_RESULT'];

vi.setConfig({ testTimeout: (SECONDS + 240) * 1000, hookTimeout: 180_000 });

const FAULTS: readonly WebFault[] = ['lies', 'passes', 'stalls', 'breaks', 'restarts'];
const LIARS = 4;
const READERS = 4;
/** Peers change, blocks are mined, and clients restart after so many milliseconds, or up to twice as many. */
const FAULT_MS = 1500;
const BLOCK_MS = 2000;
const SESSION_MS = 15_000;
/** Shares of steps that replace blocks above the last ChainLock, and after which the tip has no ChainLock yet. */
const REORGANISED_SHARE = 0.4;
const UNLOCKED_SHARE = 0.7;
const MAX_UNLOCKED = 6;

let network: DevNetwork;
let checkpoint: string;
let liars: readonly LyingWebPeer[];
beforeAll(async () => {
  ({ network, checkpoint } = await networkWithCheckpoint('--chain-locks', 'off'));
  liars = await Promise.all(
    Array.from({ length: LIARS }, () =>
      LyingWebPeer.start(network.url, (_, body) => withOtherByteOfMessage(body)),
    ),
  );
});
afterAll(async () => {
  for (const liar of liars) liar.stop();
  await network.close();
});

it('serves nothing wrong and fails no read while one peer of five is honest', async () => {
  const random = seeded(SEED);
  const counts = {
    reads: 0,
    wrong: 0,
    failed: 0,
    starts: 0,
    quarantined: 0,
    faults: 0,
    blocks: 0,
    reorganised: 0,
    slowestMs: 0,
  };
  const reasons: string[] = [];
  const sdk = await connectEvoSdk(network);
  const balances = new Map<string, bigint>();
  for (const { id } of network.identities) balances.set(id, (await sdk.identities.balance(id)) ?? 0n);
  const ids = [...balances.keys()];
  const end = performance.now() + SECONDS * 1000;
  const isOver = (): boolean => performance.now() >= end;
  const every = async (milliseconds: number, act: () => Promise<void> | void): Promise<void> => {
    while (!isOver()) {
      await act();
      await pause(milliseconds * (1 + random()));
    }
  };
  const read = async (client: VerifiedNetwork): Promise<void> => {
    const id = ids[Math.floor(random() * ids.length)] ?? '';
    const started = performance.now();
    counts.reads += 1;
    try {
      const { value } = await client.platform.identity(id);
      if (value?.balance !== balances.get(id)) counts.wrong += 1;
      const { height, hash } = client.tip();
      if ((await network.layer1('getBlockHash', { height })) !== hash) counts.wrong += 1;
    } catch (error) {
      counts.failed += 1;
      reasons.push(String(error).slice(0, 300));
    }
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - started));
  };
  /** Blocks above the last ChainLock. */
  let unlocked = 0;
  let stored: string | undefined;
  const session = async (): Promise<void> => {
    const client = await createLightClient({
      network: 'regtest',
      checkpoint,
      peers: [...liars.map(({ url }) => url), network.url],
      // Every other start begins with the checkpoint.
      store: {
        read: async () => (counts.starts % 2 === 0 ? undefined : stored),
        write: async (text) => void (stored = text),
      },
      onQuarantine: () => void (counts.quarantined += 1),
    });
    counts.starts += 1;
    const until = performance.now() + SESSION_MS;
    const readers = Array.from({ length: READERS }, async () => {
      while (!isOver() && performance.now() < until) {
        await read(client);
        await pause(20);
      }
    });
    await Promise.all(readers);
    await client.close();
  };
  await Promise.all([
    every(FAULT_MS, () => {
      counts.faults += 1;
      liars[Math.floor(random() * LIARS)]?.turnTo(FAULTS[Math.floor(random() * FAULTS.length)] ?? 'lies');
    }),
    every(BLOCK_MS, async () => {
      if (unlocked > 0 && random() < REORGANISED_SHARE) {
        counts.reorganised += 1;
        await network.control('reorganise', { depth: 1 + Math.floor(random() * unlocked) });
      } else await network.mine(1);
      counts.blocks += 1;
      unlocked += 1;
      if (unlocked < MAX_UNLOCKED && random() < UNLOCKED_SHARE) return;
      await network.control('chainLock');
      unlocked = 0;
    }),
    every(0, session),
  ]);
  if (RESULT !== undefined)
    writeFileSync(
      RESULT,
      `${JSON.stringify({ seconds: SECONDS, seed: SEED, ...counts, reasons }, undefined, 2)}\n`,
    );
  expect(reasons).toEqual([]);
  expect(counts).toMatchObject({ wrong: 0, failed: 0 });
  expect([counts.reads, counts.starts, counts.faults].every((count) => count > 0)).toBe(true);
});
