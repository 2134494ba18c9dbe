// npm run bench platform [-- --creates N --rounds N --sizes N,N --postgres N --votes N]
// Documents in the local platform: what a create costs beside the database alone, and whether answers and totals take longer
// the more documents there are.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLmdbStore, openPostgresStore } from '@dapikit/platform';
import { open as openLmdb } from 'lmdb';
import postgres from 'postgres';
import { shopOf, SHOPS, TOTALLED_TYPES } from './lib/sales.mjs';
import { table } from './lib/table.mjs';
import { measureContest } from './lib/platform-contest.mjs';
import { measureCreates, platformOn } from './lib/platform-creates.mjs';
import { together } from './lib/take-turns.mjs';
import { startPostgres } from './stores/postgres.mjs';

const MIB = 2 ** 20;
/** After how many documents memory is measured. */
const MEMORY_INTERVAL = 256;
/** What the prices of a hundred sales in a row sum up to. */
const SUM_OF_HUNDRED = 4950;

export async function run(args) {
  const options = {
    creates: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '500' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    // Larger stores are not built there: each look at one goes over a socket.
    postgres: { type: 'string', default: '10000' },
    votes: { type: 'string', default: '10000' },
  };
  const { values } = parseArgs({ args, options });
  const [creates, rounds] = [Number(values.creates), Number(values.rounds)];
  const sizes = values.sizes.split(',').map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-platform-'));
  const server = await startPostgres();
  const engines = { LMDB: lmdbEngine(folder), ...(server && { PostgreSQL: postgresEngine(server.url) }) };
  try {
    const written = [];
    for (const [engine, opened] of Object.entries(engines))
      written.push(...(await measureCreates(engine, opened, creates)));
    const contest = await measureContest(Number(values.votes));
    const answered = [];
    for (const [engine, opened] of Object.entries(engines)) {
      const fitting = sizes.filter((size) => engine === 'LMDB' || size <= Number(values.postgres));
      answered.push(...(await measureAnswers(engine, opened, fitting, rounds)));
    }
    print(written, answered, contest);
    const machine = {
      cores: cpus().length,
      cpu: cpus()[0]?.model,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      ...(server && { postgres: server.version }),
    };
    const result = {
      date: new Date().toISOString(),
      node: process.version,
      machine,
      written,
      answered,
      contest,
    };
    writeFileSync(new URL('results/platform.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A store, and the database alone with writes as the store makes them: one transaction each. */
function lmdbEngine(folder) {
  return {
    open: async (name) => openLmdbStore({ path: join(folder, name) }),
    openBare: async (name) => {
      const path = join(folder, name);
      const database = openLmdb({
        path,
        noSubdir: true,
        pageSize: 8192,
        keyEncoding: 'binary',
        encoding: 'binary',
        noSync: true,
      });
      return {
        write: async (entries) =>
          database.transactionSync(() => {
            for (const { key, value } of entries) database.putSync(key, value);
          }),
        close: () => database.close(),
      };
    },
    bytes: (name) => statSync(join(folder, name)).size,
  };
}

function postgresEngine(url) {
  return {
    open: async (name) => openPostgresStore({ url, schema: name }),
    openBare: async (name) => {
      const sql = postgres(url, { max: 1, onnotice: () => undefined });
      await sql`CREATE TABLE ${sql(name)} (key bytea PRIMARY KEY, value bytea NOT NULL)`;
      return {
        write: async (entries) =>
          sql.begin(
            (sql) =>
              sql`INSERT INTO ${sql(name)} ${sql(entries)} ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          ),
        close: () => sql.end(),
      };
    },
  };
}

/** Medians of answers while a store grows. */
async function measureAnswers(engine, { open, bytes }, sizes, rounds) {
  const { platform, sales, create } = await platformOn(await open('grown'), TOTALLED_TYPES);
  const rows = [];
  let stored = 0;
  const most = { rss: 0, heap: 0 };
  for (const size of sizes) {
    const from = stored;
    const numbers = Array.from({ length: size - from }, (_, at) => from + at);
    const ms = await timed(async () =>
      together(async (number) => {
        await create(number);
        if (number % MEMORY_INTERVAL > 0) return;
        const { rss, heapUsed, external } = process.memoryUsage();
        most.rss = Math.max(most.rss, rss);
        most.heap = Math.max(most.heap, heapUsed + external);
      })(numbers),
    );
    stored = size;
    const answers = {};
    for (const [name, ask] of Object.entries(questions(platform, sales, size)))
      answers[name] = await median(rounds, ask);
    rows.push({
      engine,
      documents: size,
      builtPerSecond: Math.round(((size - from) / ms) * 1000),
      milliseconds: answers,
      mostHeapMiB: Math.round(most.heap / MIB),
      mostRssMiB: Math.round(most.rss / MIB),
      ...(bytes && { storeMiB: Math.round(bytes('grown') / MIB) }),
    });
    console.error(`${engine}: ${size} documents`);
  }
  await platform.close();
  return rows;
}

const ofShop = (round) => ({ where: [['shop', '==', shopOf(round)]] });

/** What is asked of a platform with so many documents; each answer is checked. */
function questions(platform, sales, size) {
  const found = async (query, count) =>
    expect((await platform.getDocuments({ ...sales, ...query })).length, count, query);
  const count = async (query, expected) =>
    expect(Number((await platform.getDocumentsCount({ ...sales, ...query })).count), expected, query);
  const sum = async (query, expected) => {
    const { sum } = await platform.getDocumentsSum({ ...sales, property: 'price', ...query });
    expect(Number(sum), expected, query);
  };
  const all = (size / 100) * SUM_OF_HUNDRED;
  const inShop = (round) => Math.ceil((size - (round % SHOPS)) / SHOPS);
  const at = (round) => (round * 7919) % (size - 100);
  const range = { orderBy: [['moment', 'asc']], limit: 100 };
  const middle = { where: [['moment', 'between', [10, size - 10]]] };
  return {
    'one document': (round) => found({ where: [['moment', '==', at(round)]] }, 1),
    '100 documents': (round) => found({ ...range, where: [['moment', '>=', at(round)]] }, 100),
    'count of all': () => count({}, size),
    'sum of all': () => sum({}, all),
    'count of a shop': (round) => count(ofShop(round), inShop(round)),
    'sum of a shop': (round) => sum(ofShop(round), inShop(round) * (round % 100)),
    'count of a range': () => count(middle, size - 19),
    'sum of a range': () => sum(middle, all - 900),
  };
}

function expect(found, expected, query) {
  if (found !== expected)
    throw new Error(`expected ${expected} for ${JSON.stringify(query)}, found ${found}`);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function median(rounds, work) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(() => work(round)));
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
}

function print(written, answered, contest) {
  console.log(
    table(
      ['database', 'create', 'a second', 'of the database alone'],
      written.map(({ engine, kind, perSecond, ofDatabase }) => [
        engine,
        kind,
        perSecond.toLocaleString('en'),
        ofDatabase.toFixed(2),
      ]),
    ),
  );
  console.log();
  console.log(
    table(
      [`a contest of ${contest.votes.toLocaleString('en')} votes`, 'ms'],
      Object.entries(contest.milliseconds).map(([name, ms]) => [name, ms.toFixed(2)]),
    ),
  );
  console.log();
  const names = Object.keys(answered[0].milliseconds);
  console.log(
    table(
      [
        'median ms',
        ...answered.map(({ engine, documents }) => `${engine}, ${documents.toLocaleString('en')}`),
      ],
      [
        ...names.map((name) => [name, ...answered.map(({ milliseconds }) => milliseconds[name].toFixed(3))]),
        ['creates a second while it grew', ...answered.map((row) => row.builtPerSecond.toLocaleString('en'))],
        ['most heap, MiB', ...answered.map(({ mostHeapMiB }) => mostHeapMiB)],
        ['most RSS, MiB', ...answered.map(({ mostRssMiB }) => mostRssMiB)],
        ['store, MiB', ...answered.map(({ storeMiB }) => storeMiB ?? '')],
      ],
    ),
  );
}
