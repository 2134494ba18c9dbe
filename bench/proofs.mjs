// npm run bench proofs [-- --calls N --rounds N --starts N]
// The verifier beside evo-sdk: 100 proven elements of a layer of 10,000, the same frame from a loopback server for both. The server is another
// process. Processor time counts, of the round in which it was least.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { keepResult } from './lib/keep-result.mjs';
import { dapikitClient, evoSdkClient } from './lib/proof-clients.mjs';
import { table } from './lib/table.mjs';

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

/** The least processor time of a new process that loads a client and verifies one response. */
async function measureStart(name, server, starts) {
  const spent = [];
  for (let start = 0; start < starts; start += 1) {
    const child = processAt('proof-start.mjs');
    child.send({ name, server });
    spent.push((await once(child, 'message'))[0]);
  }
  return Math.min(...spent);
}

const cells = (all) => all.map(({ client, ms }) => [client, ms.toFixed(2), (ms / all[0].ms).toFixed(2)]);

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      calls: { type: 'string', default: '50' },
      rounds: { type: 'string', default: '10' },
      starts: { type: 'string', default: '5' },
    },
  });
  const size = { calls: Number(values.calls), rounds: Number(values.rounds), starts: Number(values.starts) };
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
      starts.push({ client, ms: await measureStart(client, server, size.starts) });
    console.log(table(['response', 'processor ms', 'of evo-sdk'], cells(rows)));
    console.log(table(['first response of a process', 'processor ms', 'of evo-sdk'], cells(starts)));
    keepResult('proofs', { ...size, bytes: server.bytes, rows, starts });
  } finally {
    child.kill();
  }
}
