// npm run bench proofs [-- --parts verifier,trees,query,dev,sdk --calls N --rounds N --starts N --writes N --turns N --documents N --creates N]
// verifier: the verifier beside evo-sdk: 100 proven elements of a layer of 10,000, the same frame from a loopback server for both. The server is
// another process. Processor time counts, of the round in which it was least.
// trees: the first proof, creates with and without trees, and the first proof after many creates, on LMDB and PostgreSQL.
// query: a proof of a query of 100 documents among many right after a write.
// dev: createDocument over JSON-RPC against `dapikit dev` with `--proofs off` and with proofs.
// sdk: the round trip of `documents.create` of evo-sdk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLmdbStore, openPostgresStore } from '@dapikit/platform';
import { measureDevCreates } from './lib/dev-create-figures.mjs';
import { measureDocumentProof } from './lib/document-proof-figures.mjs';
import { keepResult } from './lib/keep-result.mjs';
import { dapikitClient, evoSdkClient } from './lib/proof-clients.mjs';
import { measureSdkCreates } from './lib/sdk-create-figures.mjs';
import { table } from './lib/table.mjs';
import { measureTrees } from './lib/tree-figures.mjs';
import { startPostgres } from './stores/postgres.mjs';

const processAt = (file) => fork(new URL(`./servers/${file}`, import.meta.url));

/** Milliseconds of processor time that each client takes for a response, after one round for the compiler. */
async function measureCalls(clients, { calls, rounds }) {
  const least = new Map();
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, verify] of clients) {
      const before = process.cpuUsage();
      for (let call = 0; call < calls; call += 1)
        if ((await verify()) !== 100) throw new Error(`${name} did not find all elements`);
      const { user, system } = process.cpuUsage(before);
      const spent = (user + system) / 1000 / calls;
      if (round > 0) least.set(name, Math.min(spent, least.get(name) ?? Infinity));
    }
  return least;
}

/** The least processor time of a new process until its client is ready, and until it has verified one response. */
async function measureStart(name, server, starts) {
  const spent = { ready: Infinity, verified: Infinity };
  for (let start = 0; start < starts; start += 1) {
    const child = processAt('proof-start.mjs');
    child.send({ name, server });
    const [{ ready, verified }] = await once(child, 'message');
    spent.ready = Math.min(spent.ready, ready);
    spent.verified = Math.min(spent.verified, verified);
  }
  return spent;
}

const cells = (all) => all.map(({ client, ms }) => [client, ms.toFixed(2), (ms / all[0].ms).toFixed(2)]);

async function runVerifier({ calls, rounds, starts: count }) {
  const size = { calls, rounds, starts: count };
  const child = processAt('proof-server.mjs');
  try {
    const [server] = await once(child, 'message');
    const clients = new Map([
      ['evo-sdk', await evoSdkClient(server)],
      ['dapikit', await dapikitClient(server)],
      ['dapikit, signature each time', await dapikitClient(server, true)],
    ]);
    const spent = await measureCalls(clients, size);
    const official = spent.get('evo-sdk');
    const rows = [...spent].map(([client, ms]) => ({ client, ms, ratio: ms / official }));
    const starts = [];
    for (const client of ['evo-sdk', 'dapikit'])
      starts.push({ client, ...(await measureStart(client, server, size.starts)) });
    console.log(table(['response', 'processor ms', 'of evo-sdk'], cells(rows)));
    for (const [title, pick] of [
      ['process until the client is ready', ({ ready }) => ready],
      ['process until its first verified response', ({ verified }) => verified],
    ]) {
      const all = starts.map((start) => ({ client: start.client, ms: pick(start) }));
      console.log(table([title, 'processor ms', 'of evo-sdk'], cells(all)));
    }
    keepResult('proofs', { ...size, bytes: server.bytes, rows, starts });
  } finally {
    child.kill();
  }
}

const both = ({ wall, processor }) => `${processor.toFixed(0)} / ${wall.toFixed(0)}`;

async function runTrees({ writes, turns }, folder) {
  const server = await startPostgres();
  const engines = {
    LMDB: async (name) => openLmdbStore({ path: join(folder, name) }),
    ...(server && { PostgreSQL: async (name) => openPostgresStore({ url: server.url, schema: name }) }),
  };
  try {
    const rows = [];
    for (const [engine, open] of Object.entries(engines))
      rows.push({ engine, ...(await measureTrees(open, { writes, rounds: turns })) });
    const lines = rows.map((row) => [
      row.engine,
      both(row.firstProof),
      both(row.proofAfterWrites),
      row.microsWithoutTrees.toFixed(0),
      row.microsWithTrees.toFixed(0),
      `${row.ratioByProcessor.toFixed(2)} / ${row.ratioByClock.toFixed(2)}`,
      both(row.longestTurnOfCreates),
      both(row.longestTurnOfProofs),
    ]);
    const columns = [
      'store (processor / clock)',
      'first proof ms',
      `proof after ${writes} creates ms`,
      'create without trees µs',
      'create with trees µs',
      'ratio with proof',
      'longest turn, creates ms',
      'longest turn, proofs ms',
    ];
    console.log(table(columns, lines));
    keepResult('proofs-trees', { rows });
  } finally {
    await server?.stop();
  }
}

async function runQuery({ documents }, folder) {
  const result = await measureDocumentProof(join(folder, 'state'), { documents, rounds: 100 });
  const { processor, wall } = result;
  const line = [processor.least, processor.median, wall.least, wall.median].map((ms) => ms.toFixed(1));
  const columns = ['proof of 100 documents', 'processor ms, least', 'median', 'clock ms, least', 'median'];
  console.log(table(columns, [[`among ${documents}`, ...line]]));
  keepResult('proofs-query', result);
}

async function runDev({ creates, turns }) {
  const result = await measureDevCreates({ creates: 40 * creates, rounds: turns });
  const lines = result.rows.map(({ together, off, on, ratioByClock, ratioByProcessor }) => [
    together,
    both(off),
    both(on),
    `${ratioByProcessor.toFixed(2)} / ${ratioByClock.toFixed(2)}`,
  ]);
  const columns = ['at a time (processor / clock)', '--proofs off, µs', 'with proofs, µs', 'ratio'];
  console.log(table(columns, lines));
  keepResult('proofs-dev', result);
}

async function runSdk({ creates }) {
  const result = await measureSdkCreates(creates);
  console.log(
    table(
      ['documents.create', 'ms'],
      Object.entries(result)
        .slice(1)
        .map(([name, ms]) => [name, ms?.toFixed(1)]),
    ),
  );
  keepResult('proofs-sdk', result);
}

const PARTS = { verifier: runVerifier, trees: runTrees, query: runQuery, dev: runDev, sdk: runSdk };

export async function run(args) {
  const defaults = {
    calls: 50,
    rounds: 10,
    starts: 5,
    writes: 10_000,
    turns: 3,
    documents: 100_000,
    creates: 50,
  };
  const sizes = Object.entries(defaults).map(([name, size]) => [
    name,
    { type: 'string', default: String(size) },
  ]);
  const parts = { type: 'string', default: Object.keys(PARTS).join(',') };
  const { values } = parseArgs({ args, options: { parts, ...Object.fromEntries(sizes) } });
  const size = Object.fromEntries(Object.keys(defaults).map((name) => [name, Number(values[name])]));
  for (const part of values.parts.split(',')) {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
    try {
      await PARTS[part](size, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
