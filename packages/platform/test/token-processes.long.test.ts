import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import { TOKEN_HISTORY } from '../src/state/system-contract/system-ids.js';
import { contractWithoutId, T0 } from './platform-fixture.js';
import { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server.js';
import { OWNED_TOKEN, rulesOf } from './sample-token.js';
import { NOTE } from './token-room.js';

const WORKERS = 2;
/** `CRASH_RUNS=1000 npx vitest run packages/platform/test/token-processes.long.test.ts` takes some minutes. */
const CRASH_RUNS = Number(process.env['CRASH_RUNS'] ?? 4);
const SECONDS_A_RUN = 3;
const BASE_SUPPLY = 2000n;

type Place = { readonly path: string } | { readonly url: string; readonly schema: string };

const openOn = async (place: Place) =>
  createPlatform({
    store: 'path' in place ? openLmdbStore(place) : await openPostgresStore({ ...place, maxConnections: 2 }),
    clock: createClock({ time: T0, frozen: true }),
  });

async function prepare(place: Place) {
  const platform = await openOn(place);
  const credits = 10n ** 17n;
  const { id: owner } = await platform.createIdentity({ credits });
  const { id: member } = await platform.createIdentity({ credits });
  const whole = contractWithoutId(NOTE);
  const { contractId } = await platform.registerContract({
    by: owner,
    contract: {
      ...whole,
      ownerId: owner,
      groups: { 0: { $formatVersion: '0', members: { [owner]: 1, [member]: 1 }, requiredPower: 2 } },
      tokens: {
        0: OWNED_TOKEN,
        1: { ...OWNED_TOKEN, manualMintingRules: rulesOf({ $type: 'group', position: 0 }) },
      },
    },
  });
  await platform.close();
  return { place, owner, member, contractId };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Lets a child mint until it is killed. Gives how many tokens it said it minted, and how many it was about to. */
async function mintUntilKilled(prepared: Prepared, wanted: number): Promise<{ done: number; begun: number }> {
  const file = fileURLToPath(new URL('processes/token-writer.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify({ time: T0, workers: WORKERS, ...prepared })]);
  child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
  const exit = once(child, 'exit');
  let [done, begun] = [0, 0];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'begins') begun += 1;
    else done += 1;
    if (done >= wanted) child.kill('SIGKILL');
  }
  await exit;
  return { done, begun: begun - done };
}

function suite(placeOf: () => Place): void {
  it(
    'keeps acknowledged tokens, their history and actions of groups after kill -9',
    { timeout: 20_000 + CRASH_RUNS * SECONDS_A_RUN * 1000 },
    async () => {
      const prepared = await prepare(placeOf());
      const { contractId, owner } = prepared;
      let minted = 0n;
      for (let run = 1; run <= CRASH_RUNS; run += 1) {
        const { done, begun } = await mintUntilKilled(prepared, 1 + ((run * 7919) % 9));
        const platform = await openOn(prepared.place);
        const supplies = [0, 1].map(async (position) => platform.getToken({ contractId, position }));
        const [first, second] = await Promise.all(supplies);
        const after = (first?.totalSupply ?? 0n) + (second?.totalSupply ?? 0n) - BASE_SUPPLY;
        expect(after - minted).toBeGreaterThanOrEqual(BigInt(done));
        expect(after - minted).toBeLessThanOrEqual(BigInt(done + begun));
        minted = after;
        const count = await platform.getDocuments({
          contractId: TOKEN_HISTORY,
          documentType: 'mint',
          limit: 100,
        });
        expect(count).toHaveLength(Math.min(Number(minted), 100));
        const closed = await platform.getGroupActions({ contractId, position: 0, status: 'closed' });
        expect(BigInt(closed.length)).toBe((second?.totalSupply ?? 0n) - BASE_SUPPLY / 2n);
        expect(closed.every(({ signers }) => signers.length === 2)).toBe(true);
        const { balance } = await platform.getTokenBalance({ contractId, identityId: owner });
        expect(balance).toBe(first?.totalSupply);
        expect(await platform.verify()).toMatchObject({ ok: true });
        await platform.close();
      }
      expect(minted).toBeGreaterThanOrEqual(BigInt(CRASH_RUNS));
    },
  );
}

describe('minting processes on LMDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-tokens-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  suite(() => ({ path: join(folder, 'killed') }));
});

const programs = postgresPrograms();
describe.skipIf(programs === undefined && process.env['CI'] === undefined)(
  'minting processes on PostgreSQL',
  () => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      if (programs === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
      server = await startPostgres(programs);
    });
    afterAll(async () => server?.stop());
    suite(() => {
      if (server === undefined) throw new Error('PostgreSQL is not started');
      return { url: server.url, schema: 'killed_tokens' };
    });
  },
);
