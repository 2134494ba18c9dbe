import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../src/state/chain/clock.js';
import { createPlatform } from '../../src/api/platform.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { indexOf } from '../note-collection.js';
import { T0 } from '../platform-fixture.js';
import { postgresPrograms, startPostgres, type PostgresServer } from '../postgres-server.js';
import { schemaOf, SCHEMAS } from '../../../proof/test/sample-contract.js';

/** As in `processes.long.test.ts`. */
const KILLS = Number(process.env['CRASH_RUNS'] ?? 5);
const SECONDS_A_KILL = 5;
const WORKERS_A_PROCESS = 3;
const SCHEMA = 'killed';

const TYPES = {
  slot: schemaOf(
    { worker: SCHEMAS.u8, slot: SCHEMAS.u8, value: SCHEMAS.i64 },
    {
      required: ['worker', 'slot', 'value'],
      documentsAverageable: 'value',
      indices: [indexOf('place', ['worker', 'slot'], { unique: true })],
    },
  ),
};

/** What a writer says. */
interface Said {
  readonly worker: number;
  /** What is stored now. */
  readonly value?: number;
  /** What was rejected, and what is there instead. */
  readonly tried?: number;
  readonly found?: number | null;
  readonly reason?: string;
  readonly isTransient?: boolean;
  readonly maybeCommitted?: boolean;
  readonly message?: string;
}

const INTERNALS = /SELECT|INSERT|postgres:|127\.0\.0\.1/;

/** What each worker knows to be stored. */
class Knowledge {
  readonly values = new Map<number, number>();
  readonly reasons = new Map<string, number>();
  /** What should not have been said. */
  readonly wrong: Said[] = [];
  acknowledged = 0;

  learn(said: Said): void {
    const { worker, value, tried, found, reason = '', isTransient, maybeCommitted, message = '' } = said;
    if (value !== undefined) {
      this.acknowledged += 1;
      this.values.set(worker, value);
      return;
    }
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    const before = this.values.get(worker) ?? null;
    const isFoundWhole = found === before || (maybeCommitted === true && found === tried);
    if (!isFoundWhole || isTransient !== true || INTERNALS.test(message)) this.wrong.push(said);
    if (typeof found === 'number') this.values.set(worker, found);
  }
}

const WAYS: readonly ((server: PostgresServer, pids: readonly number[]) => Promise<void>)[] = [
  async (_server, pids) => {
    for (const pid of pids.slice(0, 1)) kill(pid);
  },
  async ({ url }) => {
    const sql = postgres(url, { max: 1 });
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dapikit'`;
    await sql.end();
  },
  ...(['SIGQUIT', 'SIGKILL', 'SIGINT'] as const).map((signal) => async (server: PostgresServer) => {
    await server.end(signal);
    await sleep(50);
    await server.start();
  }),
];

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const startWriter = (input: object): ChildProcessWithoutNullStreams => {
  const file = fileURLToPath(new URL('../processes/stubborn-writer.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify({ time: T0, ...input })]);
  child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
  return child;
};

const programs = postgresPrograms();

describe.skipIf(programs === undefined && process.env['CI'] === undefined)(
  'a killed PostgreSQL server',
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      if (programs === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
      server = await startPostgres(programs);
    });
    afterAll(async () => server.stop());

    const backends = async (): Promise<number[]> => {
      const sql = postgres(server.url, { max: 1 });
      const rows = await sql<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'dapikit'`;
      await sql.end();
      return rows.map(({ pid }) => pid);
    };

    it(
      'keeps what it acknowledged to two processes, which resume with it',
      { timeout: 30_000 + KILLS * SECONDS_A_KILL * 1000 },
      async () => {
        const place = { url: server.url, schema: SCHEMA };
        const clock = createClock({ time: T0, frozen: true });
        const platform = await createPlatform({ store: await openPostgresStore(place), clock });
        const by: string[] = [];
        for (let worker = 0; worker < 2 * WORKERS_A_PROCESS; worker += 1)
          by.push((await platform.createIdentity({ credits: 10n ** 17n })).id);
        const { contractId } = await platform.registerContract({ by: by[0]!, contract: TYPES });

        const known = new Knowledge();
        const writers = [0, 1].map((at) => {
          const workers = by.map((_, worker) => worker).filter((worker) => worker % 2 === at);
          return startWriter({ place, by, contractId, workers });
        });
        const told = writers.map(async ({ stdout }) => {
          for await (const line of createInterface({ input: stdout })) known.learn(JSON.parse(line));
        });
        const exits = writers.map(async (writer) => once(writer, 'exit'));
        for (let run = 0; run < KILLS; run += 1) {
          const wanted = known.acknowledged + 10;
          while (known.acknowledged < wanted && writers.every(({ exitCode }) => exitCode === null))
            await sleep(10);
          await sleep(run % 7);
          await WAYS[run % WAYS.length]!(server, await backends());
        }
        const wanted = known.acknowledged + 10;
        await expect.poll(() => known.acknowledged, { timeout: 60_000 }).toBeGreaterThan(wanted);
        for (const writer of writers) writer.stdin.write('stop\n');
        await Promise.all(told);
        expect(await Promise.all(exits)).toEqual([
          [0, null],
          [0, null],
        ]);

        const target = { contractId, documentType: 'slot' };
        const read = async () => platform.getDocuments(target);
        await expect
          .poll(async () =>
            read().then(
              () => true,
              () => false,
            ),
          )
          .toBe(true);
        const stored = (await read()).map(({ worker, value }) => [Number(worker), Number(value)] as const);
        expect(new Map(stored)).toEqual(known.values);
        expect(known.wrong).toEqual([]);
        expect(await platform.verify()).toMatchObject({ ok: true });
        expect(known.reasons.get('connection-lost')).toBeGreaterThan(0);
        await platform.close();
        await expect.poll(backends).toEqual([]);
      },
    );
  },
);
