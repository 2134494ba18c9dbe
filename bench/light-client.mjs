// npm run bench light-client [-- --rounds N --transactions N]
// Processor time of the checks of a light client: a full list of mainnet, first and later; a list after a diff of a few entries; a ChainLock with the BLS of
// @noble/curves and with WebAssembly; a walk of a day; headers. Real data of fixtures/light-client, and a made chain for the walk.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeBlockHeader, NETWORKS, useBlsBackend } from '@dapikit/chain/browser';
import {
  applyVerifiedDiff,
  chainLockQuorums,
  linkHeaders,
  readDiff,
  requireSignature,
  walkTo,
} from '@dapikit/light-client';
import { loadBls } from '@dapikit/protocol/node';
import { build } from 'esbuild';
import { keepResult } from './lib/keep-result.mjs';
import { makeDay } from './lib/made-day.mjs';
import { table } from './lib/table.mjs';

const FIXTURES = new URL('../fixtures/light-client/', import.meta.url);
const file = (path) => readFileSync(new URL(path, FIXTURES));
const lists = (folder) =>
  gunzipSync(file(`${folder}/diffs.jsonl.gz`))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Returns milliseconds of processor time. */
async function spent(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function least(rounds, work) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) best = Math.min(best, await spent(work));
  return best;
}

const FIRST = fileURLToPath(import.meta.url);

/** In a process of its own: the first full list, with all that has to be compiled. */
async function firstList() {
  const [{ diff }] = lists('mainnet-2450008');
  console.log(await spent(() => applyVerifiedDiff(undefined, readDiff(diff), NETWORKS.mainnet)));
}

async function measureLists(rounds) {
  const [full, next] = lists('mainnet-2450008').map(({ diff }) => readDiff(diff));
  const base = applyVerifiedDiff(undefined, full, NETWORKS.mainnet);
  return {
    'full list of mainnet, first in a process': Math.min(
      ...Array.from({ length: rounds }, () => Number(execFileSync(process.execPath, [FIRST, 'first-list']))),
    ),
    'full list of mainnet, later': await least(rounds, () =>
      applyVerifiedDiff(undefined, full, NETWORKS.mainnet),
    ),
    'list 288 blocks later': await least(rounds, () => applyVerifiedDiff(base, next, NETWORKS.mainnet)),
  };
}

async function measureChainLocks() {
  const byHeight = new Map(
    lists('testnet-947224').map(({ height, diff }) => [
      height,
      applyVerifiedDiff(undefined, readDiff(diff), NETWORKS.testnet),
    ]),
  );
  const locks = JSON.parse(file('testnet-947224/chain-locks.json')).filter(({ verifies }) => verifies);
  const check = ({ height, hash, signature, listHeight }) => {
    const active = chainLockQuorums(byHeight.get(listHeight).quorums.values(), NETWORKS.testnet);
    requireSignature({ height, hash, signature }, active, NETWORKS.testnet);
  };
  // Each is checked once: results are cached.
  const [warm, first, second] = [locks.slice(0, 5), locks.slice(5, 17), locks.slice(17, 29)];
  for (const lock of warm) check(lock);
  const noble = (await spent(() => first.forEach(check))) / first.length;
  useBlsBackend(await loadBls());
  const [initial, ...others] = second;
  check(initial);
  return {
    'ChainLock, BLS in JavaScript': noble,
    'ChainLock, BLS in WebAssembly': (await spent(() => others.forEach(check))) / others.length,
  };
}

/** Once: signatures that were verified are cached. */
async function measureWalk(transactions) {
  const { start, source, height } = makeDay(2, transactions);
  const ms = await spent(() => walkTo(start, height, source));
  return { [`walk of a day, blocks of ${transactions} transactions`]: ms };
}

async function measureHeaders(rounds) {
  const bytes = file('headers/mainnet-1737084.bin');
  const headers = Array.from({ length: 1000 }, (_, at) =>
    decodeBlockHeader(bytes.subarray(at * 80, at * 80 + 80)),
  );
  const from = { height: 1_737_083, hash: headers[0].previousBlockHash };
  return { '1,000 headers': await least(rounds, () => linkHeaders(from, headers, NETWORKS.mainnet)) };
}

async function bundleSize(external) {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { createLightClient } from '@dapikit/light-client';",
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    // The rules of contracts are loaded on demand.
    splitting: true,
    outdir: 'bundle',
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    external: ['fs', 'path', ...external],
  });
  return gzipSync(outputFiles[0].contents).length / 1024;
}

async function bundleSizes() {
  return {
    'without X11': await bundleSize(['wasm-x11-hash/*']),
    'with X11 (WebAssembly)': await bundleSize([]),
  };
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, transactions: { type: 'string', default: '100' } },
  });
  const rounds = Number(values.rounds);
  const milliseconds = {
    ...(await measureLists(rounds)),
    ...(await measureHeaders(rounds)),
    ...(await measureWalk(Number(values.transactions))),
    ...(await measureChainLocks()),
  };
  const kibibytes = await bundleSizes();
  console.log(
    table(
      ['check', 'ms'],
      Object.entries(milliseconds).map(([name, ms]) => [name, ms.toFixed(1)]),
    ),
  );
  console.log(
    table(
      ['bundle for browsers', 'KiB, gzip'],
      Object.entries(kibibytes).map(([name, size]) => [name, size.toFixed(0)]),
    ),
  );
  keepResult('light-client', { milliseconds, kibibytes });
}

if (process.argv[2] === 'first-list') await firstList();
